// Database errors become errors for the client, without values or statements in them.
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createDatabase, rowsOf, type Tx } from '../../../src/platform/db/database.ts'
import { isAway, isLostConnection, toAppError } from '../../../src/platform/db/database-errors.ts'
import { AppError } from '../../../src/text/errors.ts'
import { createTestDatabase } from '../../support/database.ts'

const opened = await createTestDatabase()
const database = createDatabase(opened.driver)

afterAll(async () => {
  await opened.driver.close()
  await opened.drop()
})

async function refusalOf(statement: string): Promise<AppError> {
  const error = await database
    .transaction((tx) => tx.execute(sql.raw(statement)))
    .then(
      () => null,
      (thrown: unknown) => thrown,
    )
  if (!(error instanceof AppError))
    throw new Error(`not refused as it should be: ${statement}`, { cause: error })
  return error
}

test('a duplicate unique value is a conflict that names the field', async () => {
  await database.transaction((tx) => tx.execute(sql`insert into heroes (page_key) values ('home')`))
  const error = await refusalOf(`insert into heroes (page_key) values ('home')`)
  expect(error).toMatchObject({
    status: 409,
    code: 'conflict',
    errors: [{ path: 'page_key', code: 'taken' }],
  })
  expect(error.message).not.toContain('home')
})

test('a unique index over an expression names its column', async () => {
  const insert = `insert into admin_users (email, name, role, password_hash) values ('A@example.com', 'a', 'admin', '-')`
  await database.transaction((tx) => tx.execute(sql.raw(insert)))
  const error = await refusalOf(insert.replace('A@', 'a@'))
  expect(error).toMatchObject({ status: 409, errors: [{ path: 'email', code: 'taken' }] })
  expect(error.message).not.toContain('example.com')
})

test('a reference to a missing record is a field error', async () => {
  const error = await refusalOf(
    `insert into articles (title, slug, position, category_id) values ('t', 's', 1, 4711)`,
  )
  expect(error).toMatchObject({ status: 422, errors: [{ path: 'category_id', code: 'unknown_reference' }] })
})

test.each([
  ['out of range', `insert into faqs (question, answer, position) values ('q', 'a', 99999999999)`],
  ['a missing value', `insert into faqs (question, answer) values ('q', 'a')`],
  ['a violated check', `insert into about (id) values (2)`],
  ['a wrong type', `insert into faqs (question, answer, position) values ('q', 'a', 'x')`],
  [
    'invalid UTF-8',
    `insert into faqs (question, answer, position) values (convert_from('\\xff', 'UTF8'), 'a', 1)`,
  ],
])('%s is 422', async (_, statement) => {
  expect(await refusalOf(statement)).toMatchObject({ status: 422, code: 'validation_failed' })
})

test.each([
  '08006',
  '57P01',
  '57P03',
  '53300',
  '57014',
  '28P01',
  '3D000',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ETIMEDOUT',
  '40001',
  '40P01',
  '55P03',
])('%s means that the database is temporarily unavailable', (code) => {
  const error = toAppError(Object.assign(new Error('secret'), { code }))
  expect(error).toMatchObject({ status: 503, code: 'unavailable', headers: { 'Retry-After': '5' } })
  expect((error as Error).message).not.toContain('secret')
})

test('an error that the client cannot correct or wait out stays unchanged', async () => {
  const bug = new TypeError('x is not a function')
  expect(toAppError(bug)).toBe(bug)
  const wrong = database.query((tx) => tx.execute(sql`select * from nothing_here where x = ${'hidden'}`))
  const thrown = await wrong.catch((error: unknown) => error)
  expect(thrown).not.toBeInstanceOf(AppError)
  // drizzle's own error contains the statement and its parameters.
  expect(String((thrown as Error).message)).not.toContain('hidden')
})

test('the log shows a failed query without its parameters', async () => {
  const root = join(import.meta.dir, '../../..')
  const code = `import { DrizzleQueryError } from 'drizzle-orm/errors'
    import { createLog } from '${root}/src/platform/log.ts'
    const cause = Object.assign(new Error('relation is missing'), { code: '42P01' })
    createLog('info').error({ err: new DrizzleQueryError('select $1', ['hidden-value'], cause) }, 'request failed')`
  const child = Bun.spawn([process.execPath, '-e', code], { cwd: root, stdout: 'pipe', stderr: 'pipe' })
  const line = await new Response(child.stdout).text()
  expect(JSON.parse(line)).toMatchObject({ level: 'error', msg: 'request failed', err: { code: '42P01' } })
  expect(line).not.toContain('hidden-value')
})

test.each(['40001', '40P01'])('a transaction that fails with %s is repeated', async (code) => {
  let attempts = 0
  const changed: string[] = []
  const observed = createDatabase(opened.driver)
  observed.onChange(async (_, changes) => (isCommitted) => {
    changed.push(`${changes.map(({ resource }) => resource)} ${isCommitted}`)
  })
  const result = await observed.transaction(async (tx) => {
    await tx.execute(sql`update about set title = coalesce(title, '') || 'x'`)
    if (++attempts < 3) throw Object.assign(new Error('again'), { code })
    return attempts
  })
  expect(result).toBe(3)
  expect(changed).toEqual(['about true'])
  await observed.transaction((tx) => tx.execute(sql`update about set title = null`))
})

test('a change listener is notified of the failure when a later listener throws', async () => {
  const callbackResults: boolean[] = []
  const observed = createDatabase(opened.driver)
  observed.onChange(async () => (isCommitted) => void callbackResults.push(isCommitted))
  observed.onChange(async () => {
    throw new Error('cannot')
  })
  const write = observed.transaction((tx) => tx.execute(sql`update about set title = 'unheard of'`))
  await expect(write).rejects.toThrow('cannot')
  expect(callbackResults).toEqual([false])
  const [row] = await rowsOf<{ title: string | null }>(opened.driver.drizzle, sql`select title from about`)
  expect(row!.title).toBeNull()
})

test('a transaction is repeated only a few times, and not after other errors', async () => {
  let attempts = 0
  const fail = (code: string) =>
    database.transaction(async () => {
      attempts++
      throw Object.assign(new Error('no'), { code })
    })
  await expect(fail('40001')).rejects.toMatchObject({ status: 503 })
  expect(attempts).toBeGreaterThan(1)
  expect(attempts).toBeLessThan(10)
  attempts = 0
  await expect(fail('23514')).rejects.toMatchObject({ status: 422 })
  expect(attempts).toBe(1)
})

test('consistent reads see one state of the database and cannot write', async () => {
  const write = (tx: Tx, title: string) => tx.execute(sql`update about set title = ${title}`)
  const read = async (tx: Tx) => (await rowsOf<{ title: string }>(tx, sql`select title from about`))[0]!.title
  await database.transaction((tx) => write(tx, 'before'))
  await database.readConsistently(async (tx) => {
    expect(await read(tx)).toBe('before')
    // The embedded database has one connection, so nothing else can run at the same time.
    if (database.kind === 'postgres') await database.transaction((other) => write(other, 'after'))
    expect(await read(tx)).toBe('before')
  })
  await expect(database.readConsistently((tx) => write(tx, 'never'))).rejects.toThrow('read-only')
})

test.each([
  ...['57P01', '57P02', '57P05', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNRESET', 'ECONNABORTED'],
  ...['EPIPE', 'ERR_SOCKET_CLOSED'],
])('%s is a lost connection, after which a new one may work', (code) => {
  expect([isLostConnection({ code }), isAway({ code })]).toEqual([true, false])
})

test.each(['57P03', '53300', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
  '%s is a database that may accept connections in a moment',
  (code) => {
    expect([isLostConnection({ code }), isAway({ code })]).toEqual([false, true])
  },
)
