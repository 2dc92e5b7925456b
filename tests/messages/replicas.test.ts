// Two processes on one Postgres server, which becomes unavailable and comes back.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import postgres from 'postgres'
import { ADMIN } from '../support/app.ts'
import { createEmptyDatabase, onPostgres } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { roundsOf } from '../support/rounds.ts'
import { startProcess } from '../support/service.ts'

if (!onPostgres) console.log('skipped: two processes on one database (no TEST_DATABASE_URL)')

describe.if(onPostgres)('two processes on one Postgres server', () => {
  let database: { url: string; drop(): Promise<void> }
  let processes: Awaited<ReturnType<typeof startProcess>>[]

  const start = () =>
    startProcess({
      DATABASE_URL: database.url,
      JWT_SECRET: 'a test key that is longer than 32 bytes',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      TRUSTED_PROXIES: '127.0.0.0/8',
    })

  beforeAll(async () => {
    database = (await createEmptyDatabase())!
    processes = await Promise.all([start(), start()])
  })
  afterAll(async () => {
    await Promise.all(processes.map((it) => it.stop()))
    await database.drop()
  })

  let clients = 0
  const newClient = () => `203.0.113.${++clients}`
  const post = (replica: number, path: string, body: unknown, client: string) =>
    fetch(`${processes[replica % 2]!.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
      body: JSON.stringify(body),
    })
  const both = async (count: number, path: string, body: unknown, client = newClient()) => {
    const answers = Array.from({ length: count }, (_, index) => post(index, path, body, client))
    return (await Promise.all(answers)).map(({ status }) => status).sort()
  }
  const message = { name: 'علی', email: 'ali@example.com', message: 'سلام' }
  const wrong = { email: ADMIN.email, password: 'wrong' }
  const right = { email: ADMIN.email, password: ADMIN.password }

  test('together accept five forms from a client', async () => {
    for (let round = 0; round < roundsOf(10, 10); round++) {
      expect(await both(12, '/api/contact', message)).toEqual([...Array(5).fill(201), ...Array(7).fill(429)])
      const newsletter = await both(12, '/api/newsletter', { email: `r${round}@example.com` })
      expect(newsletter).toEqual([...Array(5).fill(201), ...Array(7).fill(429)])
    }
  })

  test('together evaluate five wrong passwords from a client, and keep the count after a restart', async () => {
    const client = newClient()
    for (let round = 0; round < roundsOf(3, 3); round++) {
      expect(await both(20, '/api/auth/login', wrong, round ? newClient() : client)).toEqual([
        ...Array(5).fill(401),
        ...Array(15).fill(429),
      ])
    }
    await processes[0]!.stop()
    processes[0] = await start()
    for (const replica of [0, 1]) {
      expect((await post(replica, '/api/auth/login', right, client)).status).toBe(429)
    }
  })

  test('let six colleagues sign in at once, even after four failures', async () => {
    for (let round = 0; round < roundsOf(3, 3); round++) {
      const client = newClient()
      for (let index = 0; index < 4; index++) await post(index, '/api/auth/login', wrong, client)
      expect(await both(6, '/api/auth/login', right, client)).toEqual(Array(6).fill(200))
    }
  })

  test('return 503 while it is unavailable and recover when it is back', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const elsewhere = new URL(database.url)
    elsewhere.pathname = '/postgres'
    const server = postgres(elsewhere.href, { max: 1, onnotice: () => {} })
    const sessions = async () => (await server`select from pg_stat_activity where datname = ${name}`).length
    const statuses = async () => [
      (await post(0, '/api/contact', message, newClient())).status,
      (await post(0, '/api/newsletter', { email: 'x@example.com' }, newClient())).status,
      (await post(0, '/api/auth/login', right, newClient())).status,
      (await post(0, '/api/auth/login', wrong, newClient())).status,
    ]
    try {
      await server.unsafe(`alter database ${name} allow_connections false`)
      await server`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
      await eventually(async () => (await sessions()) === 0)
      expect(await statuses()).toEqual([503, 503, 503, 503])
      await server.unsafe(`alter database ${name} allow_connections true`)
      await eventually(async () => (await statuses())[0] === 201)
      expect(await statuses()).toEqual([201, 201, 200, 401])
    } finally {
      await server.unsafe(`alter database ${name} allow_connections true`)
      await server.end()
    }
  })
})
