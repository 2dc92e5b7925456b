// The receiver's deploys in SQLite. Every state is recorded before it is acted on, so that a receiver that was killed can
// resume or fail the deploy it was running.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'

export type DeployState =
  | 'started'
  | 'building'
  | 'polling_readiness'
  | 'deployed'
  | 'failed_deploy'
  | 'superseded'
export type DeployStep = 'fetch' | 'checkout' | 'build' | 'up'
export type RollbackState = 'running' | 'done' | 'failed' | 'skipped'

/** Times are milliseconds since 1970. */
export type Deploy = {
  id: number
  delivery: string
  commit_id: string
  state: DeployState
  /** Current or last step of `building`. */
  step: DeployStep | null
  error: string | null
  /** Commit of the checkout before this deploy. */
  head_before: string | null
  /** Commit that ran before; the target of a rollback. */
  previous_commit: string | null
  rollback: RollbackState | null
  created_at: number
  started_at: number | null
  polling_since: number | null
  finished_at: number | null
  /** Last part of the commands' output. */
  log: string
}

export const FINAL_STATES = ['deployed', 'failed_deploy', 'superseded'] as const

const TRANSITIONS: Record<DeployState, readonly DeployState[]> = {
  started: ['building', 'superseded', 'failed_deploy'],
  building: ['polling_readiness', 'failed_deploy'],
  polling_readiness: ['deployed', 'failed_deploy'],
  deployed: [],
  failed_deploy: [],
  superseded: [],
}

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
/** Older deploys keep their row and lose their log. */
const MAX_LOGS = 200

export type AcceptResult = { kind: 'started'; id: number } | { kind: 'duplicate'; deploy: Deploy }
export type DeployHistory = ReturnType<typeof openDeployHistory>

/** Opens the history in a directory that the caller has locked. */
export function openDeployHistory(directory: string, now: () => number) {
  const db = new Database(join(directory, 'deploys.sqlite'), { create: true, strict: true })
  db.run('pragma journal_mode = wal')
  db.run('pragma synchronous = full')
  db.run(SCHEMA)
  type Parameters = Record<string, string | number>
  const queryOne = (sql: string, parameters: Parameters = {}) =>
    db.query<Deploy, [Parameters]>(sql).get(parameters)
  const queryAll = (sql: string, parameters: Parameters = {}) =>
    db.query<Deploy, [Parameters]>(sql).all(parameters)

  const get = (id: number) => queryOne('select * from deploys where id = $id', { id })

  function update(id: number, values: Partial<Omit<Deploy, 'id'>>) {
    const columns = Object.keys(values).map((column) => `${column} = $${column}`)
    db.query(`update deploys set ${columns.join(', ')} where id = $id`).run({ ...values, id })
  }

  const transition = db.transaction(
    (id: number, state: DeployState, values: Partial<Omit<Deploy, 'id' | 'state'>> = {}) => {
      const from = get(id)?.state
      if (!from || !TRANSITIONS[from].includes(state))
        throw new Error(`deploy ${id} cannot go from ${from} to ${state}`)
      const isFinal = (FINAL_STATES as readonly DeployState[]).includes(state)
      update(id, { ...values, state, ...(isFinal && { finished_at: now() }) })
    },
  )

  return {
    get,
    update,
    /** Changes the state; throws on a transition that is not allowed. */
    transition,

    /** Records a push; a deploy that was still waiting becomes `superseded`. One transaction. */
    accept: db.transaction((delivery: string, commit: string): AcceptResult => {
      const earlier = queryOne('select * from deploys where delivery = $delivery order by id desc limit 1', {
        delivery,
      })
      if (earlier && earlier.state !== 'failed_deploy') return { kind: 'duplicate', deploy: earlier }
      for (const { id } of queryAll(`select * from deploys where state = 'started'`))
        transition(id, 'superseded')
      const { lastInsertRowid } = db
        .query(
          `insert into deploys (delivery, commit_id, state, created_at) values ($delivery, $commit, 'started', $at)`,
        )
        .run({ delivery, commit, at: now() })
      const id = Number(lastInsertRowid)
      db.query(`update deploys set log = '' where id <= $id`).run({ id: id - MAX_LOGS })
      return { kind: 'started', id }
    }),

    /** The deploy that waits for its turn; there is at most one. */
    findWaiting: () => queryOne(`select * from deploys where state = 'started' order by id desc limit 1`),

    lastDeployed: () => queryOne(`select * from deploys where state = 'deployed' order by id desc limit 1`),

    /** Deploys and rollbacks that an earlier receiver left unfinished, oldest first. */
    findUnfinished: () =>
      queryAll(
        `select * from deploys where state in ('building', 'polling_readiness') or rollback = 'running' order by id`,
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
