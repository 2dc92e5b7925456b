// A deploy as it is recorded, and the states it goes through.

/** The states, each with those that can follow it. */
const TRANSITIONS = {
  started: ['building', 'superseded', 'failed_deploy'],
  building: ['polling_readiness', 'superseded', 'failed_deploy'],
  polling_readiness: ['deployed', 'failed_deploy'],
  deployed: [],
  failed_deploy: [],
  superseded: [],
} as const

export type DeployState = keyof typeof TRANSITIONS
export type DeployStep = 'fetch' | 'checkout' | 'build' | 'up'
export type RollbackState = 'running' | 'done' | 'failed' | 'skipped'

/** Times are milliseconds since 1970. */
export type Deploy = {
  id: number
  delivery: string
  /** SHA-256 of the signed body; null in rows of older releases. */
  body_sha256: string | null
  commit_id: string
  /** The branch's previous commit according to the push. */
  before_commit: string | null
  /** 1 when the push rewrote the branch. */
  forced: number
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

export const isTransitionAllowed = (from: DeployState, to: DeployState) =>
  (TRANSITIONS[from] as readonly DeployState[]).includes(to)

export const isFinal = (state: DeployState) => TRANSITIONS[state].length === 0

const STATES = Object.keys(TRANSITIONS) as DeployState[]

export const FINAL_STATES = STATES.filter(isFinal)

/** The states of a deploy that a receiver works on: neither waiting nor final. */
export const UNFINISHED_STATES = STATES.filter((state) => state !== 'started' && !isFinal(state))
