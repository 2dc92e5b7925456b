import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { drawArchitecture } from '../docs/draw-architecture.ts'

test('docs/architecture.svg shows the imports as they are; `bun run architecture` draws it again', async () => {
  const picture = await Bun.file(join(import.meta.dir, '../docs/architecture.svg')).text()
  expect(picture).toBe(await drawArchitecture())
})
