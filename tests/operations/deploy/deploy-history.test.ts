import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DeployHistory, openDeployHistory } from '../../../src/operations/deploy/deploy-history.ts'

const push = (delivery: string, bodyDigest: string) => ({
  kind: 'push' as const,
  delivery,
  bodyDigest,
  commit: 'a1'.repeat(20),
  before: null,
  forced: false,
})

test('a history of the first release is upgraded and keeps its deploys', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-history-'))
  const old = new Database(join(directory, 'deploys.sqlite'), { create: true })
  old.run(`create table deploys (
    id integer primary key autoincrement, delivery text not null, commit_id text not null, state text not null,
    step text, error text, head_before text, previous_commit text, rollback text, created_at integer not null,
    started_at integer, polling_since integer, finished_at integer, log text not null default ''
  ) strict`)
  old.run(
    `insert into deploys (delivery, commit_id, state, created_at) values ('old', '${'b2'.repeat(20)}', 'deployed', 1)`,
  )
  old.close()
  for (let start = 0; start < 2; start++) {
    const history = openDeployHistory(directory, () => 2)
    expect(history.lastDeployed()).toMatchObject({ id: 1, delivery: 'old', body_sha256: null, forced: 0 })
    expect(history.findDuplicate(push('old', 'any'))?.id).toBe(1)
    history.close()
  }
  const history = openDeployHistory(directory, () => 2)
  expect(history.accept(push('new', 'digest'))).toEqual({ kind: 'started', id: 2 })
  expect(history.accept(push('another', 'digest')).kind).toBe('duplicate')
  history.close()
  await rm(directory, { recursive: true })
})

test('a state change that the state machine does not allow throws', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-history-'))
  const history = openDeployHistory(directory, () => 1)
  history.accept(push('one', '1'))
  expect(() => history.transition(1, 'deployed')).toThrow('deploy 1 cannot go from started to deployed')
  history.close()
  await rm(directory, { recursive: true })
})

test('a deploy is unfinished from its beginning to its end, and while its rollback runs', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-history-'))
  const history = openDeployHistory(directory, () => 1)
  const unfinished = () => history.findUnfinished().map(({ id }) => id)
  history.accept(push('one', 'digest'))
  expect(unfinished()).toEqual([])
  history.transition(1, 'building')
  expect(unfinished()).toEqual([1])
  history.transition(1, 'polling_readiness')
  expect(unfinished()).toEqual([1])
  history.transition(1, 'failed_deploy', { rollback: 'running' })
  expect(unfinished()).toEqual([1])
  history.update(1, { rollback: 'done' })
  expect(unfinished()).toEqual([])
  expect(() => history.transition(1, 'building')).toThrow('cannot go from failed_deploy to building')
  history.close()
  await rm(directory, { recursive: true })
})

describe('a body whose deploy failed', () => {
  const HOUR = 60 * 60_000
  let now = 0
  const deliveries = new Set<string>()
  /** Sends the body under a new delivery id; where it is accepted, its deploy fails. */
  function send(history: DeployHistory, body = 'digest') {
    const delivery = `delivery ${deliveries.size}`
    deliveries.add(delivery)
    const accepted = history.accept(push(delivery, body))
    if (accepted.kind === 'started') history.transition(accepted.id, 'failed_deploy')
    return accepted.kind
  }

  async function withHistory(check: (history: DeployHistory) => void) {
    const directory = await mkdtemp(join(tmpdir(), 'frontage-history-'))
    now = 0
    const history = openDeployHistory(directory, () => now)
    check(history)
    history.close()
    await rm(directory, { recursive: true })
  }

  test('is tried again three times, whatever the ids of its deliveries are', () =>
    withHistory((history) => {
      const kinds = Array.from({ length: 6 }, () => send(history))
      expect(kinds).toEqual(['started', 'started', 'started', 'started', 'duplicate', 'duplicate'])
      expect(history.findDuplicate(push('another', 'digest'))).toMatchObject({
        id: 4,
        state: 'failed_deploy',
      })
      expect(send(history, 'another body')).toBe('started')
    }))

  test('is tried again within an hour of its first failure, not later', () =>
    withHistory((history) => {
      expect(send(history)).toBe('started')
      now = HOUR
      expect(send(history)).toBe('started')
      now = HOUR + 1
      expect(send(history)).toBe('duplicate')
    }))
})
