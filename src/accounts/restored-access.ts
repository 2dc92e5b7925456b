// Access after a restore. A dump brings back tokens that were revoked since it was made, removed factors and disabled accounts, so the
// operator chooses which state of accounts, passwords, factors, roles and tokens is valid. Tables and columns are read from the
// database: a dump may be of another release.
import { type SQL, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '../platform/db/database.ts'
import { appendRows } from './audit/append-audit-row.ts'
import { stepAt } from './factors/totp.ts'

/** `current`: as in the database that is replaced; `dump`: as in the dump; `none`: no password, factor or token is valid. */
export const ACCESS = ['current', 'dump', 'none'] as const
export type Access = (typeof ACCESS)[number]

/** Those that refer to accounts. */
const OF_ACCOUNTS = ['totp_factors', 'recovery_codes', 'passkeys', 'api_tokens'] as const
/** Those that stand for themselves. */
const OF_KEYS = ['former_api_tokens', 'former_token_keys', 'oidc_admin_bindings'] as const
const TABLES = [...OF_ACCOUNTS, ...OF_KEYS, 'admin_users', 'users', 'user_roles', 'previews'] as const

type Table = (typeof TABLES)[number]
type Row = Record<string, unknown>
/** The restored database, in a transaction, with the columns of its tables. */
type Restored = { tx: Tx; columns: Map<string, string[]> }

/** The rows of the tables that give access; a table that the release does not have is missing. */
export type AccessState = { [Name in Table]?: Row[] }

export async function readAccess(tx: Tx): Promise<AccessState> {
  const columns = await readColumns(tx)
  const state: AccessState = {}
  for (const table of TABLES.filter((name) => columns.has(name))) {
    const rows = await rowsOf<{ row: Row }>(tx, sql`select to_jsonb(t) as row from ${nameOf(table)} t`)
    state[table] = rows.map(({ row }) => row)
  }
  return state
}

type Settlement = {
  access: Access
  /** Of the database that is replaced; null: there is none. */
  current: AccessState | null
  /** Of the dump. */
  stamp: string
  now: Date
}

/**
 * Ends the sessions, sign-ins and links of a restored database, settles access, and adds an audit row. Resolves with the ways in that
 * are valid again although they were changed or withdrawn after the dump, such as `2 passkeys`. Call it in one transaction, before the
 * database is used.
 */
export async function settleAccess(tx: Tx, { access, current, stamp, now }: Settlement): Promise<string[]> {
  // Triggers of the service name tables without their schema.
  await tx.execute(sql`set local search_path to public`)
  const restored = { tx, columns: await readColumns(tx) }
  if (access === 'current') await takeAccess(restored, current ?? {})
  if (access === 'none') await withdrawAccess(restored, now)
  if (access !== 'current' && current) await rememberTokens(restored, current)
  await endWhatBegan(restored, now)
  const entry = { action: 'database.restore', entity: 'database', entityId: stamp, changes: { access } }
  await appendRows(tx, { actor: { name: 'restore', id: null }, entries: [entry], requestId: null })
  return access === 'dump' && current ? countReturned(await readAccess(tx), { current, now }) : []
}

async function endWhatBegan(restored: Restored, now: Date) {
  const { tx, columns } = restored
  await clear(restored, ['sign_in_tickets', 'account_links'])
  await tx.execute(sql`update admin_users set token_version = token_version + 1`)
  // Kept as ended ones: a device that was known is no new one.
  if (columns.has('sessions'))
    await tx.execute(sql`insert into revoked_tokens (jti, expires_at)
      select id, expires_at from sessions where expires_at > ${now.toISOString()} on conflict do nothing`)
  // Codes of this moment may have been used since the dump.
  if (columns.has('totp_factors'))
    await tx.execute(sql`update totp_factors set last_step = greatest(last_step, ${stepAt(now)})`)
}

/** Company accounts go on: their provider decides on them. */
async function withdrawAccess(restored: Restored, now: Date) {
  const { tx, columns } = restored
  const emptied = columns
    .get('admin_users')!
    .filter((name) => ['password_hash', 'password_allowed_until', 'connected_at'].includes(name))
    .map((name) => sql`${sql.identifier(name)} = null`)
  await tx.execute(sql`update admin_users set ${sql.join(emptied, sql`, `)}`)
  await clear(restored, ['totp_factors', 'recovery_codes', 'passkeys', 'previews'])
  if (columns.has('api_tokens'))
    await tx.execute(sql`update api_tokens set revoked_at = ${now.toISOString()} where revoked_at is null`)
}

/** API tokens that were made after the dump were valid once: they are no guesses of a stranger, which count. */
async function rememberTokens(
  { tx, columns }: Restored,
  { api_tokens = [], former_api_tokens = [] }: AccessState,
) {
  if (!columns.has('former_api_tokens')) return
  const hashes = [...api_tokens, ...former_api_tokens].map(({ token_hash }) => token_hash)
  await tx.execute(sql`insert into former_api_tokens (token_hash)
    select jsonb_array_elements_text(${JSON.stringify(hashes)}::text::jsonb) on conflict do nothing`)
}

/** Replaces accounts, their factors and tokens, and the roles of persons by those of the other database. */
async function takeAccess(restored: Restored, current: AccessState) {
  const { tx, columns } = restored
  const isSamePerson = await takePersons(restored, current.users ?? [])
  const withPersons = (rows: Row[]) =>
    rows.map((row) => (isSamePerson(row.person_id) ? row : { ...row, person_id: null }))
  await replace(
    restored,
    'user_roles',
    current.user_roles?.filter(({ user_id }) => isSamePerson(user_id)),
  )
  const present = OF_ACCOUNTS.filter((table) => current[table])
  await clear(restored, present)
  await takeAccounts(restored, withPersons(current.admin_users ?? []))
  for (const table of present) await insert(restored, table, withPersons(current[table]!))
  for (const table of OF_KEYS) await replace(restored, table, current[table])
  if (current.previews && columns.has('previews'))
    await tx.execute(
      sql`delete from previews where id not in (select id from ${recordsOf('previews', current.previews)})`,
    )
}

/** Adds the persons that the dump does not have. Resolves with whether an id is the same person's in both databases. */
async function takePersons(restored: Restored, current: Row[]) {
  const { tx } = restored
  await update(restored, 'users', {
    rows: current,
    names: ['disabled'],
    isSame: sql`current.subject = users.subject`,
  })
  const known = await rowsOf<Row>(tx, sql`select id, subject from users`)
  const taken = new Set(known.flatMap(({ id, subject }) => [id, subject]))
  const missing = current.filter(({ id, subject }) => !taken.has(id) && !taken.has(subject))
  await insert(restored, 'users', missing)
  const persons = new Map([...known, ...missing].map(({ id, subject }) => [id, subject]))
  const same = new Set(current.flatMap(({ id, subject }) => (persons.get(id) === subject ? [id] : [])))
  return (id: unknown) => same.has(id)
}

/** Accounts of the dump that are gone by now are deleted again. */
async function takeAccounts(restored: Restored, current: Row[]) {
  const { tx, columns } = restored
  const isSame = sql`current.id = admin_users.id and current.created_at = admin_users.created_at`
  const rows = recordsOf('admin_users', current)
  await tx.execute(
    sql`delete from admin_users where not exists (select from ${rows} as current where ${isSame})`,
  )
  // Each row is checked by itself, and two accounts may have exchanged addresses or persons.
  await tx.execute(sql`update admin_users set email = 'account ' || id`)
  if (columns.get('admin_users')!.includes('person_id'))
    await tx.execute(sql`update admin_users set person_id = null`)
  await update(restored, 'admin_users', { rows: current, names: null, isSame })
  const kept = await rowsOf<Row>(tx, sql`select id from admin_users`)
  const ids = new Set(kept.map(({ id }) => id))
  await insert(
    restored,
    'admin_users',
    current.filter(({ id }) => !ids.has(id)),
  )
}

type Update = { rows: Row[]; names: string[] | null; isSame: SQL }

/** Sets these columns, or all, where both releases have them. */
async function update(restored: Restored, table: Table, { rows, names, isSame }: Update) {
  const common = commonColumns(restored, table, rows).filter((name) => names === null || names.includes(name))
  if (common.length === 0) return
  const set = common.map((name) => sql`${sql.identifier(name)} = current.${sql.identifier(name)}`)
  await restored.tx.execute(
    sql`update ${nameOf(table)} set ${sql.join(set, sql`, `)} from ${recordsOf(table, rows)} as current where ${isSame}`,
  )
}

async function replace(restored: Restored, table: Table, rows: Row[] | undefined) {
  if (!rows) return
  await clear(restored, [table])
  await insert(restored, table, rows)
}

/** Adds rows; the next id follows the largest one. */
async function insert(restored: Restored, table: Table, rows: Row[]) {
  const common = commonColumns(restored, table, rows)
  if (common.length === 0) return
  const names = sql.join(
    common.map((name) => sql.identifier(name)),
    sql`, `,
  )
  await restored.tx.execute(
    sql`insert into ${nameOf(table)} (${names}) overriding system value select ${names} from ${recordsOf(table, rows)}`,
  )
  if (typeof rows[0]!.id !== 'number') return
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
  await restored.tx.execute(
    sql`select setval(${sequence}, greatest((select max(id) from ${nameOf(table)}), nextval(${sequence})))`,
  )
}

async function clear({ tx, columns }: Restored, tables: readonly string[]) {
  for (const table of tables.filter((name) => columns.has(name)))
    await tx.execute(sql`delete from ${nameOf(table)}`)
}

const commonColumns = ({ columns }: Restored, table: Table, rows: Row[]) =>
  (columns.get(table) ?? []).filter((name) => name in (rows[0] ?? {}))

type KeyOf = (row: Row, now: Date) => unknown
const isOver = (instant: unknown, now: Date) => new Date(String(instant)) <= now

/** The ways in, each by a key that changes with it; null: the row opens none. */
const WAYS_IN: readonly [one: string, many: string, Table, KeyOf][] = [
  ['account', 'accounts', 'admin_users', ({ id, disabled }) => (disabled ? null : id)],
  ['password', 'passwords', 'admin_users', ({ id, password_hash: hash }) => hash && `${id} ${hash}`],
  ['mail address', 'mail addresses', 'admin_users', ({ id, email }) => `${id} ${email}`],
  ['role of an account', 'roles of accounts', 'admin_users', ({ id, role }) => `${id} ${role}`],
  [
    'connection with a company account',
    'connections with company accounts',
    'admin_users',
    ({ id, person_id: person }) => person && `${id} ${person}`,
  ],
  ['company account', 'company accounts', 'users', ({ subject, disabled }) => (disabled ? null : subject)],
  ['role in procurement', 'roles in procurement', 'user_roles', ({ user_id, role }) => `${user_id} ${role}`],
  // Another key of the service changes the secret itself.
  [
    'authenticator app',
    'authenticator apps',
    'totp_factors',
    ({ account_id, confirmed_at: at }) => at && `${account_id} ${at}`,
  ],
  [
    'recovery code',
    'recovery codes',
    'recovery_codes',
    ({ account_id, code_hash }) => `${account_id} ${code_hash}`,
  ],
  ['passkey', 'passkeys', 'passkeys', ({ credential_id }) => credential_id],
  [
    'API token',
    'API tokens',
    'api_tokens',
    ({ token_hash, revoked_at, expires_at: end }, now) =>
      revoked_at || isOver(end, now) ? null : token_hash,
  ],
  [
    'preview link',
    'preview links',
    'previews',
    ({ id, expires_at: end }, now) => (isOver(end, now) ? null : id),
  ],
]

function countReturned(restored: AccessState, { current, now }: { current: AccessState; now: Date }) {
  const enabled = new Set(current.admin_users?.flatMap(({ id, disabled }) => (disabled ? [] : [id])))
  return WAYS_IN.flatMap(([one, many, table, keyOf]) => {
    const keysOf = (rows: Row[] = []) => new Set(rows.map((row) => keyOf(row, now)))
    // An account that was disabled or deleted is named once, not with all that it has.
    const isNamed = ({ id }: Row) => table !== 'admin_users' || one === 'account' || enabled.has(id)
    const today = keysOf(current[table])
    const then = keysOf(restored[table]?.filter(isNamed))
    const count = [...then].filter((key) => key && !today.has(key)).length
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
}

/** Of each table of the service, in the database as it is. */
async function readColumns(tx: Tx): Promise<Restored['columns']> {
  const rows = await rowsOf<{ table: string; columns: string[] }>(
    tx,
    sql`select relname as table, json_agg(attname) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = to_regnamespace('public') and relkind = 'r' and attnum > 0 and not attisdropped
      group by relname`,
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

const nameOf = (table: string) => sql`public.${sql.identifier(table)}`

const recordsOf = (table: Table, rows: Row[]) =>
  sql`jsonb_populate_recordset(null::${nameOf(table)}, ${JSON.stringify(rows)}::text::jsonb)`
