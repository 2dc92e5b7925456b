// The working copy of a record: its whole next state, which never follows the live record. What has changed on either side
// is found by comparing both with the state from which the copy began.
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { endedCopies, workingCopies } from '../../platform/db/schema/working-copies.ts'
import { AppError } from '../../text/errors.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { presentForEditors } from '../definition/record-views.ts'
import { changedFields, stateOf } from './revisions.ts'

/** All fields of a record as JSON. */
export type State = Record<string, unknown>

export type WorkingCopy = typeof workingCopies.$inferSelect

/** A record as it would be, with its working copy. */
export type Draft = { resource: Resource; live: Row; copy: WorkingCopy }

export const draftEtag = ({ version }: WorkingCopy) => `"d${version}"`

export const noDraft = (resource: Resource) =>
  new AppError('not_found', `This record of ${resource.name} has no working copy.`)

const copyOf = (resource: Resource, id: number) =>
  and(eq(workingCopies.resource, resource.name), eq(workingCopies.record_id, id))

/** The working copy of a record, or null. */
export const readCopy = async (tx: Tx, resource: Resource, id: number): Promise<WorkingCopy | null> =>
  (await tx.select().from(workingCopies).where(copyOf(resource, id)))[0] ?? null

/** Ends a copy; `firstVersion` is that of the next one. */
export const deleteCopy = (tx: Tx, resource: Resource, id: number) =>
  tx.execute(sql`with ended as (delete from ${workingCopies} where ${copyOf(resource, id)} returning resource, record_id, version)
    insert into ${endedCopies} (resource, record_id, version) select resource, record_id, version from ended
    on conflict (resource, record_id) do update set version = excluded.version`)

/** The version of a new copy of a record. */
export const firstVersion = (resource: Resource, id: number) =>
  sql<number>`1 + coalesce((select version from ${endedCopies}
    where resource = ${resource.name} and record_id = ${id}), 0)`

/** A deleted record is not published by its schedule; its copy stays until the record is deleted for good. */
export const endSchedule = (tx: Tx, resource: Resource, id: number) =>
  tx
    .update(workingCopies)
    .set({ publish_at: null, scheduled_by: null, scheduled_by_id: null })
    .where(copyOf(resource, id))

/** `base` and `state` of a copy; a field that the resource got since then has the live value. */
export function statesOf(resource: Resource, live: Row, copy: Pick<WorkingCopy, 'base' | 'state'>) {
  const now = stateOf(resource, live)
  const complete = (state: State) =>
    Object.fromEntries(
      Object.entries(now).map(([name, value]) => [name, name in state ? state[name] : value]),
    )
  return { live: now, base: complete(copy.base), state: complete(copy.state) }
}

export type States = ReturnType<typeof statesOf>

/** The fields that a publication writes, and those that both sides have changed to different values. */
export function compareStates({ live, base, state }: States) {
  const theirs = new Set(changedFields(base, live))
  const changed = changedFields(base, state).filter((name) => !Bun.deepEquals(state[name], live[name]))
  return { changed, conflicts: changed.filter((name) => theirs.has(name)) }
}

/** The record's fields as they would be, and about the copy in `draft`. */
export function presentDraft({ resource, live, copy }: Draft) {
  const states = statesOf(resource, live, copy)
  return {
    ...presentForEditors(resource, { ...live, ...states.state }),
    draft: {
      version: copy.version,
      base_version: copy.base_version,
      base_changed: changedFields(states.base, states.live),
      created_at: copy.created_at,
      updated_at: copy.updated_at,
      updated_by: copy.updated_by,
      publish_at: copy.publish_at,
      refusal: copy.refusal,
    },
  }
}

/**
 * The record as the publication of its working copy would make it: with the fields that the copy changes, but those that are
 * still missing.
 */
export function asDrafted(resource: Resource, live: Row, copy: Pick<WorkingCopy, 'base' | 'state'>): Row {
  const columns = getTableColumns(resource.table)
  const states = statesOf(resource, live, copy)
  const values = compareStates(states).changed.flatMap((name): [string, unknown][] => {
    const value = states.state[name]
    if (value === null && columns[name]!.notNull) return []
    const isDate = resource.fieldKinds.get(name) === 'instant' && typeof value === 'string'
    return [[name, isDate ? new Date(value) : value]]
  })
  return { ...live, ...Object.fromEntries(values) }
}
