// Makes the placeholders of images that were uploaded before there were any.
import { and, asc, eq, gt, isNull, like } from 'drizzle-orm'
import type { Database } from '../platform/db/database.ts'
import { media } from '../platform/db/schema/media.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { AppError } from '../text/errors.ts'
import { computePlaceholder } from './process-image.ts'

type Services = { database: Pick<Database, 'query' | 'transaction'>; storage: Storage }

type Progress = { total(count: number): void; step(): void }

export type Filled = {
  filled: number
  /** Images that are damaged, or missing in the store. */
  failed: { path: string; reason: string }[]
}

const BATCH = 100

const lacking = and(eq(media.state, 'ready'), isNull(media.placeholder), like(media.mime, 'image/%'))

/** One image at a time, so memory does not grow with the library. May be interrupted and repeated. Throws 503. */
export async function fillPlaceholders({ database, storage }: Services, progress: Progress): Promise<Filled> {
  progress.total(await database.query((tx) => tx.$count(media, lacking)))
  const result: Filled = { filled: 0, failed: [] }
  for (let lastId = 0; ; ) {
    const rows = await database.query((tx) =>
      tx
        .select({ id: media.id, path: media.path })
        .from(media)
        .where(and(lacking, gt(media.id, lastId)))
        .orderBy(asc(media.id))
        .limit(BATCH),
    )
    for (const { id, path } of rows) {
      const made = await makePlaceholder(storage, path)
      if ('reason' in made) result.failed.push({ path, reason: made.reason })
      else {
        const { placeholder } = made
        await database.transaction((tx) => tx.update(media).set({ placeholder }).where(eq(media.id, id)))
        result.filled++
      }
      progress.step()
      lastId = id
    }
    if (rows.length < BATCH) return result
  }
}

async function makePlaceholder(
  storage: Storage,
  path: string,
): Promise<{ placeholder: string } | { reason: string }> {
  const object = await storage.get(path)
  if (object.status !== 200) return { reason: 'is missing in the object store' }
  const { body } = object
  try {
    return {
      placeholder: await computePlaceholder(
        await (body instanceof Blob ? body.bytes() : new Response(body).bytes()),
      ),
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error
    return { reason: 'is damaged' }
  }
}
