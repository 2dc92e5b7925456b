// `bun run client` regenerates src/client/generated-types.ts from the OpenAPI document and builds the npm package of the
// client in client/, ready for `npm pack ./client`.
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { describeService } from '../openapi-document.ts'
import { clientTypes } from './client-types.ts'

const ROOT = join(import.meta.dir, '../../..')
const ENTRY = 'index'

/** Compiles src/client to JavaScript and declarations in `directory`, which is emptied first. Throws if tsc fails. */
export async function buildClient(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  const tsc = Bun.spawnSync(
    [process.execPath, 'x', 'tsc', '-p', 'src/client/tsconfig.json', '--outDir', directory],
    { cwd: ROOT },
  )
  if (!tsc.success) throw new Error(`tsc failed:\n${tsc.stdout}${tsc.stderr}`)
  await Bun.write(join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(join(ROOT, 'LICENSE'), join(directory, 'LICENSE'))
}

// The package has none of the server's dependencies; the import is `frontage/client` here and in a frontend.
const manifest = {
  name: packageJson.name,
  version: packageJson.version,
  description: 'Typed client for the Frontage API',
  license: packageJson.license,
  type: 'module',
  sideEffects: false,
  exports: { './client': { types: `./${ENTRY}.d.ts`, default: `./${ENTRY}.js` } },
}

if (import.meta.main) {
  await Bun.write(join(ROOT, 'src/client/generated-types.ts'), clientTypes(await describeService()))
  await buildClient(join(ROOT, 'client'))
}
