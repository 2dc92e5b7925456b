// The subject of a review: the working copy of a record or, without one, the unpublished article.
import { and, eq, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import { articles } from '../../platform/db/schema/articles.ts'
import { reviews } from '../../platform/db/schema/collaboration.ts'
import { trash } from '../../platform/db/schema/trash.ts'
import { workingCopies } from '../../platform/db/schema/working-copies.ts'
import { etagOf } from '../../text/record-version.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { draftEtag, readCopy } from '../history/working-copy.ts'

export type ReviewRow = typeof reviews.$inferSelect

/** `etag` is that of the article or working copy. */
export type Subject = { copy_id: number | null; version: number; etag: string }

/** The present subject of a record's review; null: visitors see all of the record. */
export async function subjectOf(tx: Tx, resource: Resource, row: Row): Promise<Subject | null> {
  const copy = await readCopy(tx, resource, row.id)
  if (copy) return { copy_id: copy.id, version: copy.version, etag: draftEtag(copy) }
  if (!resource.publishable || row.status !== 'draft') return null
  return { copy_id: null, version: row.version, etag: etagOf(row.version) }
}

/** Whether something was changed since the state of the review was set. */
export const isChanged = (review: Pick<ReviewRow, 'copy_id' | 'version'>, subject: Omit<Subject, 'etag'>) =>
  review.copy_id !== subject.copy_id || review.version !== subject.version

const ofCopy = (column: AnyPgColumn) => sql<number | null>`(
  select ${column} from ${workingCopies}
  where ${workingCopies.resource} = ${reviews.resource} and ${workingCopies.record_id} = ${reviews.record_id})`

const ofArticle = sql<number | null>`(
  select ${articles.version} from ${articles}
  where ${reviews.resource} = 'articles' and ${articles.id} = ${reviews.record_id} and ${articles.status} = 'draft')`

const version = sql`coalesce(${ofCopy(workingCopies.version)}, ${ofArticle})`

/** Reviews that have not ended: there still is what they are about, and nobody has edited it after its approval. */
export const stands = (tx: Tx): SQL | undefined =>
  and(
    sql`${version} is not null`,
    or(
      sql`${reviews.state} <> 'approved'`,
      sql`(${reviews.version} = ${version} and ${reviews.copy_id} is not distinct from ${ofCopy(workingCopies.id)})`,
    ),
    notExists(
      tx
        .select({ id: trash.id })
        .from(trash)
        .where(and(eq(trash.resource, reviews.resource), eq(trash.record_id, reviews.record_id))),
    ),
  )
