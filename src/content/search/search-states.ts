// The state of the full-text index: which change of each resource it contains.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { contentVersions } from '../../platform/db/schema/history.ts'
import { searchStates } from '../../platform/db/schema/search.ts'
import type { Resource } from '../definition/define-resource.ts'

/** Raise when documents are made in another way; the index is then rebuilt at the next start. */
const FORMAT = 6
/** The change counter of a resource and its token: what is indexed, or what the table holds. */
export type State = { counter: number; token: string }

export class SearchStates {
  readonly #format: string

  /** `languages` are tags, that of the primary language first. */
  constructor(languages: readonly string[]) {
    this.#format = `${FORMAT} ${languages.join(' ')}`
  }

  /** The part of a query that names the resources whose index is older than their content. */
  get behind(): SQL {
    return sql`from ${contentVersions} left join ${searchStates} on ${searchStates.resource} = ${contentVersions.resource}
      where (${searchStates.token} is distinct from ${contentVersions.token}
        or ${searchStates.format} is distinct from ${this.#format})`
  }

  /** Null for a resource that was never indexed in the current format. */
  async read(tx: Tx, { name }: Resource): Promise<State | null> {
    const [state] = await tx.select().from(searchStates).where(eq(searchStates.resource, name))
    return state?.format === this.#format ? state : null
  }

  async write(tx: Tx, resource: Resource, { counter, token }: State) {
    const state = { counter, token, format: this.#format }
    await tx
      .insert(searchStates)
      .values({ resource: resource.name, ...state })
      .onConflictDoUpdate({ target: searchStates.resource, set: state })
  }
}

/** The state that the index of a resource should have; null for one that was never changed. */
export async function readVersion(tx: Tx, { name }: Resource): Promise<State | null> {
  const [version] = await tx.select().from(contentVersions).where(eq(contentVersions.resource, name))
  return version ?? null
}
