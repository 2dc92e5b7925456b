// The client as frontends get it: built, packed by npm and installed offline in a project of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildClient } from '../../src/http/client-types/build-client.ts'

export type ClientProject = {
  /** The project; `node_modules/frontage` is the installed package. */
  directory: string
  /** Names of the files in the tarball. */
  packed: string[]
  [Symbol.dispose](): void
}

export async function installClient(): Promise<ClientProject> {
  const directory = mkdtempSync(join(tmpdir(), 'frontage-client-'))
  const npm = (...args: string[]) => {
    const { success, stdout, stderr } = Bun.spawnSync(['npm', ...args, '--cache', join(directory, '.npm')], {
      cwd: directory,
    })
    if (!success) throw new Error(`npm ${args.join(' ')} failed:\n${stderr}`)
    return stdout.toString()
  }
  await buildClient(join(directory, 'client'))
  const [tarball] = JSON.parse(npm('pack', './client', '--json', '--offline'))
  rmSync(join(directory, 'client'), { recursive: true })
  await Bun.write(join(directory, 'package.json'), '{"type":"module"}')
  npm('install', `./${tarball.filename}`, '--offline', '--no-audit', '--no-fund')
  return {
    directory,
    packed: tarball.files.map(({ path }: { path: string }) => path),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  }
}
