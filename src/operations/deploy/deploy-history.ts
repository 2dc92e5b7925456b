// The receiver's deploys in SQLite. Every state is recorded before it is acted on, so that a receiver that was killed can
// resume or fail the deploy it was running.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import {
  type Deploy,
  type DeployState,
  isFinal,
  isTransitionAllowed,
  UNFINISHED_STATES,
} from './deploy-record.ts'
import type { Push } from './parse-delivery.ts'

const SCHEMA = `
  create table if not exists deploys (
    id integer primary key autoincrement,
    delivery text not null,
    commit_id text not null,
    state text not null,
    step text,
    error text,
    head_before text,
    previous_commit text,
    rollback text,
    created_at integer not null,
    started_at integer,
    polling_since integer,
    finished_at integer,
    log text not null default ''
  ) strict;
  create index if not exists deploys_delivery on deploys (delivery, id);
  create table if not exists running_command (one integer primary key check (one = 1), process text not null) strict;
`
/** Columns added since the first release. */
const ADDED_COLUMNS = {
  body_sha256: 'text',
  before_commit: 'text',
  forced: 'integer not null default 0',
}
/** Older deploys keep their row and lose their log. */
const MAX_LOGS = 200
/** A recorded push of a commit that always fails must not cost a build for ever. */
const RETRIES = { max: 3, windowMs: 60 * 60_000 }

export type AcceptResult = { kind: 'started'; id: number } | { kind: 'duplicate'; deploy: Deploy }
export type DeployHistory = ReturnType<typeof openDeployHistory>

/** Opens the history in a directory that the caller has locked. */
export function openDeployHistory(directory: string, now: () => number) {
  const db = new Database(join(directory, 'deploys.sqlite'), { create: true, strict: true })
  db.run('pragma journal_mode = wal')
  db.run('pragma synchronous = full')
  db.run(SCHEMA)
  const columns = db.query<{ name: string }, []>('select name from pragma_table_info("deploys")').all()
  for (const [name, type] of Object.entries(ADDED_COLUMNS))
    if (!columns.some((column) => column.name === name))
      db.run(`alter table deploys add column ${name} ${type}`)
  db.run('create index if not exists deploys_body on deploys (body_sha256, id)')
  type Parameters = Record<string, string | number>
  const queryOne = (sql: string, parameters: Parameters = {}) =>
    db.query<Deploy, [Parameters]>(sql).get(parameters)
  const queryAll = (sql: string, parameters: Parameters = {}) =>
    db.query<Deploy, [Parameters]>(sql).all(parameters)

  const lastDeployed = () =>
    queryOne(`select * from deploys where state = 'deployed' order by id desc limit 1`)
  const findByBody = ({ bodyDigest }: Push) =>
    queryOne('select * from deploys where body_sha256 = $bodyDigest order by id desc limit 1', { bodyDigest })
  const findByDelivery = ({ delivery }: Push) =>
    queryOne('select * from deploys where delivery = $delivery order by id desc limit 1', { delivery })

  /** Whether a body may be tried again: three times, within an hour after its first deploy failed. */
  function canRetry({ bodyDigest }: Push): boolean {
    const { failures, first } = db
      .query<{ failures: number; first: number | null }, [Parameters]>(
        `select count(*) failures, min(finished_at) first from deploys
         where body_sha256 = $bodyDigest and state = 'failed_deploy'`,
      )
      .get({ bodyDigest })!
    return failures <= RETRIES.max && now() - (first ?? now()) <= RETRIES.windowMs
  }

  // Each on its own: the id of a failed delivery must not make the body of a successful one new. Only the body is signed, so
  // it alone counts retries.
  function findDuplicate(push: Push): Deploy | null {
    const [sameBody, sameDelivery] = [findByBody(push), findByDelivery(push)]
    if (sameBody && (sameBody.state !== 'failed_deploy' || !canRetry(push))) return sameBody
    return sameDelivery?.state === 'failed_deploy' ? null : sameDelivery
  }

  const get = (id: number) => queryOne('select * from deploys where id = $id', { id })

  function update(id: number, values: Partial<Omit<Deploy, 'id'>>) {
    const columns = Object.keys(values).map((column) => `${column} = $${column}`)
    db.query(`update deploys set ${columns.join(', ')} where id = $id`).run({ ...values, id })
  }

  const transition = db.transaction(
    (id: number, state: DeployState, values: Partial<Omit<Deploy, 'id' | 'state'>> = {}) => {
      const from = get(id)?.state
      if (!from || !isTransitionAllowed(from, state))
        throw new Error(`deploy ${id} cannot go from ${from} to ${state}`)
      update(id, { ...values, state, ...(isFinal(state) && { finished_at: now() }) })
    },
  )

  return {
    get,
    update,
    /** Changes the state; throws on a transition that is not allowed. */
    transition,

    /** The deploy that this push has already caused, unless that deploy failed and may be tried again. */
    findDuplicate,

    /**
     * Whether this push was received before the last successful deploy. Its claims `before` and `forced` are then out of
     * date: a replay must not use them to go back.
     */
    isOutdatedRetry(push: Push): boolean {
      const last = lastDeployed()
      const earlier = findByBody(push) ?? findByDelivery(push)
      return Boolean(last && earlier && earlier.id < last.id)
    },

    /** Records a push; a deploy that was still waiting becomes `superseded`. One transaction. */
    accept: db.transaction((push: Push): AcceptResult => {
      const duplicate = findDuplicate(push)
      if (duplicate) return { kind: 'duplicate', deploy: duplicate }
      for (const { id } of queryAll(`select * from deploys where state = 'started'`))
        transition(id, 'superseded')
      const { lastInsertRowid } = db
        .query(
          `insert into deploys (delivery, body_sha256, commit_id, before_commit, forced, state, created_at)
           values ($delivery, $bodyDigest, $commit, $before, $forced, 'started', $at)`,
        )
        .run({
          delivery: push.delivery,
          bodyDigest: push.bodyDigest,
          commit: push.commit,
          before: push.before,
          forced: push.forced ? 1 : 0,
          at: now(),
        })
      const id = Number(lastInsertRowid)
      db.query(`update deploys set log = '' where id <= $id`).run({ id: id - MAX_LOGS })
      return { kind: 'started', id }
    }),

    /** The deploy that waits for its turn; there is at most one. */
    findWaiting: () => queryOne(`select * from deploys where state = 'started' order by id desc limit 1`),

    lastDeployed,

    /** Whether a push said that it replaced this commit. */
    wasReplaced: (commit: string) =>
      queryOne('select * from deploys where before_commit = $commit limit 1', { commit }) !== null,

    /** The newest deploy that succeeded or failed. */
    lastFinished: () =>
      queryOne(`select * from deploys where state in ('deployed', 'failed_deploy') order by id desc limit 1`),

    /** The last push before this one; without an id the last of all. */
    findPrevious: (id = Number.MAX_SAFE_INTEGER) =>
      queryOne('select * from deploys where id < $id order by id desc limit 1', { id }),

    /** Deploys and rollbacks that an earlier receiver left unfinished, oldest first. */
    findUnfinished: () =>
      queryAll(
        `select * from deploys where state in (select value from json_each($states)) or rollback = 'running'
         order by id`,
        { states: JSON.stringify(UNFINISHED_STATES) },
      ),

    list: ({ limit, offset }: { limit: number; offset: number }) => ({
      items: queryAll('select * from deploys order by id desc limit $limit offset $offset', {
        limit,
        offset,
      }),
      total: db.query<{ n: number }, []>('select count(*) n from deploys').get()!.n,
    }),

    /** Number of deploys per state. */
    counts: () =>
      db
        .query<{ state: DeployState; n: number }, []>('select state, count(*) n from deploys group by state')
        .all(),

    /** Identity of the command that is running, so that the next receiver can terminate it. */
    runningCommand: {
      get: () =>
        db.query<{ process: string }, []>('select process from running_command').get()?.process ?? null,
      set(process: string | null) {
        if (process === null) db.run('delete from running_command')
        else db.query('insert or replace into running_command values (1, $process)').run({ process })
      },
    },

    close: () => db.close(),
  }
}
