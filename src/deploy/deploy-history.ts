// What the receiver remembers, in SQLite: a receiver that is killed knows afterwards what it was doing.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'

export type State = 'started' | 'building' | 'polling_readiness' | 'deployed' | 'failed_deploy' | 'superseded'
export type Step = 'fetch' | 'checkout' | 'build' | 'up'
export type RollbackState = 'running' | 'done' | 'failed' | 'skipped'

/** Times are milliseconds since 1970. */
export type Deploy = {
  id: number
  delivery: string
  commit_id: string
  state: State
  /** What of `building` it is at, or ended at. */
  step: Step | null
  error: string | null
  /** What the checkout held before. */
  head_before: string | null
  /** What ran before, which a rollback goes back to. */
  previous_commit: string | null
  rollback: RollbackState | null
  created_at: number
  started_at: number | null
  polling_since: number | null
  finished_at: number | null
  /** The end of what its commands said. */
  log: string
}

export const ENDED = ['deployed', 'failed_deploy', 'superseded'] as const

/** Which states may follow which; nothing else is written. */
const NEXT: Record<State, readonly State[]> = {
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
/** Of older ones only the log goes. */
const KEPT_LOGS = 200

export type Accepted = { kind: 'started'; id: number } | { kind: 'duplicate'; deploy: Deploy }
export type DeployRecords = ReturnType<typeof openRecords>

/** Opens the records of a directory that the caller has locked. */
export function openRecords(directory: string, now: () => number) {
  const db = new Database(join(directory, 'deploys.sqlite'), { create: true, strict: true })
  db.run('pragma journal_mode = wal')
  db.run('pragma synchronous = full')
  db.run(SCHEMA)
  const one = (sql: string, values: Record<string, string | number> = {}) =>
    db.query<Deploy, [Record<string, string | number>]>(sql).get(values)
  const all = (sql: string, values: Record<string, string | number> = {}) =>
    db.query<Deploy, [Record<string, string | number>]>(sql).all(values)

  const get = (id: number) => one('select * from deploys where id = $id', { id })

  function set(id: number, values: Partial<Omit<Deploy, 'id'>>) {
    const columns = Object.keys(values).map((column) => `${column} = $${column}`)
    db.query(`update deploys set ${columns.join(', ')} where id = $id`).run({ ...values, id })
  }

  const move = db.transaction(
    (id: number, state: State, values: Partial<Omit<Deploy, 'id' | 'state'>> = {}) => {
      const from = get(id)?.state
      if (!from || !NEXT[from].includes(state))
        throw new Error(`deploy ${id} cannot go from ${from} to ${state}`)
      const ends = (ENDED as readonly State[]).includes(state)
      set(id, { ...values, state, ...(ends && { finished_at: now() }) })
    },
  )

  return {
    get,
    set,
    move,

    /** Notes a push in one transaction; whatever was waiting is superseded by it. */
    accept: db.transaction((delivery: string, commit: string): Accepted => {
      const seen = one('select * from deploys where delivery = $delivery order by id desc limit 1', {
        delivery,
      })
      if (seen && seen.state !== 'failed_deploy') return { kind: 'duplicate', deploy: seen }
      for (const { id } of all(`select * from deploys where state = 'started'`)) move(id, 'superseded')
      const { lastInsertRowid } = db
        .query(
          `insert into deploys (delivery, commit_id, state, created_at) values ($delivery, $commit, 'started', $at)`,
        )
        .run({ delivery, commit, at: now() })
      db.query(`update deploys set log = '' where id <= $id`).run({ id: Number(lastInsertRowid) - KEPT_LOGS })
      return { kind: 'started', id: Number(lastInsertRowid) }
    }),

    /** The newest that waits; there is at most one. */
    waiting: () => one(`select * from deploys where state = 'started' order by id desc limit 1`),

    lastDeployed: () => one(`select * from deploys where state = 'deployed' order by id desc limit 1`),

    /** What a receiver that ended in the middle left, oldest first. */
    unfinished: () =>
      all(
        `select * from deploys where state in ('building', 'polling_readiness') or rollback = 'running' order by id`,
      ),

    list: ({ limit, offset }: { limit: number; offset: number }) => ({
      items: all('select * from deploys order by id desc limit $limit offset $offset', { limit, offset }),
      total: db.query<{ n: number }, []>('select count(*) n from deploys').get()!.n,
    }),

    /** How many ended in each way since the first. */
    counts: () =>
      db.query<{ state: State; n: number }, []>('select state, count(*) n from deploys group by state').all(),

    /** The process whose group a killed receiver leaves behind. */
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
