import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import {
  type AppendedRow,
  type AuditEntry,
  auditedTransaction,
} from '../../../src/accounts/audit/append-audit-row.ts'
import { listAuditLog } from '../../../src/accounts/audit/list-audit-log.ts'
import { verifyAuditChain } from '../../../src/accounts/audit/verify-audit-chain.ts'
import { createDatabase, type Database, rowsOf } from '../../../src/platform/db/database.ts'
import { createTestDatabase, onPostgres } from '../../support/database.ts'
import { roundsOf } from '../../support/rounds.ts'

let parts: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
const written: AppendedRow[] = []
const audit = { requestId: 'req-1', onAppended: (row: AppendedRow) => void written.push(row) }
const ADA = { name: 'Ada', id: 'local:1' }

beforeAll(async () => {
  parts = await createTestDatabase()
  database = createDatabase(parts.driver)
})

afterAll(async () => {
  await database.close()
  await parts.drop()
})

const execute = (statement: ReturnType<typeof sql>) =>
  database.query((tx) => rowsOf<Record<string, any>>(tx, statement))

const note = (...entries: Partial<AuditEntry>[]) =>
  auditedTransaction({ database, audit }, ADA, async (_, note) => {
    for (const entry of entries) note({ action: 'x', entity: 'things', entityId: 1, ...entry })
  })

const newest = async (limit = 1) => (await listAuditLog(database, { limit })).items

/** Changes the audit log like an attacker who may alter tables. */
async function tamper(statement: ReturnType<typeof sql>) {
  await execute(sql`alter table audit_log disable trigger only_added_to`)
  await execute(statement)
  await execute(sql`alter table audit_log enable always trigger only_added_to`)
}

test('an empty audit log is valid', async () => {
  expect(await verifyAuditChain(database)).toEqual({ ok: true, rows: 0, first_broken: null, last: null })
})

test('a row names actor, action, entity and request', async () => {
  const before = Date.now()
  await note({ action: 'user.create', entity: 'users', entityId: 7, changes: { b: 1, a: ['ü', null] } })
  const [row] = await newest()
  expect(row).toEqual({
    id: 1,
    occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    actor: 'Ada',
    actor_id: 'local:1',
    via: null,
    action: 'user.create',
    entity: 'users',
    entity_id: '7',
    request_id: 'req-1',
    changes: { b: 1, a: ['ü', null] },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(Date.parse(row!.occurred_at)).toBeWithin(before, Date.now() + 1)
  expect(written).toEqual([{ id: 1, hash: row!.hash }])
})

test('rows of one transaction are in the order in which they were added', async () => {
  await note({ entityId: 'a' }, { entityId: 'b' }, { entityId: 'c' })
  const rows = (await newest(3)).reverse()
  expect(rows.map(({ entity_id }) => entity_id)).toEqual(['a', 'b', 'c'])
  expect(rows.map(({ id }) => id)).toEqual([2, 3, 4])
  expect(written.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  expect(await verifyAuditChain(database)).toMatchObject({ ok: true, rows: 4, last: written.at(-1)! })
})

test('the query of the specification returns the newest rows first', async () => {
  const rows = await execute(
    sql`select occurred_at, actor, action, entity, entity_id from audit_log order by occurred_at desc limit 50`,
  )
  expect(rows.map(({ entity_id }) => entity_id)).toEqual(['c', 'b', 'a', '7'])
})

test('the hash does not depend on the session’s time zone', async () => {
  await execute(sql`set time zone 'Asia/Tehran'`)
  expect((await verifyAuditChain(database)).ok).toBe(true)
  await execute(sql`set time zone 'UTC'`)
})

test('a failed change leaves no row, and a row that cannot be written rolls the change back', async () => {
  const before = (await newest())[0]!.id
  const writtenBefore = written.length
  const failing = auditedTransaction({ database, audit }, ADA, async (tx, note) => {
    await tx.execute(
      sql`insert into redirects (from_path, to_path, status_code) values ('/undone', '/', 301)`,
    )
    note({ action: 'x', entity: 'things', entityId: 1 })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  const unwritable = auditedTransaction({ database, audit }, ADA, async (tx, note) => {
    await tx.execute(
      sql`insert into redirects (from_path, to_path, status_code) values ('/undone', '/', 301)`,
    )
    // Postgres text cannot contain NUL.
    note({ action: 'x\0', entity: 'things', entityId: 1 })
  })
  await expect(unwritable).rejects.toThrow()
  expect(await execute(sql`select id from redirects`)).toEqual([])
  expect((await newest())[0]!.id).toBe(before)
  expect(written).toHaveLength(writtenBefore)
})

test('a repeated transaction appends and reports its row once', async () => {
  const { id } = (await newest())[0]!
  let runs = 0
  await auditedTransaction({ database, audit }, ADA, async (tx, note) => {
    note({ action: 'x', entity: 'things', entityId: 1 })
    if (++runs < 3) await tx.execute(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
  })
  expect(runs).toBe(3)
  expect((await newest(2)).map((row) => row.id)).toEqual([id + 1, id])
  expect(written.map((row) => row.id)).toEqual(Array.from({ length: id + 1 }, (_, index) => index + 1))
})

test.each(['update audit_log set actor = actor', 'delete from audit_log', 'truncate audit_log'])(
  'the database refuses: %s',
  async (statement) => {
    const { rows } = await verifyAuditChain(database)
    await expect(execute(sql.raw(statement))).rejects.toThrow('can only be added to')
    const asReplica = database.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql.raw(statement))
    })
    await expect(asReplica).rejects.toThrow('can only be added to')
    expect((await verifyAuditChain(database)).rows).toBe(rows)
  },
)

test('the actor is one short line and never a token', async () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  for (const name of [jwt, `Bearer ${jwt}`, `Ada ${jwt}`, 'x'.repeat(64), '', ' \n ']) {
    await auditedTransaction({ database }, { name, id: 'local:1' }, async (_, note) => {
      note({ action: 'x', entity: 'things', entityId: 1 })
    })
    expect((await newest())[0]!.actor).toMatch(/^user [0-9a-f]{12}$/)
  }
  await auditedTransaction(
    { database },
    { name: `A\nd\u0000a ${'x '.repeat(500_000)}`, id: null },
    async (_, note) => note({ action: 'x', entity: 'things', entityId: 1 }),
  )
  const { actor } = (await newest())[0]!
  expect(actor).toStartWith('A d a x x')
  expect(actor.length).toBeLessThanOrEqual(200)
})

test('the list can be filtered', async () => {
  const found = async (filter: object) =>
    (await listAuditLog(database, { limit: 50, ...filter })).items.map(({ entity_id }) => entity_id)
  expect(await found({ entity: 'users' })).toEqual(['7'])
  expect(await found({ entity: 'things', entity_id: 'b' })).toEqual(['b'])
  expect(await found({ action: 'user.create', actor: 'Ada', actor_id: 'local:1' })).toEqual(['7'])
  expect(await found({ actor: "Ada' or true --" })).toEqual([])
  const [, second, first] = (await listAuditLog(database, { limit: 3, before: 4 })).items
  expect(await found({ to: second!.occurred_at })).toEqual(['7'])
  expect(await found({ from: second!.occurred_at, before: 4 })).toEqual(['b', 'a'])
  expect(first!.id).toBe(1)
})

test('paging by id returns every row once', async () => {
  const all = (await newest(500)).map(({ id }) => id)
  const seen: number[] = []
  for (let before: number | undefined; ; ) {
    const page = await listAuditLog(database, { limit: 4, before })
    seen.push(...page.items.map(({ id }) => id))
    if (page.next_before === null) break
    before = page.next_before
  }
  expect(seen).toEqual(all)
})

test('parallel transactions neither fork the chain nor deadlock', async () => {
  const { rows } = await verifyAuditChain(database)
  const rounds = roundsOf(20, 3)
  const writers = onPostgres ? 30 : 10
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      Array.from({ length: writers }, (_, index) =>
        auditedTransaction({ database, audit }, ADA, async (tx, note) => {
          // Rows that other transactions lock too, in the same order, with audit entries before and after.
          note({ action: 'x', entity: 'things', entityId: index })
          await tx.execute(
            sql`insert into rate_limits (bucket, hits, pending, outcome, expires_at)
              values (${`b${index % 3}`}, '{}', '{}', 'go', now()) on conflict (bucket) do update set outcome = 'go'`,
          )
          note({ action: 'y', entity: 'things', entityId: index })
        }),
      ),
    )
  }
  const found = await verifyAuditChain(database)
  expect(found).toMatchObject({ ok: true, rows: rows + rounds * writers * 2 })
  const out = await execute(sql`
    select count(*)::int as count from (
      select id, occurred_at <= lag(occurred_at) over (order by id) as late from audit_log) as rows where late`)
  expect(out).toEqual([{ count: 0 }])
})

test.if(onPostgres)('what follows a change does not keep other entries waiting', async () => {
  const observed = createDatabase(parts.driver)
  observed.onChange(async () => {
    await note({ action: 'meanwhile' })
    return () => {}
  })
  await auditedTransaction({ database: observed, audit }, ADA, async (tx, note) => {
    note({ action: 'change', entity: 'about', entityId: 1 })
    await tx.execute(sql`update about set title = 'changed'`)
  })
  expect((await newest(2)).map(({ action }) => action)).toEqual(['change', 'meanwhile'])
})

test('an audit log of thousands of rows is verified in batches', async () => {
  const { rows } = await verifyAuditChain(database)
  for (let round = 0; round < 5; round++)
    await note(...Array.from({ length: 500 }, () => ({ action: 'many' })))
  expect(await verifyAuditChain(database)).toMatchObject({ ok: true, rows: rows + 2_500, first_broken: null })
})

test.each([
  ['a changed actor', 40, sql`update audit_log set actor = 'Eve' where id = 40`, 40],
  [
    'a time changed',
    39,
    sql`update audit_log set occurred_at = occurred_at + interval '1 microsecond' where id = 39`,
    39,
  ],
  [
    'an entry moved between columns',
    38,
    sql`update audit_log set action = '', entity = action || entity where id = 38`,
    38,
  ],
  ['added changes', 37, sql`update audit_log set changes = '{}' where id = 37`, 37],
  ['a changed hash', 36, sql`update audit_log set hash = repeat('0', 64) where id = 36`, 36],
  ['a removed row', 30, sql`delete from audit_log where id = 30`, 31],
  [
    'a row changed, and its own hash with it',
    20,
    sql`
    update audit_log set actor = 'Eve', hash = encode(sha256(convert_to((select hash from audit_log where id = 19) || chr(10) ||
      json_build_array(id, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'Eve'::text, actor_id,
        action, entity, entity_id, request_id, changes)::text, 'UTF8')), 'hex') where id = 20`,
    21,
  ],
  ['the first row removed', 1, sql`delete from audit_log where id = 1`, 2],
])('tampering is detected: %s', async (_, __, statement, broken) => {
  await tamper(statement)
  expect(await verifyAuditChain(database)).toMatchObject({ ok: false, first_broken: broken })
})
