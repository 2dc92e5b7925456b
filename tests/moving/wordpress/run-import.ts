// Runs the import of a WordPress site into a service on a port, and calls that service as its admin.
import { importWordpress } from '../../../src/commands/import-wordpress-command.ts'
import type { startService } from '../../support/app.ts'
import { collectOutput } from '../../support/collect-output.ts'

export type RunningService = Pick<
  Awaited<ReturnType<typeof startService>>,
  'url' | 'adminEmail' | 'adminPassword'
>
export type ImportRun = Partial<Parameters<typeof importWordpress>[0]>

export async function runImport(options: { file: string; url: string } & ImportRun) {
  const { out, output } = collectOutput()
  const account = { email: null, password: null, token: null }
  const code = await importWordpress({ ...account, isTTY: false, ...options, out })
  return { code, output: output() }
}

export const accountOf = ({ adminEmail, adminPassword }: RunningService) => ({
  email: adminEmail,
  password: adminPassword,
})

/** A line of the summary table as numbers: in file, created, already there, skipped, failed. */
export function countsIn(output: string, kind: string): number[] {
  const row = output.split('\n').find((line) => line.startsWith(`${kind} `))
  return row?.slice(kind.length).trim().split(/\s+/).map(Number) ?? []
}

/** Signs in as the admin; `call` answers the JSON of a response. */
export async function signInTo(service: RunningService) {
  const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    fetch(service.url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  const login = await send('POST', '/api/auth/login', {}, accountOf(service))
  const { token } = (await login.json()) as { token: string }
  const authorization = { Authorization: `Bearer ${token}` }
  const call = async (method: string, path: string, body?: object): Promise<any> =>
    (await send(method, path, authorization, body)).json()
  /** All records of a resource. */
  const list = async (resource: string) => {
    const items: Record<string, any>[] = []
    for (let page = 1; ; page++) {
      const answer = await call('GET', `/api/admin/${resource}?page=${page}&per_page=100`)
      items.push(...answer.items)
      if (answer.items.length < 100) return items
    }
  }
  return { token, authorization, call, list }
}
