import { openOffSite } from '../../platform/storage/off-site-store.ts'
import type { BackupContext } from '../backup/backup-context.ts'
import { lockBackupDirectory } from '../backup/backup-lock.ts'
import { type Dump, isGood, listDumps } from '../backup/dump-catalogue.ts'
import { fetchOffSite, listOffSite } from '../backup/off-site-copy.ts'
import { assertRoomForDumps } from './assert-room.ts'
import { chooseDumps, type Selection } from './choose-dumps.ts'

/** The selected dumps; those missing here are downloaded from the off-site store first. Throws `OperationError`. */
export async function fetchDumps(ctx: BackupContext, selection: Selection): Promise<Dump[]> {
  const { directory, databases, offSite: config } = ctx.config
  const local = await listDumps(directory, databases)
  try {
    return chooseDumps(local, databases, selection)
  } catch (error) {
    if (!config) throw error
    const offSite = openOffSite(config)
    const lock = lockBackupDirectory(directory)
    try {
      const missing = (await listOffSite(offSite, databases))
        .filter(
          (copy) =>
            !local.some(
              (dump) => dump.stamp === copy.stamp && dump.database === copy.database && isGood(dump),
            ),
        )
        .map((copy): Dump => ({ ...copy, path: '', entry: null }))
      const chosen = chooseDumps([...local, ...missing], databases, selection)
      const absent = chosen.filter((dump) => missing.includes(dump))
      await assertRoomForDumps(ctx, absent)
      for (const dump of absent) {
        ctx.info(`downloading the dump of ${dump.database} of ${dump.stamp} from the object store`)
        await fetchOffSite(ctx, offSite, dump)
      }
    } finally {
      lock.release()
      offSite.close()
    }
    return chooseDumps(await listDumps(directory, databases), databases, selection)
  }
}
