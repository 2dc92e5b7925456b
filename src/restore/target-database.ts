// What a database has besides its contents, and how another one gets it: owner, encoding, locale, tablespace, limits,
// settings, grants and comment.

import type { BackupContext } from '../backup/backup-context.ts'
import { readLocale } from '../backup/dump-database.ts'
import type { ManifestEntry } from '../backup/dump-manifest.ts'
import { OperationError } from '../backup/postgres-tools.ts'
import { type Connection, literal, quoted, type ServerFacts } from '../db/admin-connection.ts'

export type Target = {
  name: string
  exists: boolean
  owner: string
  /** Whether the one who restores may act as the owner. */
  isMember: boolean
  acceptsConnections: boolean
  connectionLimit: number
  tablespace: string | null
  comment: string | null
  locale: ReturnType<typeof readLocale> | null
  /** Settings of the database, and those of a role within it. */
  settings: { role: string | null; name: string; value: string }[]
  /** Null: never granted or revoked anything. */
  grants: { grantee: string | null; privilege: string; grantable: boolean }[] | null
}

/** The database as it is, or as the manifest says that it was when it is no longer there. */
export async function readTarget(
  sql: Connection,
  { name, entry, facts }: { name: string; entry: ManifestEntry | null; facts: ServerFacts },
): Promise<Target> {
  const [row] = await sql`
    select d.oid, pg_get_userbyid(datdba) as owner, pg_has_role(datdba, 'MEMBER') as member, datallowconn as open,
      datconnlimit as most, t.spcname as tablespace, shobj_description(d.oid, 'pg_database') as comment,
      to_jsonb(d) || jsonb_build_object('encoding', pg_encoding_to_char(encoding)) as facts, datacl is not null as granted
    from pg_database d join pg_tablespace t on t.oid = d.dattablespace
    where datname = ${name}`
  if (!row) {
    return {
      name,
      exists: false,
      owner: facts.role,
      isMember: true,
      acceptsConnections: true,
      connectionLimit: -1,
      tablespace: null,
      comment: null,
      locale: entry,
      settings: [],
      grants: null,
    }
  }
  return {
    name,
    exists: true,
    owner: row.owner,
    isMember: row.member,
    acceptsConnections: row.open,
    connectionLimit: row.most,
    tablespace: row.tablespace,
    comment: row.comment,
    locale: readLocale(row.facts),
    settings: await readSettings(sql, row.oid),
    grants: row.granted ? await readGrants(sql, row.oid) : null,
  }
}

async function readSettings(sql: Connection, oid: number): Promise<Target['settings']> {
  const rows = await sql<{ role: string | null; setting: string }[]>`
    select case when setrole <> 0 then pg_get_userbyid(setrole) end as role, unnest(setconfig) as setting
    from pg_db_role_setting where setdatabase = ${oid}`
  return rows.map(({ role, setting }) => {
    const end = setting.indexOf('=')
    return { role, name: setting.slice(0, end), value: setting.slice(end + 1) }
  })
}

async function readGrants(sql: Connection, oid: number) {
  return sql<NonNullable<Target['grants']>>`
    select case when a.grantee <> 0 then pg_get_userbyid(a.grantee) end as grantee,
      a.privilege_type as privilege, a.is_grantable as grantable
    from pg_database d, aclexplode(d.datacl) a where d.oid = ${oid}`
}

/** Throws `OperationError` unless the one who restores may create databases and rename this one. */
export function assertRights(target: Target, { role, mayCreate }: ServerFacts) {
  if (!mayCreate)
    throw new OperationError(
      `the role ${role} may not create databases; a superuser can say: ALTER ROLE ${quoted(role)} CREATEDB`,
    )
  if (!target.isMember)
    throw new OperationError(
      `${target.name} belongs to ${target.owner}, and the role ${role} is no member of it`,
    )
}

/** Makes an empty database like the target, under another name. */
export async function createLike(sql: Connection, target: Target, name: string) {
  const { locale, tablespace, owner } = target
  const options = [`owner ${quoted(owner)}`, 'template template0']
  if (tablespace && tablespace !== 'pg_default') options.push(`tablespace ${quoted(tablespace)}`)
  if (locale) {
    options.push(`encoding ${literal(locale.encoding)}`)
    if (locale.locale_provider === 'builtin')
      options.push(`builtin_locale ${literal(locale.icu_locale ?? 'C.UTF-8')}`)
    if (locale.locale_provider === 'icu') options.push(`icu_locale ${literal(locale.icu_locale ?? 'und')}`)
    if (locale.locale_provider !== 'libc') options.push(`locale_provider ${locale.locale_provider}`)
    options.push(`lc_collate ${literal(locale.collate)}`, `lc_ctype ${literal(locale.ctype)}`)
  }
  await sql.unsafe(`create database ${quoted(name)} with ${options.join(' ')}`)
}

// Their values are lists of names that are quoted already: as one literal they would be one name.
const LISTS = new Set([
  'local_preload_libraries',
  'search_path',
  'session_preload_libraries',
  'shared_preload_libraries',
  'temp_tablespaces',
  'unix_socket_directories',
])

/** Gives the new database what the target has besides; what the role may not give is said and left. */
export async function copyDatabaseSettings(
  ctx: BackupContext,
  sql: Connection,
  { target, name }: { target: Target; name: string },
) {
  if (target.connectionLimit !== -1)
    await sql.unsafe(`alter database ${quoted(name)} connection limit ${target.connectionLimit}`)
  if (target.comment !== null)
    await sql.unsafe(`comment on database ${quoted(name)} is ${literal(target.comment)}`)
  if (target.grants) {
    await sql.unsafe(`revoke all on database ${quoted(name)} from public`)
    for (const { grantee, privilege, grantable } of target.grants) {
      const to = grantee === null ? 'public' : quoted(grantee)
      const option = grantable ? ' with grant option' : ''
      await attempt(ctx, sql, `grant ${privilege} on database ${quoted(name)} to ${to}${option}`)
    }
  }
  for (const { role, name: setting, value } of target.settings) {
    const database = quoted(name)
    const subject = role === null ? `database ${database}` : `role ${quoted(role)} in database ${database}`
    const path = setting.split('.').map(quoted).join('.')
    await attempt(
      ctx,
      sql,
      LISTS.has(setting)
        ? `select set_config(${literal(setting)}, ${literal(value)}, true); alter ${subject} set ${path} from current`
        : `alter ${subject} set ${path} to ${literal(value)}`,
    )
  }
}

async function attempt(ctx: BackupContext, sql: Connection, statement: string) {
  try {
    // Several statements in one message are one transaction.
    await sql.unsafe(statement).simple()
  } catch (error) {
    ctx.warn(`not carried over: ${statement} (${(error as Error).message})`)
  }
}
