// Makes `frontage/client`: its types from the OpenAPI document, then what is published of it. `bun run client [DIRECTORY]`
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clientTypes } from '../src/openapi/client-types.ts'
import { describeService } from '../src/openapi/openapi-document.ts'

const root = join(import.meta.dir, '..')

await Bun.write(join(root, 'src/client/generated-types.ts'), clientTypes(describeService()))
const [directory = 'client'] = process.argv.slice(2)
await rm(join(root, directory), { recursive: true, force: true })
const compiled = Bun.spawnSync(
  [process.execPath, 'x', 'tsc', '-p', 'src/client/tsconfig.json', '--outDir', join(root, directory)],
  { cwd: root, stdout: 'inherit', stderr: 'inherit' },
)
process.exit(compiled.exitCode)
