// Imports messages and newsletter subscribers into a database.

import { getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { contactMessages, messageStates, newsletterSubscribers } from '../../platform/db/schema/forms.ts'
import { sha256 } from '../../platform/sha256.ts'
import { STORABLE } from '../../text/text-fields.ts'
import { MESSAGES, recordHead, SUBSCRIBERS } from './archive-format.ts'
import { takeIds } from './database-target.ts'
import type { Summary } from './import-target.ts'
import type { Archive } from './open-archive.ts'
import { scan } from './scan-table.ts'

const text = z
  .string()
  .max(100_000)
  .refine(...STORABLE)
const head = recordHead.shape

const message = z.strictObject({
  ...head,
  name: text,
  email: text,
  phone: text.nullable(),
  subject: text.nullable(),
  message: text,
  locale: text.nullable(),
  read: z.boolean(),
  spam: z.boolean(),
  // Absent in archives of versions without them.
  state: z.enum(messageStates).optional(),
  state_at: z.iso.datetime({ offset: true }).nullish(),
  note: text.nullish(),
  page: text.nullish(),
})
const subscriber = z.strictObject({
  ...head,
  email: text,
  name: text.nullable(),
  locale: text.nullable(),
  spam: z.boolean(),
  // Absent in archives of versions before double opt-in.
  state: z.enum(['pending', 'subscribed', 'unsubscribed']).optional(),
  confirmed_at: z.iso.datetime({ offset: true }).nullish(),
})

type Submission = z.infer<typeof message> | z.infer<typeof subscriber>
type FormsImport = { archive: Archive; dryRun: boolean; summary: Summary; onProgress(kind: string): void }

const BATCH_SIZE = 200

const forms = [
  {
    kind: 'messages',
    file: MESSAGES,
    schema: message,
    table: contactMessages,
    keyOf: (row: Record<string, unknown>) =>
      JSON.stringify([new Date(row.created_at as string).getTime(), row.email, row.message]),
  },
  {
    kind: 'subscribers',
    file: SUBSCRIBERS,
    schema: subscriber,
    table: newsletterSubscribers,
    keyOf: (row: Record<string, unknown>) => JSON.stringify([String(row.email).toLowerCase(), row.spam]),
  },
]

/** Adds the submissions that the database lacks; existing ones stay as they are. */
export async function importForms(tx: Tx, { archive, dryRun, summary, onProgress }: FormsImport) {
  for (const { kind, file, schema, table, keyOf } of forms) {
    const known = new Set<string>()
    for await (const rows of scan(tx, table)) for (const row of rows) known.add(digest(keyOf(row)))
    const keepsIds = known.size === 0
    let batch: Submission[] = []
    const flush = async () => {
      if (!dryRun && batch.length > 0) await insert(tx, table, batch, keepsIds)
      batch = []
    }
    for await (const row of archive.records(file, schema as z.ZodType<Submission>)) {
      const key = digest(keyOf(row))
      summary.add(kind, known.has(key) ? 'left' : 'created')
      onProgress(kind)
      if (known.has(key)) continue
      known.add(key)
      batch.push(row)
      if (batch.length === BATCH_SIZE) await flush()
    }
    await flush()
  }
}

async function insert(
  tx: Tx,
  table: PgTable & { id: PgColumn },
  rows: readonly Submission[],
  keepsIds: boolean,
) {
  const ids = await takeIds(
    tx,
    getTableName(table),
    rows.map(({ id }) => id),
    keepsIds,
  )
  const values = rows.map((row, index) => ({
    ...row,
    id: ids[index]!,
    created_at: new Date(row.created_at),
    updated_at: new Date(row.updated_at),
    ...('state_at' in row && { state_at: row.state_at ? new Date(row.state_at) : null }),
    ...('confirmed_at' in row && { confirmed_at: row.confirmed_at ? new Date(row.confirmed_at) : null }),
    // It is deleted like any other unless it is confirmed or entered again.
    ...('state' in row && row.state === 'pending' && { asked_at: new Date(row.updated_at) }),
    ...('state' in row && row.state === 'unsubscribed' && { opted_out_at: new Date(row.updated_at) }),
  }))
  await tx.insert(table).values(values as never)
}

const digest = (key: string) => sha256(key, 'base64')
