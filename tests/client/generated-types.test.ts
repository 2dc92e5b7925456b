import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { clientTypes } from '../../src/http/client-types/client-types.ts'
import { describeService } from '../../src/http/openapi-document.ts'

test('the committed types match the OpenAPI document; `bun run client` regenerates them', async () => {
  const committed = await Bun.file(join(import.meta.dir, '../../src/client/generated-types.ts')).text()
  expect(committed).toBe(clientTypes(await describeService()))
})
