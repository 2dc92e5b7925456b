// The latest events in memory. Every replica hears them in the order of their commits and under the same ids, so that a
// reader can resume on any replica that has listened since.
import type { AnnouncedEvent } from './event-types.ts'

const MAX_EVENTS = 1_000

export class EventLog {
  #events: AnnouncedEvent[] = []
  /** The id to resume after while there is no event. */
  #start = startId()

  /** The id of the last event. */
  get lastId(): string {
    return this.#events.at(-1)?.id ?? this.#start
  }

  add(event: AnnouncedEvent) {
    this.#events.push(event)
    if (this.#events.length <= MAX_EVENTS) return
    this.#start = this.#events.shift()!.id
  }

  /** Begins anew when events may have been missed. */
  restart() {
    this.#events = []
    this.#start = startId()
  }

  /** The events after the one with this id; null if they are not known any more. */
  since(id: string): readonly AnnouncedEvent[] | null {
    if (id === this.#start) return this.#events
    const index = this.#events.findLastIndex((event) => event.id === id)
    return index === -1 ? null : this.#events.slice(index + 1)
  }
}

const startId = () => crypto.randomUUID().slice(-12)

type ContentNote = {
  change: string
  ids: number[] | null
  actor: { id: number; name: string } | null
  at: string
}

/** The event of a message of the triggers on content: the resource, its change counter, and what a migration adds to them. */
export function changedEvent(payload: string): AnnouncedEvent<'changed'> | null {
  const [, resource, counter, note] = /^(\S+) (\d+) (\{.*\})$/s.exec(payload) ?? []
  if (!resource || !note) return null
  const { ids, actor, change, at } = JSON.parse(note) as ContentNote
  const id = ids?.length === 1 ? ids[0]! : null
  return {
    id: `${resource}.${counter}`,
    type: 'changed',
    data: { resource, id, change, actor, at: new Date(at).toISOString() },
    ids,
  }
}
