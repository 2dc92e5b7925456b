// The application for tests: the real parts, a database of its own, and a clock that tests can set.

import type { Role } from '../../src/accounts/actor.ts'
import { createApp } from '../../src/app.ts'
import { createDeps, type Deps, type Overrides } from '../../src/deps.ts'
import type { PeerAddress } from '../../src/http/middleware/identify-client.ts'
import { toConfig } from '../../src/platform/config/config.ts'
import { parseEnv, SERVICE } from '../../src/platform/config/env.ts'
import type { Driver } from '../../src/platform/db/database.ts'
import { createLog } from '../../src/platform/log.ts'
import type { Storage } from '../../src/platform/storage/storage.ts'
import { addAccount, addFirstAdmin, quickPasswords } from './accounts.ts'
import { checkConformance } from './conformance.ts'
import { createTestDatabase } from './database.ts'
import { PATIENCE_MS } from './eventually.ts'
import { createTestStorage } from './storage.ts'

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

export type Answer = { status: number; headers: Headers; body: any }

export type Client = {
  (
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; peer?: string },
  ): Promise<Answer>
  token: string | null
}

export type TestApp = {
  app: ReturnType<typeof createApp>
  deps: Deps
  url: string | null
  /** Sets the service's clock, or lets it run as the function says; null returns to the real time. */
  setClock(now: Date | (() => Date) | null): void
  /** A client without credentials. */
  anyone: Client
  /** The first admin, who proves to be there where the service asks for it. */
  admin: Client
  /** Creates an account and signs in with it; an admin then proves to be there like `admin`. */
  signIn(role: Role, name?: string): Promise<Client & { id: number }>
  /** A second instance of the service on the same database and store; disposed with this one. */
  beside(
    overrides?: Overrides,
    variables?: Record<string, string>,
  ): Promise<Pick<TestApp, 'app' | 'deps' | 'anyone' | 'admin'>>
  [Symbol.asyncDispose](): Promise<void>
}

type Start = Overrides & {
  wrap?: (driver: Driver) => Driver
  /** Fills the database and the store before the service starts. */
  fill?: (parts: { driver: Driver; storage: Storage }) => Promise<void>
}

export const configOf = (env: Record<string, string>) =>
  toConfig(parseEnv({ JWT_SECRET: 'a test key that is longer than 32 bytes', ...env }, SERVICE))

export async function startApp(
  env: Record<string, string> = {},
  { wrap = (driver) => driver, fill, ...overrides }: Start = {},
): Promise<TestApp> {
  const { driver: opened, url, drop } = await createTestDatabase()
  const driver = wrap(opened)
  const { storage, drop: dropStorage } = await createTestStorage()
  let now: Date | (() => Date) | null = null
  const config = configOf(env)
  const parts = {
    driver,
    deadlineMs: PATIENCE_MS,
    storage,
    clock: () => (typeof now === 'function' ? now() : now) ?? new Date(),
    log: createLog('silent'),
    passwords: quickPasswords,
    ...overrides,
  }
  await fill?.({ driver, storage })
  const deps = await createDeps(config, parts)
  await addFirstAdmin(deps.auth, ADMIN)
  const app = checkConformance(createApp(deps, peerOfTest))
  const admin = proving(clientOf(app, await tokenOf(app, ADMIN)), ADMIN.password)
  let accountCount = 0
  const stack = new AsyncDisposableStack()
  return {
    app,
    deps,
    url,
    setClock: (moment) => {
      now = moment
    },
    anyone: clientOf(app, null),
    admin,
    async signIn(role, name = `${role} ${++accountCount}`) {
      const account = { email: `${role}-${++accountCount}@example.com`, password: `a password of ${role}` }
      const user = await addAccount(deps.auth, { ...account, name, role })
      const client = clientOf(app, await tokenOf(app, account))
      return Object.assign(role === 'admin' ? proving(client, account.password) : client, { id: user.id })
    },
    async beside(changed = {}, variables = {}) {
      const borrowed = {
        driver: { ...parts.driver, close: async () => {} },
        storage: { ...parts.storage, close: () => {} },
      }
      const deps = stack.use(
        await createDeps(configOf({ ...env, ...variables }), { ...parts, ...borrowed, ...changed }),
      )
      const app = checkConformance(createApp(deps, peerOfTest))
      return {
        app,
        deps,
        anyone: clientOf(app, null),
        admin: proving(clientOf(app, admin.token), ADMIN.password),
      }
    },
    async [Symbol.asyncDispose]() {
      await stack.disposeAsync()
      await deps[Symbol.asyncDispose]()
      await drop()
      await dropStorage()
    },
  }
}

let peers = 0
/** The client address of a call: `app.request` has no connection, so it is the call's `peer`, or else a new address. */
export const peerOfTest: PeerAddress = ({ server }) => {
  const peer = (server as { peer?: string } | undefined)?.peer
  return peer ?? `100.${[peers >> 16, peers >> 8, peers++].map((part) => part & 255).join('.')}`
}

export function clientOf(app: TestApp['app'], token: string | null): Client {
  const call = async (
    method: string,
    path: string,
    { body, headers, peer }: { body?: unknown; headers?: Record<string, string>; peer?: string } = {},
  ) => {
    const init = {
      method,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }
    const response = await app.request(path, init, { peer })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    }
  }
  return Object.assign(call, { token })
}

export async function tokenOf(
  app: TestApp['app'],
  account: { email: string; password: string },
): Promise<string> {
  const { status, body } = await clientOf(app, null)('POST', '/api/auth/login', { body: account })
  if (status !== 200) throw new Error(`login returned ${status}`)
  return body.token
}

/** A client that answers as the panel does where the service asks who is there. */
function proving(client: Client, password: string): Client {
  const call: typeof client = Object.assign(
    async (...request: Parameters<Client>) => {
      const answer = await client(...request)
      if (answer.body?.code !== 'reauthentication_required') return answer
      await proved(client, password)
      return client(...request)
    },
    { token: client.token },
  )
  return call
}

/** Proves to the service that the owner of the session is there, which counts for five minutes. */
export async function proved(client: Client, current_password: string): Promise<Client> {
  const { status } = await client('POST', '/api/auth/reauthenticate', { body: { current_password } })
  if (status !== 200) throw new Error(`reauthenticate returned ${status}`)
  return client
}

/** The service on a free port, for clients that use HTTP. */
export async function startService(...options: Parameters<typeof startApp>) {
  const app = await startApp(...options)
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: checkConformance(createApp(app.deps)).fetch,
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    adminEmail: ADMIN.email,
    adminPassword: ADMIN.password,
    async stop() {
      await server.stop(true)
      await app[Symbol.asyncDispose]()
    },
  }
}
