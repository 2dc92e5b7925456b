// Imports images into a media library: its database and its object store.

import { eq } from 'drizzle-orm'
import { isPdf, PDF } from '../../media/file-types.ts'
import { formats } from '../../media/image-formats.ts'
import { inspectImage } from '../../media/process-image.ts'
import { releaseReservation } from '../../media/reserve-name.ts'
import type { Database } from '../../platform/db/database.ts'
import { media } from '../../platform/db/schema/media.ts'
import { sha256OfChunks } from '../../platform/sha256.ts'
import { type Storage, StorageError } from '../../platform/storage/storage.ts'
import { translated } from '../../text/content-language.ts'
import { AppError } from '../../text/errors.ts'
import { type ArchivedImage, TransferError } from './archive-format.ts'
import { takeIds } from './database-target.ts'
import type { MediaTarget } from './import-target.ts'

type Library = {
  database: Pick<Database, 'query' | 'transaction'>
  storage: Storage
  accounts: ReadonlyMap<string, number>
  clock: () => Date
}

/** Each image is stored under a reserved path, as an upload is; see media/reserve-name.ts. */
export async function databaseMedia(library: Library): Promise<MediaTarget> {
  const { database, storage, accounts, clock } = library
  const taken = new Map(
    (await database.query((tx) => tx.select().from(media))).map((row) => [row.path, row] as const),
  )
  const keepsIds = taken.size === 0

  async function hasSameBytes(path: string, sha256: string) {
    const row = taken.get(path)
    if (row?.state !== 'ready') return false
    return (await digestOfObject(storage, path)) === sha256
  }

  async function insert(image: ArchivedImage, path: string, state: 'pending' | 'removed') {
    const { version, uploaded_by, created_at, updated_at } = image
    const { mime, width, height, size, placeholder } = image
    return database.transaction(async (tx) => {
      const [id] = await takeIds(tx, 'media', [image.id], keepsIds)
      const [row] = await tx
        .insert(media)
        .values({
          id,
          version,
          path,
          state,
          mime,
          width,
          height,
          size,
          placeholder,
          ...describedAs(image),
          uploaded_by: uploaded_by === null ? null : (accounts.get(uploaded_by.toLowerCase()) ?? null),
          // A pending row that looks old would be cleaned up by a running service.
          created_at: state === 'pending' ? clock() : new Date(created_at),
          updated_at: new Date(updated_at),
        } as typeof media.$inferInsert)
        .returning()
      return row!
    })
  }

  async function store(image: ArchivedImage, path: string, bytes: Uint8Array) {
    const row = await insert(image, path, 'pending')
    const { etag } = await storage.put(path, bytes, { type: image.mime }).catch(async (error) => {
      await releaseReservation(library, row, error instanceof StorageError && error.uncertain)
      throw error
    })
    // On failure the row stays pending, and a service removes it with its object.
    await database.transaction((tx) =>
      tx
        .update(media)
        .set({ state: 'ready', etag, created_at: new Date(image.created_at) })
        .where(eq(media.id, row.id)),
    )
    taken.set(path, { ...row, state: 'ready' })
  }

  return {
    isLossless: true,
    async importImage(image, { sha256, read, dryRun }) {
      let path = image.path
      // An object without a row may be left over from an upload that failed.
      for (let number = 2; taken.has(path) || (await storage.head(path)); number++) {
        if (await hasSameBytes(path, sha256)) {
          const row = taken.get(path)!
          const described = describedAs(image)
          if (Bun.deepEquals(described, pick(row, described))) return { path, outcome: 'left' }
          const changes = { ...described, updated_at: new Date(image.updated_at) }
          if (!dryRun)
            await database.transaction((tx) => tx.update(media).set(changes).where(eq(media.id, row.id)))
          return { path, outcome: 'changed' }
        }
        path = image.path.replace(/(\.[a-z]+)$/, `-${number}$1`)
      }
      const bytes = await read()
      await assertIsAsDescribed(image, bytes)
      if (dryRun) taken.set(path, { path, state: 'removed' } as typeof media.$inferSelect)
      else await store(image, path, bytes)
      return { path, outcome: 'created' }
    },
    async reservePath(image, { dryRun }) {
      if (taken.has(image.path)) return
      if (!dryRun) taken.set(image.path, await insert(image, image.path, 'removed'))
    },
  }
}

const pick = <Fields extends object>(row: Fields & object, like: Fields) =>
  Object.fromEntries(Object.keys(like).map((name) => [name, row[name as keyof Fields]]))

/** Browsers are told what the row says, so it must be true. Throws TransferError. */
async function assertIsAsDescribed(file: ArchivedImage, bytes: Uint8Array) {
  const { mime, extension, width, height } = await inspectFile(bytes).catch((error) => {
    if (!(error instanceof AppError)) throw error
    throw new TransferError(`The file ${file.path} is invalid: ${error.message}`)
  })
  const isRight =
    mime === file.mime &&
    file.path.endsWith(`.${extension}`) &&
    width === file.width &&
    height === file.height &&
    bytes.byteLength === file.size
  if (!isRight)
    throw new TransferError(`The file ${file.path} is invalid: its type or size is not as the archive says.`)
}

async function inspectFile(bytes: Uint8Array) {
  if (isPdf(bytes)) return { ...PDF, width: 0, height: 0 }
  const { format, width, height } = await inspectImage(bytes)
  return { ...formats[format], width, height }
}

async function digestOfObject(storage: Storage, path: string) {
  const answer = await storage.get(path)
  if (answer.status !== 200) return null
  return sha256OfChunks(answer.body instanceof Blob ? answer.body.stream() : answer.body)
}

/** What people say about a file. */
const describedAs = ({ title, tags, focal_x, focal_y, rotation, crop, ...image }: ArchivedImage) => ({
  ...translated(image, 'alt'),
  title,
  tags,
  focal_x,
  focal_y,
  rotation,
  crop,
})
