// Writes the content of a database into an archive, all of one moment.
import { eq } from 'drizzle-orm'
import type { Resource } from '../../content/definition/define-resource.ts'
import { columnOf } from '../../content/definition/find-record.ts'
import { WORD_COUNTS } from '../../content/definition/parse-record.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { adminUsers } from '../../platform/db/schema/auth.ts'
import { contactMessages, newsletterSubscribers } from '../../platform/db/schema/forms.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import {
  type ArchivedImage,
  MEDIA_LIST,
  MESSAGES,
  resourceFile,
  SUBSCRIBERS,
  TransferError,
} from './archive-format.ts'
import { accountFields } from './record-references.ts'
import { scan, type TableRow } from './scan-table.ts'
import type { ArchiveWriter } from './write-archive.ts'

type Export = {
  database: Pick<Database, 'readConsistently' | 'kind'>
  storage: Storage
  archive: ArchiveWriter
  withForms: boolean
  onProgress: ExportProgress
}

/** `total` is called with the number of steps once it is known, `step` for each record and image. */
export type ExportProgress = { total(count: number): void; step(kind: string): void }

/** Resolves with the number of records by kind. Throws TransferError when an image cannot be read. */
export async function exportDatabase({ database, storage, archive, withForms, onProgress }: Export) {
  const counts: Record<string, number> = {}
  const images: string[] = []
  await database.readConsistently(async (tx) => {
    const emails = await readEmails(tx)
    const write = createListWriter({ archive, counts, onProgress })
    onProgress.total(await countRows(tx, withForms))
    for (const resource of resources)
      await write(resourceFile(resource.name), resource.name, readRecords(tx, resource, emails))
    await write(MEDIA_LIST, 'media', readImages(tx, { emails, images }))
    // The list also has the paths of deleted files, which stay taken.
    counts.media = images.length
    if (!withForms) return
    await write(MESSAGES, 'messages', readMessages(tx))
    await write(SUBSCRIBERS, 'subscribers', readSubscribers(tx))
  })
  for (const path of images) {
    const answer = await storage.get(path)
    if (answer.status !== 200)
      throw new TransferError(`The image ${path} is missing in the object store; run media sweep first.`)
    await archive.writeImage(path, chunksOf(answer.body))
    onProgress.step('images')
  }
  return counts
}

type Lists = Pick<Export, 'archive' | 'onProgress'> & { counts: Record<string, number> }

/** Returns a function that writes a list, and counts its records by kind while it does. */
export const createListWriter =
  ({ archive, counts, onProgress }: Lists) =>
  async (name: string, kind: string, batches: AsyncIterable<readonly object[]>) => {
    async function* counted() {
      for await (const batch of batches) {
        yield batch
        for (const _ of batch) onProgress.step(kind)
      }
    }
    counts[kind] = await archive.writeRecords(name, counted())
  }

async function countRows(tx: Tx, withForms: boolean) {
  const tables = [
    ...resources.map(({ table }) => table),
    ...(withForms ? [contactMessages, newsletterSubscribers] : []),
    media,
  ]
  let total = await tx.$count(media, eq(media.state, 'ready'))
  for (const table of tables) total += await tx.$count(table)
  return total
}

const chunksOf = (body: Blob | ReadableStream<Uint8Array>) =>
  (body instanceof Blob ? body.stream() : body) as unknown as AsyncIterable<Uint8Array>

async function readEmails(tx: Tx) {
  const accounts = await tx.select({ id: adminUsers.id, email: adminUsers.email }).from(adminUsers)
  return new Map(accounts.map(({ id, email }) => [id, email]))
}

/** The order is that of the list, so that an import through the API can create the records in the order of the file. */
async function* readRecords(tx: Tx, resource: Resource, emails: ReadonlyMap<number, string>) {
  const accounts = accountFields(resource)
  const position = resource.ordered ? columnOf(resource, 'position') : null
  for await (const rows of scan(tx, resource.table, position)) {
    for (const row of rows) {
      for (const field of accounts) row[field] = emails.get(row[field] as number) ?? null
      for (const name of resource.countedText ? WORD_COUNTS : []) delete row[name]
    }
    yield rows
  }
}

// Accounts are of this installation.
async function* readMessages(tx: Tx) {
  for await (const rows of scan(tx, contactMessages))
    yield rows.map(({ state_by: _, assignee_id: _id, ...row }) => row)
}

// The columns that only links and questions in mails need are left out: this installation's key signs the links.
async function* readSubscribers(tx: Tx) {
  for await (const rows of scan(tx, newsletterSubscribers))
    yield rows.map(({ link_id: _, asked_at: _at, asks: _asks, opted_out_at: _out, ...row }) => row)
}

async function* readImages(
  tx: Tx,
  { emails, images }: { emails: ReadonlyMap<number, string>; images: string[] },
): AsyncGenerator<ArchivedImage[]> {
  for await (const rows of scan(tx, media)) {
    yield rows.map((row) => {
      const { etag: _, ...image } = row as TableRow & typeof media.$inferSelect
      const isReady = image.state === 'ready'
      if (isReady) images.push(image.path)
      const uploaded_by = image.uploaded_by === null ? null : (emails.get(image.uploaded_by) ?? null)
      // A path is never reused, so an image that is gone keeps its path.
      return { ...image, state: isReady ? 'ready' : 'removed', uploaded_by } as unknown as ArchivedImage
    })
  }
}
