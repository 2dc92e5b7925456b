// Publishes working copies and releases at their time: any replica does, each once. What is refused stays, with the reason.
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Outbox } from '../../mail/outbox.ts'
import { adminUsers } from '../../platform/db/schema/auth.ts'
import { releases } from '../../platform/db/schema/releases.ts'
import { workingCopies } from '../../platform/db/schema/working-copies.ts'
import { WorkLoop } from '../../platform/work-loop.ts'
import { AppError } from '../../text/errors.ts'
import type { ContentContext } from '../content-context.ts'
import { labelOf } from '../definition/record-label.ts'
import { readCopy, type WorkingCopy } from '../history/working-copy.ts'
import { findResource } from '../resources/resource-registry.ts'
import { inWriteTransaction } from '../verbs/update-record.ts'
import { publishCopy } from '../working-copies/publish-draft.ts'
import { inReleaseTransaction, publishLocked } from './publish-release.ts'
import { type Release, readRelease } from './release.ts'

const PAUSE_MS = 900
const MAX_AT_ONCE = 20

type Options = {
  /** The context of writes in the name of whoever set the time. */
  contextOf(name: string): ContentContext
  mail: Outbox
  onError: (error: unknown) => void
}

export class ScheduledPublications {
  readonly #loop: WorkLoop

  constructor(private readonly options: Options) {
    this.#loop = new WorkLoop({ pass: () => this.run(), pauseMs: PAUSE_MS, onError: options.onError })
  }

  /** Publishes at once what is due, then every second until `stop`. */
  start() {
    this.#loop.start()
  }

  stop() {
    return this.#loop.stop()
  }

  /** Publishes what is due. */
  async run() {
    await this.#runAll(workingCopies, (copy) => this.#publish(copy))
    await this.#runAll(releases, (release) => this.#publishRelease(release))
  }

  /** A few at a time. One that fails is logged and tried again later; it does not keep the others waiting. */
  async #runAll<Table extends Scheduled>(
    table: Table,
    publish: (row: Table['$inferSelect']) => Promise<void>,
  ) {
    const { database, clock } = this.options.contextOf('')
    let last = 0
    for (;;) {
      const due = await database.query((tx) =>
        tx
          .select()
          .from(table as Scheduled)
          .where(and(isDue(table, clock()), gt(table.id, last)))
          .orderBy(asc(table.id))
          .limit(MAX_AT_ONCE),
      )
      for (const row of due) {
        await publish(row).catch(this.options.onError)
        last = row.id
      }
      if (due.length < MAX_AT_ONCE) return
    }
  }

  async #publish(copy: WorkingCopy) {
    const ctx = this.options.contextOf(copy.scheduled_by ?? copy.updated_by)
    const resource = findResource(copy.resource)
    // Of a release that is newer than this one.
    if (!resource) return
    const target = { resource, idOrKey: String(copy.record_id) }
    try {
      await inWriteTransaction(ctx, target, async (tx, note, live) => {
        const current = live && (await readCopy(tx, resource, live.id))
        // Another replica was first, or the schedule has changed.
        if (current?.publish_at?.getTime() !== copy.publish_at?.getTime() || current?.refusal) return
        await publishCopy(tx, ctx, { resource, live, ifMatch: null, note })
        note({ action: 'draft.publish', entity: resource.name, entityId: copy.record_id })
      })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      const { record_id: id, state } = copy
      await this.#refuse(workingCopies, copy, {
        error,
        now: ctx.clock(),
        record: labelOf(resource, { ...state, id }),
        path: `${resource.name}/${id}`,
      })
    }
  }

  async #publishRelease(due: Release) {
    const ctx = this.options.contextOf(due.scheduled_by ?? due.created_by)
    try {
      await inReleaseTransaction(ctx, async (tx, note) => {
        const release = await readRelease(tx, due.id, true)
        const isStillDue = release.publish_at?.getTime() === due.publish_at?.getTime() && !release.refusal
        if (release.state === 'open' && isStillDue) await publishLocked(tx, ctx, { release, note })
      })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      const path = `releases/${due.id}`
      await this.#refuse(releases, due, { error, now: ctx.clock(), record: due.name, path })
    }
  }

  /** Keeps the reason, and tells whoever set the time. */
  async #refuse(
    table: Scheduled,
    { id, scheduled_by_id }: Pick<Release, 'id' | 'scheduled_by_id'>,
    { error, now, record, path }: { error: AppError; now: Date; record: string; path: string },
  ) {
    const { database } = this.options.contextOf('')
    const refusal = { at: now.toISOString(), detail: error.message, errors: error.errors }
    await database.transaction(async (tx) => {
      const refused = await tx
        .update(table)
        .set({ refusal })
        .where(and(eq(table.id, id), isDue(table, now)))
        .returning({ id: table.id })
      const { mail } = this.options
      if (refused.length === 0 || scheduled_by_id === null) return
      const [account] = await tx
        .select()
        .from(adminUsers)
        .where(and(eq(adminUsers.id, scheduled_by_id), eq(adminUsers.disabled, false)))
      if (!account) return
      const { email, name } = account
      const data = { name, record, path, reason: error.message }
      await mail.add(tx, { kind: 'draft-refused', to: email, data })
    })
  }
}

type Scheduled = typeof workingCopies | typeof releases

/** A published release keeps its time. */
const isDue = (table: Scheduled, now: Date) =>
  and(
    lte(table.publish_at, now),
    isNull(table.refusal),
    'published_at' in table ? eq(table.state, 'open') : undefined,
  )
