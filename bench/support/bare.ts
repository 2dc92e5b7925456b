// Bare `Bun.serve` handlers for the given responses, in a separate process: the upper bound of what is possible.
import { once } from 'node:events'

export type Answer = { status: number; headers: Record<string, string>; body: Uint8Array | null }

/** Serves each response on its own port; returns the URLs in order. */
export async function startBare(answers: Answer[]) {
  const { promise: urls, resolve } = Promise.withResolvers<string[]>()
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (message) => resolve(message as string[]),
    serialization: 'advanced',
  })
  child.send(answers)
  return {
    urls: await urls,
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
    },
  }
}

if (import.meta.main) {
  const [answers] = (await once(process, 'message')) as [Answer[]]
  const urls = answers.map(({ status, headers, body }) => {
    const bytes = body && new Uint8Array(body)
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => new Response(bytes, { status, headers }),
    })
    return `http://127.0.0.1:${server.port}/`
  })
  process.send!(urls)
}
