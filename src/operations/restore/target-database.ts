// The properties of a database beside its content (owner, encoding, locale, tablespace, limit, settings, grants,
// comment): reads them from the current database and gives them to its replacement.

import {
  type Connection,
  quoteIdentifier,
  quoteLiteral,
  type ServerFacts,
} from '../../platform/db/admin-connection.ts'
import type { BackupContext } from '../backup/backup-context.ts'
import { parseLocale } from '../backup/dump-database.ts'
import type { ManifestEntry } from '../backup/dump-manifest.ts'
import { OperationError } from '../backup/postgres-tools.ts'

export type Target = {
  name: string
  exists: boolean
  owner: string
  /** Whether the role of the restore is a member of the owner. */
  isMember: boolean
  acceptsConnections: boolean
  connectionLimit: number
  tablespace: string | null
  comment: string | null
  locale: ReturnType<typeof parseLocale> | null
  /** `alter database … set` and `alter role … in database … set`. */
  settings: { role: string | null; name: string; value: string }[]
  /** Null: the default privileges. */
  grants: { grantee: string | null; privilege: string; grantable: boolean }[] | null
}

/** Reads the current database; one that does not exist will get `newOwner` and the locale of the manifest entry. */
export async function readTarget(
  sql: Connection,
  { name, entry, newOwner }: { name: string; entry: ManifestEntry | null; newOwner: string },
): Promise<Target> {
  const [row] = await sql`
    select d.oid, pg_get_userbyid(datdba) as owner, pg_has_role(datdba, 'MEMBER') as member, datallowconn as open,
      datconnlimit as connection_limit, t.spcname as tablespace, shobj_description(d.oid, 'pg_database') as comment,
      to_jsonb(d) || jsonb_build_object('encoding', pg_encoding_to_char(encoding)) as columns, datacl is not null as granted
    from pg_database d join pg_tablespace t on t.oid = d.dattablespace
    where datname = ${name}`
  if (!row) return newTarget({ name, entry, owner: newOwner })
  return {
    name,
    exists: true,
    owner: row.owner,
    isMember: row.member,
    acceptsConnections: row.open,
    connectionLimit: row.connection_limit,
    tablespace: row.tablespace,
    comment: row.comment,
    locale: parseLocale(row.columns),
    settings: await readSettings(sql, row.oid),
    grants: row.granted ? await readGrants(sql, row.oid) : null,
  }
}

/** A database that does not exist yet, with the locale of its dump and default properties. */
export const newTarget = (target: { name: string; entry: ManifestEntry | null; owner: string }): Target => ({
  name: target.name,
  exists: false,
  owner: target.owner,
  isMember: true,
  acceptsConnections: true,
  connectionLimit: -1,
  tablespace: null,
  comment: null,
  locale: target.entry,
  settings: [],
  grants: null,
})

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

/** Throws `OperationError` unless the role may create databases and rename this one. */
export function assertRights(target: Target, { role, canCreateDatabases }: ServerFacts) {
  if (!canCreateDatabases)
    throw new OperationError(
      `the role ${role} may not create databases; as a superuser run: ALTER ROLE ${quoteIdentifier(role)} CREATEDB`,
    )
  if (!target.isMember)
    throw new OperationError(
      `${target.name} belongs to ${target.owner}, and the role ${role} is not a member of it; as a superuser run: GRANT ${quoteIdentifier(target.owner)} TO ${quoteIdentifier(role)}`,
    )
}

/** Creates an empty database with the target's owner, tablespace, encoding and locale under another name. */
export async function createDatabaseLike(sql: Connection, target: Target, name: string) {
  const { locale, tablespace, owner } = target
  const options = [`owner ${quoteIdentifier(owner)}`, 'template template0']
  if (tablespace && tablespace !== 'pg_default') options.push(`tablespace ${quoteIdentifier(tablespace)}`)
  if (locale) {
    options.push(`encoding ${quoteLiteral(locale.encoding)}`)
    if (locale.locale_provider === 'builtin')
      options.push(`builtin_locale ${quoteLiteral(locale.icu_locale ?? 'C.UTF-8')}`)
    if (locale.locale_provider === 'icu')
      options.push(`icu_locale ${quoteLiteral(locale.icu_locale ?? 'und')}`)
    if (locale.locale_provider !== 'libc') options.push(`locale_provider ${locale.locale_provider}`)
    options.push(`lc_collate ${quoteLiteral(locale.collate)}`, `lc_ctype ${quoteLiteral(locale.ctype)}`)
  }
  await sql.unsafe(`create database ${quoteIdentifier(name)} with ${options.join(' ')}`)
}

// The stored values of these settings are lists of quoted names; quoted again, they would become a single name.
const LIST_SETTINGS = new Set([
  'local_preload_libraries',
  'search_path',
  'session_preload_libraries',
  'shared_preload_libraries',
  'temp_tablespaces',
  'unix_socket_directories',
])

/** Copies limit, comment, grants and settings of the target; warns of each that the role may not set. */
export async function copyDatabaseSettings(
  ctx: BackupContext,
  sql: Connection,
  { target, name }: { target: Target; name: string },
) {
  if (target.connectionLimit !== -1)
    await sql.unsafe(`alter database ${quoteIdentifier(name)} connection limit ${target.connectionLimit}`)
  if (target.comment !== null)
    await sql.unsafe(`comment on database ${quoteIdentifier(name)} is ${quoteLiteral(target.comment)}`)
  if (target.grants) {
    await sql.unsafe(`revoke all on database ${quoteIdentifier(name)} from public`)
    for (const { grantee, privilege, grantable } of target.grants) {
      const to = grantee === null ? 'public' : quoteIdentifier(grantee)
      const option = grantable ? ' with grant option' : ''
      await attempt(ctx, sql, `grant ${privilege} on database ${quoteIdentifier(name)} to ${to}${option}`)
    }
  }
  for (const { role, name: setting, value } of target.settings) {
    const database = quoteIdentifier(name)
    const subject =
      role === null ? `database ${database}` : `role ${quoteIdentifier(role)} in database ${database}`
    const parameter = setting.split('.').map(quoteIdentifier).join('.')
    // A role may change its own settings; the administration login is a member of the owners.
    const become = role === null ? '' : `set local role ${quoteIdentifier(role)}; `
    await attempt(
      ctx,
      sql,
      become +
        (LIST_SETTINGS.has(setting)
          ? `select set_config(${quoteLiteral(setting)}, ${quoteLiteral(value)}, true); alter ${subject} set ${parameter} from current`
          : `alter ${subject} set ${parameter} to ${quoteLiteral(value)}`),
    )
  }
}

async function attempt(ctx: BackupContext, sql: Connection, statement: string) {
  try {
    // The simple protocol runs several statements as one transaction.
    await sql.unsafe(statement).simple()
  } catch (error) {
    ctx.warn(`not copied: ${statement} (${(error as Error).message})`)
  }
}
