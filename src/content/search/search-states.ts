// The states of the full-text indexes: which change of each resource they contain, and what they lack.
import { eq, type SQL, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '../../platform/db/database.ts'
import { contentVersions } from '../../platform/db/schema/history.ts'
import { searchStates } from '../../platform/db/schema/search.ts'
import type { Resource } from '../definition/define-resource.ts'
import type { IndexFormat } from './index-format.ts'

/** The change counter of a resource and its token. */
export type Version = { counter: number; token: string }
/**
 * All records are indexed as of the version, or a later one, but those in `pending` and, unless `built_up_to` is null,
 * those with an id above it.
 */
export type State = Version & { pending: readonly number[]; built_up_to: number | null }

export const isComplete = ({ pending, built_up_to }: State) => pending.length === 0 && built_up_to === null

/** The time after which an index that no process uses is deleted: a rolling update, and a way back, take less. */
const UNUSED_FOR = sql.raw(`interval '1 day'`)

export class SearchStates {
  constructor(private readonly format: IndexFormat) {}

  /** The part of a query that names the resources whose index is older than their content, or lacks a part of it. */
  get behind(): SQL {
    const { resource, token, pending, built_up_to } = searchStates
    return sql`from ${contentVersions}
      left join ${searchStates} on ${resource} = ${contentVersions.resource} || ${` ${this.format.name}`}::text
      where (${token} is distinct from ${contentVersions.token} or ${built_up_to} is not null or ${pending} <> '{}')`
  }

  /** Null for a resource that was never indexed in this format. */
  async read(tx: Tx, { name }: Resource): Promise<State | null> {
    const [state] = await tx
      .select()
      .from(searchStates)
      .where(eq(searchStates.resource, this.format.keyOf(name)))
    return state ?? null
  }

  async write(tx: Tx, { name }: Resource, { counter, token, pending, built_up_to }: State) {
    const state = { counter, token, pending: [...pending], built_up_to, format: this.format.name }
    await tx
      .insert(searchStates)
      .values({ resource: this.format.keyOf(name), ...state })
      .onConflictDoUpdate({ target: searchStates.resource, set: state })
  }

  /** The key of a complete index in another format, that which was used last; null if there is none, or no need of one. */
  async findOther(tx: Tx, { name }: Resource): Promise<string | null> {
    const { resource, built_up_to, used_at } = searchStates
    const own = this.format.keyOf(name)
    const [other] = await rowsOf<{ key: string }>(
      tx,
      sql`select ${resource} as key from ${searchStates}
        where split_part(${resource}, ' ', 1) = ${name} and ${built_up_to} is null
        order by ${resource} = ${own} desc, ${used_at} desc limit 1`,
    )
    return other && other.key !== own ? other.key : null
  }

  /** Notes that the indexes of this format are used, and returns the keys of those that no process uses. */
  async touch(tx: Tx): Promise<string[]> {
    const { resource, format, used_at } = searchStates
    await tx.update(searchStates).set({ used_at: sql`now()` }).where(eq(format, this.format.name))
    const unused = await tx.select({ key: resource }).from(searchStates).where(isUnused(used_at))
    return unused.map(({ key }) => key)
  }

  /** Returns whether the index was still unused. */
  async deleteUnused(tx: Tx, key: string): Promise<boolean> {
    const { resource, used_at } = searchStates
    const deleted = await tx
      .delete(searchStates)
      .where(sql`${eq(resource, key)} and ${isUnused(used_at)}`)
      .returning({ key: resource })
    return deleted.length > 0
  }
}

const isUnused = (usedAt: typeof searchStates.used_at) => sql`${usedAt} < now() - ${UNUSED_FOR}`

/** The version that the index of a resource should have; null for one that was never changed. */
export async function readVersion(tx: Tx, { name }: Resource): Promise<Version | null> {
  const [version] = await tx.select().from(contentVersions).where(eq(contentVersions.resource, name))
  return version ?? null
}
