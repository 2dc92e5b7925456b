// Runs commands as real processes whose environment is what a test passes, and time for slow machines.
import { expect } from 'bun:test'
import { join } from 'node:path'
import { PATIENT } from '../support/service.ts'

const MAIN = join(import.meta.dir, '../../src/main.ts')

type Environment = Record<string, string>
export type Outcome = { code: number; out: string; err: string }

function spawn(args: string[], env: Environment, stdin?: string) {
  return Bun.spawn([process.execPath, MAIN, ...args], {
    // Bun would read the .env of the repository.
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', ...PATIENT, ...env },
    stdin: new Blob([stdin ?? '']),
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

/** Runs a command and waits for its exit. */
export async function run(args: string[], env: Environment = {}, stdin?: string): Promise<Outcome> {
  const child = spawn(args, env, stdin)
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out, err }
}

/** The single JSON line of a service that could not start. */
export function failureOf({ code, out, err }: Outcome) {
  expect({ code, lines: out.trimEnd().split('\n').length, err }).toEqual({ code: 1, lines: 1, err: '' })
  const line = JSON.parse(out)
  expect(line).toMatchObject({ level: 'fatal', request_id: null, http_status: null, duration_ms: null })
  return line
}

export type Served = {
  url: string
  pid: number
  /** Sends the signal and resolves with the exit code and all output. */
  stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Outcome>
  post(path: string, body: unknown, token?: string): Promise<{ status: number; body: any }>
  get(path: string, token?: string): Promise<{ status: number; body: any }>
}

/** Starts the service on a free port and waits until it listens. */
export async function serve(env: Environment, ...args: string[]): Promise<Served> {
  const child = spawn(['serve', ...args], { PORT: '0', HOST: '127.0.0.1', ...env })
  const lines: string[] = []
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>()
  // The address is in the message on standard error if LOG_FORMAT is pretty.
  const err = (async () => {
    let text = ''
    for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) {
      text += part
      const [, port] = /Website +http:\/\/localhost:(\d+)/.exec(text) ?? []
      if (port) resolve(port)
    }
    return text
  })()
  const ended = (async () => {
    let rest = ''
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split('\n')
      rest = parts.pop()!
      for (const line of parts) {
        lines.push(line)
        if (line.includes('"listening"')) resolve(new URL(JSON.parse(line).url).port)
      }
    }
    reject(new Error(`serve ended: ${lines.join('\n')}${await err}`))
  })()
  const url = `http://127.0.0.1:${await listening}`
  const answer = async (response: Response) => {
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : null }
  }
  return {
    url,
    pid: child.pid,
    async stop(signal) {
      child.kill(signal)
      const code = await child.exited
      await ended
      return { code, out: lines.join('\n'), err: await err }
    },
    post: async (path, body, token) =>
      answer(
        await fetch(url + path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
          body: JSON.stringify(body),
        }),
      ),
    get: async (path, token) =>
      answer(await fetch(url + path, { headers: token ? { Authorization: `Bearer ${token}` } : {} })),
  }
}
