// Restores dumps: verifies them, loads them into new databases beside the current ones, then swaps all names at once. A
// failure at any point leaves the current databases unchanged.

import { type Access, type AccessState, readAccess, settleAccess } from '../../accounts/restored-access.ts'
import { inTransaction, readServerFacts } from '../../platform/db/admin-connection.ts'
import type { BackupContext } from '../backup/backup-context.ts'
import { type BackupLock, withBackupLock } from '../backup/backup-lock.ts'
import { describeFailure } from '../backup/describe-failure.ts'
import type { Dump } from '../backup/dump-catalogue.ts'
import { dumpName, toStamp } from '../backup/dump-names.ts'
import { findTools, OperationError } from '../backup/postgres-tools.ts'
import { totalRows } from '../backup/row-counts.ts'
import { assertRoomForDatabases } from './assert-room.ts'
import { type AccessOffer, noAccounts } from './choose-access.ts'
import { dropLeftovers, loadDump } from './load-dump.ts'
import {
  asOwner,
  assertUnprivileged,
  chooseLoadLogin,
  configuredOwner,
  type LoadLogin,
} from './load-login.ts'
import { dropDatabase, findScratchDatabases, scratchName } from './scratch-database.ts'
import { reopenDatabases, type Swap, swapDatabases } from './swap-databases.ts'
import {
  assertRights,
  copyDatabaseSettings,
  createDatabaseLike,
  readTarget,
  type Target,
} from './target-database.ts'
import { type Archive, verifyDump } from './verify-dump.ts'

/** The services that use the databases, stopped before the restore and started afterwards. */
export type Services = { stop(): Promise<void>; start(): Promise<void> }

/** `keptAs` is the new name of the replaced database; null when there was none. */
export type Restored = {
  database: string
  dump: string
  tables: number
  rows: number
  keptAs: string | null
}

type Prepared = { dump: Dump; archive: Archive; target: Target; login: LoadLogin; scratch: string }

export type RestoreDumps = {
  dumps: readonly Dump[]
  services: Services
  allowSuperuser: boolean
  /** Is called before the services are stopped. Null: no dump holds accounts. */
  chooseAccess(offer: AccessOffer | null): Promise<Access | null>
}

/** Restores all of these dumps or none. Throws `OperationError` with the current databases unchanged. */
export async function restoreDumps(
  ctx: BackupContext,
  { dumps, services, allowSuperuser, chooseAccess }: RestoreDumps,
): Promise<Restored[]> {
  return withBackupLock(ctx, async (lock) => {
    const { sql } = lock
    const server = await readServerFacts(sql)
    await assertUnprivileged(sql, { allowSuperuser })
    const tools = await findTools(server.major, ctx.environment.PATH ?? '')
    for (const name of await reopenDatabases(sql, ctx.config.databases))
      ctx.info(`reopened ${name}, which an interrupted restore had closed to connections`)
    await dropLeftovers(ctx, sql, 'restore')
    const stamp = await unusedStamp(ctx, lock)
    const prepared: Prepared[] = []
    for (const dump of dumps) {
      const archive = await verifyDump(ctx, { dump, tools, serverMajor: server.major })
      const target = await readTarget(sql, {
        name: dump.database,
        entry: dump.entry,
        newOwner: configuredOwner(ctx, dump.database) ?? server.role,
      })
      assertRights(target, server)
      const login = await chooseLoadLogin(ctx, { owner: target.owner, server, allowSuperuser })
      prepared.push({ dump, archive, target, login, scratch: scratchName(dump.database, 'restore', stamp) })
      ctx.info(`verified ${dumpName(dump)}`)
    }
    await assertRoomForDatabases(ctx, sql, dumps)
    const site = prepared.find(({ archive }) => holdsAccounts(archive))
    const access = await chooseAccess(
      site ? { stamp: site.dump.stamp, hasCurrent: (await readCurrent(ctx, site)) !== null } : null,
    )
    await services.stop()
    try {
      const restored: Restored[] = []
      const swaps: Swap[] = []
      for (const { dump, archive, target, login, scratch } of prepared) {
        await createDatabaseLike(sql, target, scratch)
        const load = { dump, archive, tools, server, name: scratch, owner: target.owner, login }
        const counts = await loadDump(ctx, load)
        await copyDatabaseSettings(ctx, sql, { target, name: scratch })
        const keptAs = target.exists ? scratchName(target.name, 'before', stamp) : null
        swaps.push({ scratch, target: target.name, keptAs })
        const [tables, rows] = [Object.keys(counts).length, totalRows(counts)]
        restored.push({ database: target.name, dump: dumpName(dump), tables, rows, keptAs })
        ctx.info(`loaded ${dumpName(dump)} beside ${target.name}: ${rows} rows in ${tables} tables`)
      }
      ctx.signal?.throwIfAborted()
      const back = site && access ? await settle(ctx, site, access) : []
      await lock.assertHeld()
      await swapDatabases(sql, swaps)
      if (access) report(ctx, access, back)
      return restored
    } catch (error) {
      for (const { scratch } of prepared) await dropDatabase(sql, scratch).catch(() => {})
      throw error
    } finally {
      await services.start()
    }
  })
}

const holdsAccounts = ({ lines }: Archive) =>
  ['admin_users', 'revoked_tokens', 'audit_log'].every((table) =>
    lines.some((line) => line.includes(` TABLE public ${table} `)),
  )

/** Null where no accounts are replaced, or they cannot be read: the database may be damaged. */
async function readCurrent(ctx: BackupContext, { target, login }: Prepared): Promise<AccessState | null> {
  if (!target.exists) return null
  try {
    const state = await asOwner(login, target.name, (sql) => inTransaction(sql, readAccess))
    return state.admin_users?.length ? state : null
  } catch (error) {
    ctx.warn(`the accounts of ${target.name} cannot be read: ${describeFailure(error)}`)
    return null
  }
}

// Read again: tokens that were revoked while the dump was loaded count, too.
async function settle(ctx: BackupContext, site: Prepared, access: Access): Promise<string[]> {
  const current = await readCurrent(ctx, site)
  if (access === 'current' && !current) throw noAccounts()
  const settlement = { access, current, stamp: site.dump.stamp, now: ctx.clock() }
  return asOwner(site.login, site.scratch, (sql) => inTransaction(sql, (tx) => settleAccess(tx, settlement)))
}

function report(ctx: BackupContext, access: Access, back: string[]) {
  ctx.info('all sessions, and links for passwords and invitations, have ended: everybody signs in again')
  if (access === 'none')
    ctx.info('no password is valid any more: create-admin --reset --email E lets the first admin in')
  if (back.length > 0)
    ctx.warn(`valid again, although changed, revoked or removed after the dump: ${back.join(', ')}`)
}

// A stamp that no replaced database uses yet, also after the clock was set back.
async function unusedStamp(ctx: BackupContext, { sql }: BackupLock): Promise<string> {
  const replaced = await findScratchDatabases(sql, ctx.config.databases, 'before')
  const used = new Set(replaced.map(({ stamp }) => stamp))
  for (let time = ctx.clock().getTime(); ; time += 1_000) {
    const stamp = toStamp(new Date(time))
    if (!used.has(stamp)) return stamp
  }
}

/** Drops the replaced databases that restores kept, only those of `database` if given; returns their names. */
export async function dropReplaced(
  ctx: BackupContext,
  { database }: { database: string | null },
): Promise<string[]> {
  const { databases } = ctx.config
  if (database !== null && !databases.includes(database))
    throw new OperationError(`${database} is not one of BACKUP_DATABASES (${databases.join(', ')})`)
  return withBackupLock(ctx, async ({ sql }) => {
    const replaced = await findScratchDatabases(sql, database === null ? databases : [database], 'before')
    for (const { name } of replaced) await dropDatabase(sql, name)
    return replaced.map(({ name }) => name)
  })
}
