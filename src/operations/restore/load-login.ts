// The login that loads a dump. A dump can run code while it is loaded, such as a function in a CHECK constraint, with the
// rights of the login: SET ROLE is no boundary, since the code can RESET ROLE. So superusers are refused, and the login of
// the database's owner is used where it is configured.

import type { Secret } from '../../platform/config/secret.ts'
import {
  type Connection,
  connectForMaintenance,
  connectTo,
  quoteIdentifier,
  type ServerFacts,
  withConnection,
} from '../../platform/db/admin-connection.ts'
import type { BackupContext } from '../backup/backup-context.ts'
import { describeFailure } from '../backup/describe-failure.ts'
import { OperationError } from '../backup/postgres-tools.ts'

export type LoadLogin = {
  url: Secret
  /** Role to assume after the login, with SET ROLE; null: none. */
  role: string | null
}

export class PrivilegedLoginError extends OperationError {}

type Options = { owner: string; server: ServerFacts; allowSuperuser: boolean }

/**
 * The login that loads a dump into a database of `owner`: from RESTORE_OWNER_URLS, else the one of `ctx.url` with SET
 * ROLE. Throws `OperationError` when the owner cannot log in or is a superuser.
 */
export async function chooseLoadLogin(ctx: BackupContext, options: Options): Promise<LoadLogin> {
  const { owner, server, allowSuperuser } = options
  const url = ctx.config.ownerUrls.find((candidate) => userOf(candidate) === owner)
  if (!url) {
    if (owner === server.role) return { url: ctx.url, role: null }
    ctx.warn(
      `RESTORE_OWNER_URLS has no login of ${owner}: loading as ${server.role}, whose rights code in the dump could use`,
    )
    return { url: ctx.url, role: owner }
  }
  try {
    await withConnection(await connectForMaintenance(url), (sql) =>
      assertUnprivileged(sql, { allowSuperuser }),
    )
  } catch (error) {
    if (error instanceof PrivilegedLoginError) throw error
    throw new OperationError(
      `${owner} cannot log in with its URL in RESTORE_OWNER_URLS: ${describeFailure(error)}`,
    )
  }
  return { url, role: null }
}

/** Runs `use` on a connection to a database with the rights of its owner. */
export const asOwner = <T>(
  { url, role }: LoadLogin,
  database: string,
  use: (sql: Connection) => Promise<T>,
) =>
  withConnection(connectTo(url, database), async (sql) => {
    if (role) await sql.unsafe(`set role ${quoteIdentifier(role)}`)
    return use(sql)
  })

/** The role that RESTORE_OWNER_URLS names for a database that does not exist; null when there is none. */
export function configuredOwner(ctx: BackupContext, database: string): string | null {
  const url = ctx.config.ownerUrls.find(
    (candidate) => decodeURIComponent(new URL(candidate.reveal()).pathname.slice(1)) === database,
  )
  return url ? userOf(url) : null
}

const userOf = (url: Secret) => decodeURIComponent(new URL(url.reveal()).username)

/**
 * Throws `PrivilegedLoginError` when the login could run programs or access files on the server: a superuser, a member of
 * one or of the `pg_*_server_*` roles, and before Postgres 16 a role with CREATEROLE, which can join those.
 */
export async function assertUnprivileged(
  sql: Connection,
  { allowSuperuser }: { allowSuperuser: boolean },
): Promise<void> {
  if (allowSuperuser) return
  const [found] = await sql<{ login: string; role: string; reason: string }[]>`
    select session_user as login, rolname as role,
      case when rolsuper then 'a superuser' when rolcreaterole then 'a role with CREATEROLE'
        else 'a role with access to the server''s files or programs' end as reason
    from pg_roles
    where pg_has_role(session_user, oid, 'MEMBER') and (
      rolsuper
      or rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')
      or (rolcreaterole and current_setting('server_version_num')::int < 160000)
    )
    order by rolname = session_user desc, rolsuper desc, rolname limit 1`
  if (!found) return
  const { login, role, reason } = found
  const subject = login === role ? `${login}, ${reason}` : `${login}, a member of ${role} (${reason})`
  throw new PrivilegedLoginError(
    `refusing to load a dump as ${subject}: a dump can run code with the rights of the login. Use a login without such rights, or --allow-superuser if you trust the dump; nothing was changed`,
  )
}
