// Sends the mails of the outbox. Each replica runs one worker; row locks and leases keep them from sending the same mail.
// A mail is sent twice only if a worker dies, or loses the database for minutes, between the server's acceptance and the
// record of it: the second one has the same Message-ID.
import { MailRefused, type MailTransport, type OutgoingMail } from '../platform/smtp/smtp-transport.ts'
import { WorkLoop } from '../platform/work-loop.ts'
import type { Backlog, ClaimedMail, OutboxQueue } from './outbox-queue.ts'
import { retryDelay } from './retry-delay.ts'

const POLL_MS = 5_000
/** The mails that one replica sends at the same time. */
const MAX_PARALLEL = 4
/** Bounds one pass, so that the backlog is measured in between. */
const MAX_ROUNDS = 50
/** The pauses between attempts to record a sent mail while the database is away; less than the lease in all. */
const RECORD_DELAYS_MS = [500, 2_000, 5_000, 15_000, 30_000]
/** The time that `stop` waits for a mail that is being sent. */
const STOP_MS = 5_000

export type MailEvent =
  | { kind: 'sent' | 'failed'; mail: string; mailKind: string | null; attempts: number; error?: string }
  | { kind: 'delayed'; mail: string; mailKind: string; attempts: number; error: string }

type Options = {
  queue: OutboxQueue
  transport: MailTransport
  /** Null: there is nothing left to say. */
  compose: (mail: ClaimedMail) => Promise<OutgoingMail | null>
  onEvent: (event: MailEvent) => void
  onError: (error: unknown) => void
}

export class MailWorker {
  readonly #loop: WorkLoop
  #backlog: Backlog = { queued: 0, oldestAt: null }

  constructor(private readonly options: Options) {
    const { onError } = options
    this.#loop = new WorkLoop({ pass: () => this.deliverDue(), pauseMs: POLL_MS, onError })
  }

  /** The mails that waited when the outbox was last read. */
  get backlog(): Backlog {
    return this.#backlog
  }

  /** Sends what is due now and every few seconds until `stop`. */
  start() {
    this.#loop.start()
  }

  /** Looks at the outbox at once, or again right after the pass that is running. */
  wake() {
    this.#loop.wake()
  }

  /** Begins no more mails and waits for those that are being sent, at most five seconds. */
  async stop() {
    await Promise.race([this.#loop.stop(), Bun.sleep(STOP_MS)])
  }

  /** One pass: sends what is due and expires what is too old. */
  async deliverDue(): Promise<void> {
    const { queue, onEvent } = this.options
    for (const { id } of await queue.expire())
      onEvent({ kind: 'failed', mail: id, mailKind: null, attempts: 0, error: 'expired' })
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const mails = await queue.claim(MAX_PARALLEL)
      const outcomes = await Promise.all(mails.map((mail) => this.#deliver(mail)))
      // When no mail gets through, the server is probably away: the rest waits for the next pass.
      if (mails.length === 0 || outcomes.every((isDone) => !isDone)) break
      if (this.#loop.isStopped && this.#loop.isRunning) break
    }
    this.#backlog = await queue.backlog()
  }

  /** Whether the server has decided on the mail. Throws nothing but errors of the database. */
  async #deliver(mail: ClaimedMail): Promise<boolean> {
    const { queue, transport, compose, onEvent, onError } = this.options
    const { id, kind, attempts } = mail
    try {
      const outgoing = await compose(mail)
      if (!outgoing) {
        await queue.drop(mail)
        return true
      }
      await transport.send(outgoing)
    } catch (error) {
      const refusal = error instanceof MailRefused ? error : null
      if (!refusal) onError(error)
      const message = refusal?.message ?? 'could not be written'
      const isFinal = refusal?.isPermanent === true
      await queue.markRefused(mail, message, isFinal ? null : retryDelay(attempts))
      const event = { mail: id, mailKind: kind, attempts, error: refusal?.code ?? 'internal' }
      onEvent({ kind: isFinal ? 'failed' : 'delayed', ...event })
      return isFinal
    }
    await this.#recordSent(mail)
    onEvent({ kind: 'sent', mail: id, mailKind: kind, attempts })
    return true
  }

  // The record is tried again and again: without it, the mail would be sent once more.
  async #recordSent(mail: ClaimedMail) {
    for (const delay of [...RECORD_DELAYS_MS, null]) {
      try {
        await this.options.queue.markSent(mail)
        return
      } catch (error) {
        if (delay === null || this.#loop.isStopped) throw error
        await Bun.sleep(delay)
      }
    }
  }

  /** Deletes mails that were settled long ago. */
  deleteOld(): Promise<void> {
    return this.options.queue.deleteOld()
  }
}
