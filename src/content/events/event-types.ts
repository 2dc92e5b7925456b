// The events that panels follow, and who receives them. To add a type, name its data and its audience here and announce it
// with `announce` in the transaction that causes it.

import { sql } from 'drizzle-orm'
import type { Actor, UserActor } from '../../accounts/actor.ts'
import { isCreator, ownerColumn, roleAllows } from '../../accounts/permissions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { statement } from '../../platform/db/statement.ts'

export type EventData = {
  changed: {
    /** Of the content, or `media`, `messages`, `newsletter`. */
    resource: string
    /** Null where several records were changed at once, or all. */
    id: number | null
    /** `created`, `updated`, `deleted`; of a working copy, `draft_saved` and `draft_deleted`, also by its publication. */
    change: string
    /** Null for changes by the service itself and by plain SQL. */
    actor: { id: number; name: string } | null
    at: string
  }
  /** `state`: null once the review was withdrawn. */
  review: Discussed & { state: string | null }
  /** A comment on the record was added, changed or deleted. */
  comment: Discussed
  mail_failed: { id: string; kind: string | null }
}

type Discussed = { resource: string; id: number; actor: { id: number; name: string } | null; at: string }

/** The data that all events of a discussion have. */
export const discussed = (actor: Actor, record: { resource: string; id: number }, now: Date): Discussed => ({
  ...record,
  actor: actor.kind === 'user' ? { id: actor.id, name: actor.name } : null,
  at: now.toISOString(),
})

export type EventType = keyof EventData

/** The reader of a stream; `ownIds`: of the articles that a creator may see, null for the others. */
export type Reader = { actor: UserActor; ownIds: ReadonlySet<number> | null }

/** An event as replicas announce it to each other; `ids` are the records of a change, null for all. */
export type AnnouncedEvent<Type extends EventType = EventType> = {
  [Name in Type]: { id: string; type: Name; data: EventData[Name]; ids?: readonly number[] | null }
}[Type]

type Audience = { [Type in EventType]: (reader: Reader, event: AnnouncedEvent<Type>) => boolean }

const audience: Audience = {
  changed({ actor, ownIds }, { data, ids = data.id === null ? null : [data.id] }) {
    if (!isCreator(actor)) return true
    if (data.change.startsWith('draft_')) return false
    if (!roleAllows(actor, 'read', data.resource)) return false
    // Its own images are no articles, of which alone is known whose they are.
    if (data.resource === 'media') return false
    return ownerColumn(actor, data.resource) === null || (ids?.some((id) => ownIds?.has(id)) ?? true)
  },
  review: isDiscussedWith,
  comment: isDiscussedWith,
  mail_failed: ({ actor }) => actor.role === 'admin',
}

/** Creators discuss their own articles. */
function isDiscussedWith({ actor, ownIds }: Reader, { data }: { data: Discussed }) {
  return !isCreator(actor) || (data.resource === 'articles' && Boolean(ownIds?.has(data.id)))
}

export const mayReceive = <Type extends EventType>(reader: Reader, event: AnnouncedEvent<Type>): boolean =>
  (audience[event.type] as Audience[Type])(reader, event)

/** The messages of replicas to each other, apart from changes of content. */
export const EVENT_CHANNEL = 'frontage_events'

/** Sends a message to all replicas, this one included, when the transaction commits. Texts of up to 7,000 bytes. */
export const notify = (tx: Tx, message: object) => sendMessage(tx, { message: JSON.stringify(message) })

const sendMessage = statement(() => sql`select pg_notify(${EVENT_CHANNEL}, ${sql.placeholder('message')})`)

/** Announces an event to everybody who may receive it, when the transaction commits. */
export async function announce<Type extends EventType>(tx: Tx, type: Type, data: EventData[Type]) {
  await notify(tx, { type, id: crypto.randomUUID().slice(-12), data })
}
