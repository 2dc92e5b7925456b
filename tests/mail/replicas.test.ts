// Three processes on one Postgres server and one mail server: what is committed arrives, also when processes are killed.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import postgres from 'postgres'
import { ADMIN } from '../support/app.ts'
import { createEmptyDatabase, onPostgres } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { startProcess } from '../support/service.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { readMail } from './read-mail.ts'

if (!onPostgres) console.log('skipped: mail of three processes (no TEST_DATABASE_URL)')

describe.if(onPostgres)('three processes with one outbox', () => {
  let database: { url: string; drop(): Promise<void> }
  let server: MailServer
  let sql: postgres.Sql
  let replicas: Awaited<ReturnType<typeof start>>[]

  const start = () =>
    startProcess({
      DATABASE_URL: database.url,
      JWT_SECRET: 'a test key that is longer than 32 bytes',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      TRUSTED_PROXIES: '127.0.0.0/8',
      SMTP_URL: server.url,
    })

  beforeAll(async () => {
    database = (await createEmptyDatabase())!
    server = await startMailServer({ offersStartTls: false })
    replicas = await Promise.all([start(), start(), start()])
    sql = postgres(database.url, { max: 1, onnotice: () => {} })
  })
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()))
    await sql.end()
    await server.stop()
    await database.drop()
  })

  let clients = 0
  const subscribe = async (replica: number, email: string) => {
    const { status } = await fetch(`${replicas[replica % 3]!.url}/api/newsletter`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.1.${clients >> 8}.${clients++ & 255}`,
      },
      body: JSON.stringify({ email }),
    })
    return status
  }
  const waiting = async () =>
    (await sql`select count(*)::int as count from mail_outbox where state = 'queued'`)[0]!.count
  const untilEmpty = () => eventually(async () => (await waiting()) === 0)
  /** The number of mails and of their Message-IDs that arrived, by recipient. */
  function arrivals() {
    const ids = new Map<string, string[]>()
    for (const { to, source } of server.mails.splice(0))
      ids.set(to[0]!, [...(ids.get(to[0]!) ?? []), readMail(source).headers['message-id']!])
    return ids
  }

  test('send each mail once', async () => {
    const emails = Array.from({ length: 60 }, (_, index) => `user-${index}@example.com`)
    const statuses = await Promise.all(emails.map((email, index) => subscribe(index, email)))
    expect(new Set(statuses)).toEqual(new Set([201]))
    await untilEmpty()
    const arrived = arrivals()
    expect([...arrived.keys()].sort()).toEqual(emails.toSorted())
    expect([...arrived.values()].filter((ids) => ids.length !== 1)).toEqual([])
  })

  test('lose nothing when two are killed while they send; doubles have one Message-ID', async () => {
    server.setDelay(150)
    const emails = Array.from({ length: 45 }, (_, index) => `killed-${index}@example.com`)
    const accepted: string[] = []
    const submissions = emails.map(async (email, index) => {
      const status = await subscribe(index, email).catch(() => 0)
      if (status === 201) accepted.push(email)
    })
    await eventually(() => server.mails.length > 0)
    for (const replica of replicas.slice(0, 2)) process.kill(replica.pid, 'SIGKILL')
    await Promise.all(submissions)
    server.setDelay(0)
    const committed = (await sql`select email from newsletter_subscribers where email like 'killed-%'`).map(
      ({ email }) => email,
    )
    for (const email of accepted) expect(committed).toContain(email)
    const claimed = await sql`select id from mail_outbox where state = 'queued' and claimed_at is not null`
    // This stands for the three minutes after which a claim is given up for lost.
    await sql`update mail_outbox set due_at = now() where state = 'queued'`
    await untilEmpty()
    const arrived = arrivals()
    expect([...arrived.keys()].sort()).toEqual(committed.toSorted())
    const doubles = [...arrived.values()].filter((ids) => ids.length > 1)
    expect(doubles.length).toBeLessThanOrEqual(claimed.length)
    for (const ids of doubles) expect(new Set(ids).size).toBe(1)
    console.log(`killed two of three: ${committed.length} mails, ${doubles.length} of them twice`)
    for (const index of [0, 1]) replicas[index] = await start()
  })
})
