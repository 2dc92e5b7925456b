// The client as frontends get it: installed by npm from a running service, in a project of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from './app.ts'

export type ClientProject = {
  /** The project; `node_modules/frontage` is the installed package. */
  directory: string
  [Symbol.dispose](): void
}

export async function installClient(): Promise<ClientProject> {
  const directory = mkdtempSync(join(tmpdir(), 'frontage-client-'))
  await using app = await startApp()
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 255, fetch: app.app.fetch })
  try {
    await Bun.write(join(directory, 'package.json'), '{"type":"module"}')
    const npm = Bun.spawn(
      ['npm', 'install', new URL('client.tgz', server.url).href, '--no-audit', '--no-fund'],
      { cwd: directory, env: { ...process.env, npm_config_cache: join(directory, '.npm') }, stderr: 'pipe' },
    )
    const said = await npm.stderr.text()
    if ((await npm.exited) !== 0) throw new Error(`npm install failed:\n${said}`)
  } finally {
    await server.stop(true)
  }
  return { directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) }
}
