// The records each account has open: in memory on every replica, from the messages that replicas send each other. Nothing is
// stored; a place ends by itself when its session stops repeating it.
import { AppError } from '../../text/errors.ts'

/** A session in a record. */
export type Place = {
  session: string
  account: { id: number; name: string }
  resource: string
  id: number
  /** The account that the record belongs to, where it has an author. */
  author: number | null
}

export type Occupied = Pick<Place, 'resource' | 'id' | 'author'> & { accounts: Place['account'][] }

/** Panels repeat themselves every 20 s. */
const PRESENCE_MS = 45_000
const MAX_PLACES = 20
/** A place that was told so shortly ago is not told again. */
const REPEAT_MS = 5_000

type Held = Place & { at: number }

const recordOf = ({ resource, id }: Pick<Place, 'resource' | 'id'>) => `${resource}/${id}`

export class Presence {
  /** By record, then by session. */
  readonly #places = new Map<string, Map<string, Held>>()

  constructor(private readonly clock: () => Date) {}

  /** Whether the replicas must be told of the place. Throws 429 for a session in too many records. */
  mustTell(place: Place): boolean {
    const known = this.#places.get(recordOf(place))?.get(place.session)
    if (known) return this.#now - known.at >= REPEAT_MS
    const held = [...this.#places.values()].filter((sessions) => sessions.has(place.session))
    if (held.length >= MAX_PLACES)
      throw new AppError('too_many_requests', `A session can be in ${MAX_PLACES} records at once.`)
    return true
  }

  /** Whether the session is in the record, or in any. */
  has(session: string, record: Pick<Place, 'resource' | 'id'> | null): boolean {
    return record
      ? (this.#places.get(recordOf(record))?.has(session) ?? false)
      : [...this.#places.values()].some((sessions) => sessions.has(session))
  }

  /** The record, if others are in it than before. */
  enter(place: Place): Occupied[] {
    return this.#change(
      [recordOf(place)],
      (sessions) => {
        sessions.set(place.session, { ...place, at: this.#now })
      },
      place,
    )
  }

  /** Ends the session's place in this record, or in all; the records that others are in than before. */
  leave(session: string, record: Pick<Place, 'resource' | 'id'> | null): Occupied[] {
    const records = record ? [recordOf(record)] : [...this.#places.keys()]
    return this.#change(records, (sessions) => {
      sessions.delete(session)
    })
  }

  /** Ends what was not repeated in time; the records that others are in than before. */
  expire(): Occupied[] {
    const oldest = this.#now - PRESENCE_MS
    return this.#change([...this.#places.keys()], (sessions) => {
      for (const [session, { at }] of sessions) if (at <= oldest) sessions.delete(session)
    })
  }

  /** The records that somebody is in. */
  occupied(): Occupied[] {
    return [...this.#places.values()].map(occupiedBy)
  }

  get #now() {
    return this.clock().getTime()
  }

  #change(records: readonly string[], change: (sessions: Map<string, Held>) => void, entered?: Place) {
    const changed: Occupied[] = []
    for (const record of records) {
      const sessions = this.#places.get(record) ?? new Map<string, Held>()
      const [first = entered] = sessions.values()
      if (!first) continue
      const before = accountsOf(sessions)
      change(sessions)
      if (sessions.size > 0) this.#places.set(record, sessions)
      else this.#places.delete(record)
      const accounts = accountsOf(sessions)
      const { resource, id, author } = first
      if (!Bun.deepEquals(before, accounts)) changed.push({ resource, id, author, accounts })
    }
    return changed
  }
}

const accountsOf = (sessions: ReadonlyMap<string, Held>) => [
  ...new Map([...sessions.values()].map(({ account }) => [account.id, account])).values(),
]

function occupiedBy(sessions: ReadonlyMap<string, Held>): Occupied {
  const [{ resource, id, author }] = sessions.values() as unknown as [Held]
  return { resource, id, author, accounts: accountsOf(sessions) }
}
