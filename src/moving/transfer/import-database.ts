// Imports an archive into a database and its object store. All records are validated first; then images are stored one by
// one, and all records are written in one transaction.

import { auditActor } from '../../accounts/actor.ts'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import type { ContentContext } from '../../content/content-context.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { recordHead, resourceFile } from './archive-format.ts'
import { databaseMedia } from './database-media.ts'
import { databaseTarget, readAccounts, valuesOf } from './database-target.ts'
import { importForms } from './import-forms.ts'
import { importMedia } from './import-media.ts'
import { importRecords } from './import-records.ts'
import { Summary } from './import-target.ts'
import type { Archive } from './open-archive.ts'
import { accountFields, importOrder } from './record-references.ts'

type DatabaseImport = {
  archive: Archive
  /** Its transactions must be allowed to take as long as the import. */
  ctx: ContentContext
  storage: Storage
  withForms: boolean
  dryRun: boolean
  onProgress(kind: string): void
}

/** Throws TransferError. With `dryRun`, nothing is written. */
export async function importDatabase(job: DatabaseImport): Promise<Summary> {
  const { archive, ctx, storage, dryRun, withForms, onProgress } = job
  const { database, clock } = ctx
  await validateRecords(job)
  const summary = new Summary()
  const accounts = await database.query(readAccounts)
  const library = await databaseMedia({ database, storage, accounts, clock })
  const renamed = await importMedia({ archive, target: library, dryRun, summary, onProgress })
  await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    const target = await databaseTarget(tx, ctx)
    await importRecords({ archive, target, renamed, dryRun, summary, onProgress })
    if (withForms) await importForms(tx, { archive, dryRun, summary, onProgress })
    if (dryRun) return
    const changes = Object.fromEntries(summary.counts)
    note({ action: 'import', entity: 'site', entityId: archive.manifest.created_at, changes })
  })
  return summary
}

async function validateRecords({ archive, ctx, onProgress }: DatabaseImport) {
  for (const resource of importOrder()) {
    for await (const record of archive.records(resourceFile(resource.name), recordHead)) {
      const accounts = Object.fromEntries(accountFields(resource).map((name) => [name, null]))
      await valuesOf(ctx, resource, { ...record, ...accounts })
      onProgress('checked records')
    }
  }
}
