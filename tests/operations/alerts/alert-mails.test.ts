// What needs an operator is told by mail: once, by one of several replicas, and once when it is over.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { AlertMonitor } from '../../../src/operations/alerts/alert-monitor.ts'
import { createAlertStore } from '../../../src/operations/alerts/alert-store.ts'
import { Certificates } from '../../../src/operations/alerts/certificates.ts'
import { certificate, privateKey } from '../../mail/certificate.ts'
import { startMailApp } from '../../mail/mail-app.ts'

let now = new Date('2030-01-10T12:00:00Z')
const clock = () => now
let isUp = { database: true, object_store: true, identity_provider: true }
let metrics: Record<string, string | null> = {}
/** The metrics of the backup process and of the receiver. */
const processes = Bun.serve({
  port: 0,
  fetch: ({ url }) => {
    const text = metrics[new URL(url).pathname]
    return text == null ? new Response(null, { status: 503 }) : new Response(text)
  },
})
const app = await startMailApp({
  OPS_NOTIFY: 'one@example.com, two@example.com',
  SITE_PRIMARY_LANGUAGE: 'de',
})
const { database, mail } = app.deps
let isAway = false
const config = {
  ...app.deps.config.alerts,
  backupMetrics: `${processes.url}backup`,
  deployMetrics: `${processes.url}deploy`,
}

function startReplica() {
  const store = createAlertStore({ database, outbox: mail.outbox, clock, recipients: config.recipients })
  return new AlertMonitor({
    config,
    // The database cannot be cut off for one test: its statements fail instead.
    store: {
      record: async (...args) => (isAway ? Promise.reject(new Error('away')) : store.record(...args)),
    },
    certificates: new Certificates({ hosts: [], server: null }),
    checks: async () => isUp,
    clock,
    onError: () => {},
  })
}
let replicas: AlertMonitor[]

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await processes.stop(true)
})
beforeEach(async () => {
  isAway = false
  isUp = { database: true, object_store: true, identity_provider: true }
  metrics = { '/backup': fresh(), '/deploy': 'deploy_last_failed 0\n' }
  await database.query((tx) => tx.execute(sql`truncate mail_outbox, ops_alerts`))
  app.server.forget()
  replicas = [startReplica(), startReplica(), startReplica()]
  await pass(10)
})

const fresh = () => `backup_last_success_timestamp_seconds{database="procurement"} ${now.getTime() / 1_000}\n`

/** Every replica looks, all at the same time, every half a minute for so long. */
async function pass(minutes: number) {
  for (let round = 0; round < minutes * 2; round++) {
    now = new Date(now.getTime() + 30_000)
    app.setClock(now)
    await Promise.all(replicas.map((replica) => replica.look()))
  }
}
const told = async () =>
  (await app.deliver()).map(({ to, headers }) => `${to.slice(0, 3)} ${headers.subject}`).sort()
const toBoth = (text: string) => [`one www.example.com${text}`, `two www.example.com${text}`]

test('while everything works, nobody is told', async () => {
  metrics['/backup'] = fresh()
  await pass(10)
  expect(await told()).toEqual([])
})

test('a dependency that fails for two minutes is told once by three replicas, and once that it is over', async () => {
  isUp.object_store = false
  await pass(1.5)
  expect(await told()).toEqual([])
  await pass(30)
  expect(await told()).toEqual(toBoth(': the service is not ready, object_store is away'))
  isUp.object_store = true
  await pass(30)
  expect(await told()).toEqual(toBoth(', over: the service is not ready, object_store is away'))
})

test('a dependency that only one replica cannot reach is told once', async () => {
  const [first] = replicas
  isUp.object_store = false
  for (let round = 0; round < 20; round++) {
    now = new Date(now.getTime() + 30_000)
    app.setClock(now)
    isUp.object_store = false
    await first!.look()
    isUp.object_store = true
    await Promise.all(replicas.slice(1).map((replica) => replica.look()))
  }
  expect(await told()).toEqual(toBoth(': the service is not ready, object_store is away'))
})

test('of a database that was away is told once it is back', async () => {
  isUp.database = false
  isAway = true
  await pass(10)
  expect(await told()).toEqual([])
  isUp.database = true
  isAway = false
  await pass(10)
  expect(await told()).toEqual(
    [
      ...toBoth(': the service is not ready, database is away'),
      ...toBoth(', over: the service is not ready, database is away'),
    ].sort(),
  )
})

test('an old backup is told, and stays so while the backup process restarts', async () => {
  const old = 'backup_last_success_timestamp_seconds{database="procurement"} 0\n'
  metrics['/backup'] = old
  await pass(5)
  expect(await told()).toEqual(toBoth(': no recent backup of procurement'))
  metrics['/backup'] = null
  await pass(8)
  metrics['/backup'] = old
  await pass(5)
  expect(await told()).toEqual([])
  metrics['/backup'] = fresh()
  await pass(5)
  expect(await told()).toEqual(toBoth(', over: no recent backup of procurement'))
})

test('two deploys that fail one after the other are told one after the other, and over with one that succeeds', async () => {
  metrics['/deploy'] = 'deploy_last_failed 7\n'
  await pass(5)
  metrics['/deploy'] = null
  await pass(5)
  metrics['/deploy'] = 'deploy_last_failed 8\n'
  await pass(5)
  expect(await told()).toEqual([...toBoth(': a deploy failed'), ...toBoth(': a deploy failed')].sort())
  metrics['/deploy'] = 'deploy_last_failed 0\n'
  await pass(5)
  expect(await told()).toEqual(toBoth(', over: a deploy failed'))
})

test('what began before a restart of all replicas is neither told again nor called over', async () => {
  metrics['/deploy'] = 'deploy_last_failed 9\n'
  isUp.object_store = false
  await pass(5)
  expect((await told()).length).toBe(4)
  now = new Date(now.getTime() + 60 * 60_000)
  replicas = [startReplica(), startReplica()]
  await pass(10)
  expect(await told()).toEqual([])
})

test('a mail says since when, and what to look at', async () => {
  metrics['/deploy'] = 'deploy_last_failed 10\n'
  await pass(0.5)
  const since = now.toISOString().slice(0, 16).replace('T', ' ')
  const [mail] = await app.deliver()
  expect(mail!.text).toContain('The reason is in GET /deploys and in the log of the receiver.')
  expect(mail!.text).toContain(`Since: ${since} UTC`)
})

test('the certificate of a host is read from the server that has it', async () => {
  const server = Bun.serve({
    port: 0,
    tls: { cert: certificate, key: privateKey },
    fetch: () => new Response(),
  })
  const certificates = new Certificates({ hosts: ['localhost'], server: `127.0.0.1:${server.port}` })
  expect(await certificates.read()).toBe(true)
  expect(certificates.times.get('localhost')).toEqual({
    from: new Date('2026-11-22T12:56:48Z'),
    to: new Date('2126-10-29T12:56:48Z'),
  })
  await server.stop(true)
  expect(await certificates.read()).toBe(false)
  expect(certificates.times.size).toBe(1)
})
