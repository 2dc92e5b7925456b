// The event streams of panels: what changed, who is where. Ends each stream with its session. See event-types.ts for the
// events, and presence.ts for who is where.
import { inArray } from 'drizzle-orm'
import { endedAmong } from '../../accounts/ended-sessions.ts'
import { isCreator } from '../../accounts/permissions.ts'
import type { Session } from '../../accounts/sessions.ts'
import type { Database } from '../../platform/db/database.ts'
import { articles } from '../../platform/db/schema/articles.ts'
import { WorkLoop } from '../../platform/work-loop.ts'
import { AppError } from '../../text/errors.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { CONTENT_CHANNEL } from '../snapshot/snapshot-sync.ts'
import { changedEvent, EventLog } from './event-log.ts'
import { COMMENT, COMMENT_MS, EventStream, encodeMessage } from './event-stream.ts'
import { type AnnouncedEvent, EVENT_CHANNEL, mayReceive, notify, type Reader } from './event-types.ts'
import { type Occupied, type Place, Presence } from './presence.ts'

type Options = { database: Database; clock: () => Date; onError: (error: unknown) => void }
type SignedIn = Session & { account: NonNullable<Session['account']> }
type Listener = Reader & { session: SignedIn; stream: EventStream; ownIds: Set<number> | null }
type Message =
  | AnnouncedEvent
  | { type: 'sessions' }
  | ({ type: 'enter' } & Place)
  | { type: 'leave'; session: string; record: Pick<Place, 'resource' | 'id'> | null }

/** A panel needs one for all its tabs; the others are for its old connections, which end late. */
const MAX_STREAMS = 6
const TICK_MS = 1_000
/** Sessions are checked so often where no message of their end arrives. */
const CHECK_MS = 15_000

export class AdminEvents {
  readonly #listeners = new Set<Listener>()
  readonly #log = new EventLog()
  readonly #presence: Presence
  readonly #ticks: WorkLoop
  readonly #checks: WorkLoop
  #arrived: Promise<void> = Promise.resolve()
  #commentedAt = 0
  #isClosed = false

  constructor(private readonly options: Options) {
    const { clock, onError } = options
    this.#presence = new Presence(clock)
    this.#ticks = new WorkLoop({ pass: async () => this.#tick(), pauseMs: TICK_MS, onError })
    this.#checks = new WorkLoop({ pass: () => this.#endSessions(), pauseMs: CHECK_MS, onError })
  }

  async open() {
    const { database } = this.options
    await database.listen(
      CONTENT_CHANNEL,
      (payload) => {
        const event = changedEvent(payload)
        if (event) void this.#inTurn(() => this.#deliver(event))
      },
      () => {},
    )
    await database.listen(
      EVENT_CHANNEL,
      (payload) => this.#receive(JSON.parse(payload) as Message),
      () => void this.#inTurn(async () => this.#restart()),
    )
    this.#ticks.start()
    this.#checks.start()
  }

  /** Ends all streams; their readers resume on another replica. */
  async close() {
    this.#isClosed = true
    for (const { stream } of this.#listeners) stream.close()
    await Promise.all([this.#ticks.stop(), this.#checks.stop()])
  }

  get count(): number {
    return this.#listeners.size
  }

  /**
   * The stream of a session, beginning with the events after `lastId`, `reset` where these are not known, and with who is
   * where. Throws 429 and 503.
   */
  async stream(session: SignedIn, lastId: string | null): Promise<ReadableStream<Uint8Array>> {
    let body: ReadableStream<Uint8Array> | null = null
    await this.#inTurn(async () => {
      body = await this.#begin(session, lastId)
    })
    return body!
  }

  /** Notes that the session has a record open, which it may read, on all replicas. Throws 429 and 503. */
  async enter(session: SignedIn, resource: Resource, row: Row) {
    const { id, name } = session.account.actor
    const author = typeof row.author_id === 'number' ? row.author_id : null
    const place = { session: session.id, account: { id, name }, resource: resource.name, id: row.id, author }
    if (this.#presence.mustTell(place)) await this.#tell({ type: 'enter', ...place })
  }

  /** Notes that the session has left this record, or all. Throws 503. */
  async leave(session: Pick<Session, 'id'>, record: Pick<Place, 'resource' | 'id'> | null) {
    if (this.#presence.has(session.id, record))
      await this.#tell({ type: 'leave', session: session.id, record })
  }

  #tell = (message: Message) => this.options.database.query((tx) => notify(tx, message))

  /** One after the other, since some need the database: events keep their order. */
  #inTurn(run: () => Promise<void>): Promise<void> {
    const done = this.#arrived.then(run)
    this.#arrived = done.catch(() => {})
    return done
  }

  async #begin(session: SignedIn, lastId: string | null): Promise<ReadableStream<Uint8Array>> {
    const { actor } = session.account
    const ownIds = isCreator(actor) ? new Set<number>() : null
    if (ownIds) for (const { id } of await this.#articlesOf([actor.id], [])) ownIds.add(id)
    this.#assertMayOpen(session)
    const stream = new EventStream(() => this.#listeners.delete(listener))
    const listener: Listener = { session, stream, actor, ownIds }
    this.#listeners.add(listener)
    const missed = lastId === null ? [] : this.#log.since(lastId)
    // The author of a deleted article is not known any more.
    const isUnclear = ownIds !== null && missed?.some((event) => isOwned(event))
    if (!missed || isUnclear) stream.send(this.#reset())
    else {
      for (const event of missed) if (mayReceive(listener, event)) stream.send(encode(event))
      stream.send(encodeMessage({ id: this.#log.lastId }))
    }
    for (const place of this.#presence.occupied()) this.#showPlace(listener, place)
    return stream.body
  }

  #assertMayOpen({ id }: Session) {
    if (this.#isClosed) throw new AppError('unavailable', 'The service is stopping; try again.')
    const open = [...this.#listeners].filter(({ session }) => session.id === id)
    if (open.length < MAX_STREAMS) return
    throw new AppError('too_many_requests', `A session can have ${MAX_STREAMS} event streams at once.`, {
      headers: { 'Retry-After': '30' },
    })
  }

  #receive(message: Message) {
    switch (message.type) {
      case 'sessions':
        return this.#checks.wake()
      case 'enter':
        return this.#showPlaces(this.#presence.enter(message))
      case 'leave':
        return this.#showPlaces(this.#presence.leave(message.session, message.record))
      default:
        return void this.#inTurn(() => this.#deliver(message))
    }
  }

  async #deliver(event: AnnouncedEvent) {
    this.#log.add(event)
    await this.#learnOwners(event)
    const bytes = encode(event)
    for (const listener of this.#listeners) if (mayReceive(listener, event)) listener.stream.send(bytes)
  }

  /** Finds out which articles belong to creators who listen; those that were deleted stay with their author. */
  async #learnOwners(event: AnnouncedEvent) {
    const creators = [...this.#listeners].filter(({ ownIds }) => ownIds)
    if (creators.length === 0 || !isOwned(event)) return
    const ids = event.ids ?? []
    const accounts = creators.map(({ actor }) => actor.id)
    const owned = await this.#articlesOf(accounts, ids).catch((error: unknown) => {
      for (const { stream } of creators) stream.send(this.#reset())
      this.options.onError(error)
      return []
    })
    for (const { id, author } of owned)
      for (const { actor, ownIds } of creators) {
        if (actor.id === author) ownIds!.add(id)
        else ownIds!.delete(id)
      }
  }

  #articlesOf(accounts: readonly number[], ids: readonly number[]) {
    const { id, author_id } = articles
    return this.options.database.query((tx) =>
      tx
        .select({ id, author: author_id })
        .from(articles)
        .where(ids.length > 0 ? inArray(id, [...ids]) : inArray(author_id, [...accounts])),
    )
  }

  #showPlaces(places: readonly Occupied[]) {
    for (const place of places) for (const listener of this.#listeners) this.#showPlace(listener, place)
  }

  #showPlace({ actor, stream }: Listener, { author, ...data }: Occupied) {
    if (!isCreator(actor) || author === actor.id) stream.send(encodeMessage({ event: 'presence', data }))
  }

  #reset = () => encodeMessage({ event: 'reset', id: this.#log.lastId, data: {} })

  /** After the connection was lost, or at the start: messages may have been missed. */
  #restart() {
    this.#log.restart()
    const bytes = this.#reset()
    for (const { stream } of this.#listeners) stream.send(bytes)
  }

  #tick() {
    const now = this.options.clock().getTime()
    this.#showPlaces(this.#presence.expire())
    for (const { session, stream } of this.#listeners) if (session.expiresAt.getTime() <= now) stream.close()
    // Also if the clock was set back.
    if (Math.abs(now - this.#commentedAt) < COMMENT_MS) return
    this.#commentedAt = now
    for (const { stream } of this.#listeners) stream.send(COMMENT)
  }

  async #endSessions() {
    if (this.#listeners.size === 0) return
    const sessions = new Set([...this.#listeners].map(({ session }) => session))
    const ended = new Set((await endedAmong(this.options, [...sessions])).map(({ id }) => id))
    for (const { session, stream } of this.#listeners) if (ended.has(session.id)) stream.close()
    for (const id of ended) await this.leave({ id }, null)
  }
}

const encode = ({ type, id, data }: AnnouncedEvent) => encodeMessage({ event: type, id, data })

/** Whether creators receive it only if the record is theirs. */
const isOwned = (event: AnnouncedEvent): event is AnnouncedEvent<'changed'> =>
  event.type === 'changed' && event.data.resource === 'articles'
