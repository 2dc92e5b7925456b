// The npm package of the client, from src/client.
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import packageJson from '../../../package.json' with { type: 'json' }
import { packageRoot } from '../../platform/package-root.ts'

const ENTRY = 'index'

/** Compiles src/client to JavaScript and declarations in `directory`, which is emptied first. Throws if tsc fails. */
export async function buildClient(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  const tsc = Bun.spawn(
    [process.execPath, 'x', 'tsc', '-p', 'src/client/tsconfig.json', '--outDir', directory],
    { cwd: packageRoot, stdout: 'pipe', stderr: 'inherit' },
  )
  const said = await new Response(tsc.stdout).text()
  if ((await tsc.exited) !== 0) throw new Error(`tsc failed:\n${said}`)
  await Bun.write(join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(join(packageRoot, 'LICENSE'), join(directory, 'LICENSE'))
}

/** The archive that npm installs, from a directory of `buildClient`; the same files give the same bytes. */
export async function packClient(directory: string): Promise<Buffer> {
  const names = (await readdir(directory)).sort()
  const archive = create(
    { gzip: true, portable: true, mtime: EPOCH, cwd: directory, prefix: 'package' },
    names,
  )
  const parts: Buffer[] = []
  for await (const part of archive) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** npm gives files this date as well. */
const EPOCH = new Date('1985-10-26T08:15:00Z')

/** The archive of the client as its sources are now; takes seconds. */
export async function packSources(): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-client-'))
  try {
    await buildClient(directory)
    return await packClient(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
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
