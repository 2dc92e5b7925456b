// The service as a separate process, as it is deployed.
import { join } from 'node:path'

const sources = join(import.meta.dir, '../../src/main.ts')

/** Machines of tests can be slow. */
export const PATIENT = { DATABASE_TIMEOUT_SECONDS: '60' }

/**
 * Starts `serve` on a free port with only these environment variables; `url` is its address. `within` is a command that runs
 * it, with its arguments.
 */
export async function startProcess(
  env: Record<string, string>,
  main = sources,
  within: readonly string[] = [],
) {
  const child = Bun.spawn([...within, process.execPath, main, 'serve'], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', ...PATIENT, ...env },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let output = ''
  let url: string | undefined
  while (!url) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the service exited with ${await child.exited}:\n${output}`)
    output += decoder.decode(value, { stream: true })
    url = /"url":"([^"]+)"/.exec(output)?.[1]
  }
  // Keeps reading, because output that nobody reads is dropped; prints fatal errors.
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
    exited: child.exited,
    async stop() {
      child.kill('SIGTERM')
      return child.exited
    },
  }
}
