// Varnish with the shipped configuration in front of replicas of the service; null where it is not installed.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const shipped = join(import.meta.dir, '../../deploy/varnish/default.vcl')
const binary = Bun.which('varnishd', { PATH: `${process.env.PATH}:/usr/sbin:/sbin` })

export const hasVarnish = binary !== null

/** Starts Varnish on `port`; requests go to the replicas in turn. */
export async function startVarnish(port: number, replicas: readonly string[]) {
  if (!binary) throw new Error('varnishd is not installed')
  const directory = mkdtempSync(join(tmpdir(), 'frontage-varnish-'))
  chmodSync(directory, 0o755)
  const text = await Bun.file(shipped).text()
  const backend = /backend default \{[\s\S]*?\n\}\n/.exec(text)![0]
  const several = replicas.map((url, index) =>
    backend
      .replace('backend default', `backend replica${index}`)
      .replace('"api"', `"${new URL(url).hostname}"`)
      .replace('"3000"', `"${new URL(url).port}"`),
  )
  const turn = `import directors;
${several.join('')}
sub vcl_init {
  new turn = directors.round_robin();
${replicas.map((_, index) => `  turn.add_backend(replica${index});`).join('\n')}
}
sub vcl_recv { set req.backend_hint = turn.backend(); }
`
  const file = join(directory, 'test.vcl')
  await Bun.write(
    file,
    text.replace(backend, () => turn),
  )
  const child = Bun.spawn(
    [
      binary,
      '-F',
      ...['-n', join(directory, 'work'), '-f', file, '-a', `127.0.0.1:${port}`, '-s', 'malloc,64m'],
      ...['-j', 'none', '-T', 'none'],
    ],
    { stdout: 'ignore', stderr: 'pipe' },
  )
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; !(await fetch(url).catch(() => null)); attempt++) {
    if (attempt > 300 || child.exitCode !== null) {
      child.kill()
      throw new Error(`varnishd did not start: ${await new Response(child.stderr).text()}`)
    }
    await Bun.sleep(100)
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
