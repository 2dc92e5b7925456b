// The service as its own process, as it is deployed.
import { join } from 'node:path'

const main = join(import.meta.dir, '../../src/main.ts')

/** Starts `serve` on a free port with just these variables; `url` is where it listens. */
export async function startProcess(env: Record<string, string>) {
  const child = Bun.spawn([process.execPath, main, 'serve'], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', ...env },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let output = ''
  let url: string | undefined
  while (!url) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the service ended with ${await child.exited}:\n${output}`)
    output += decoder.decode(value, { stream: true })
    url = /"url":"([^"]+)"/.exec(output)?.[1]
  }
  // A pipe that nobody reads fills up, and what the service says in the end is worth knowing.
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const text = decoder.decode(value, { stream: true })
      if (text.includes('"fatal"')) console.error(text)
    }
  })()
  return {
    url: url.replace('localhost', '127.0.0.1'),
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM')
      return child.exited
    },
  }
}
