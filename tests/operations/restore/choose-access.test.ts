// The question who gets in after a restore: asked at a terminal, before anything is changed.
import { describe, expect, test } from 'bun:test'
import { PassThrough } from 'node:stream'
import type { Access } from '../../../src/accounts/restored-access.ts'
import { chooseAccess } from '../../../src/operations/restore/choose-access.ts'
import { contextOf } from '../../support/backup-server.ts'

const OFFER = { stamp: '20260803T021500Z', hasCurrent: true }

function terminalOf() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let shown = ''
  output.on('data', (chunk) => {
    shown += chunk
  })
  return { input, output, shown: () => shown }
}

function begin({
  option = null,
  offer = OFFER,
}: {
  option?: Access | null
  offer?: typeof OFFER | null
} = {}) {
  const stopping = new AbortController()
  const ctx = contextOf({}, { signal: stopping.signal })
  const terminal = terminalOf()
  const chosen = chooseAccess(ctx, { option, terminal })(offer)
  return { chosen, terminal, stopping }
}

describe('at a terminal', () => {
  test('says of when the dump is and what each answer means, and takes one of them', async () => {
    const { chosen, terminal } = begin()
    terminal.input.write('Current\n')
    expect(await chosen).toBe('current')
    expect(terminal.shown()).toBe(`The dump is of 2026-08-03 02:15 UTC. Who gets in after the restore?
  current  everybody as now: accounts, passwords, second factors, roles and API tokens stay as they are
  dump     everybody as then: also with what was changed, revoked or removed since
  none     nobody: no password, second factor, passkey, API token or preview link of the dump is valid
current, dump or none: `)
  })

  test('asks again until the answer is one of them', async () => {
    const { chosen, terminal } = begin()
    terminal.input.write('\nyes\nnone\n')
    expect(await chosen).toBe('none')
    expect(terminal.shown().match(/Type current, dump or none: /g)).toHaveLength(2)
  })

  test('offers only what there is: on a new machine nobody gets in as now', async () => {
    const { chosen, terminal } = begin({ offer: { ...OFFER, hasCurrent: false } })
    terminal.input.write('current\ndump\n')
    expect(await chosen).toBe('dump')
    expect(terminal.shown()).not.toContain('as now')
    expect(terminal.shown()).toContain('Type dump or none: ')
  })

  test('gives up without an answer, and when it is stopped', async () => {
    const unanswered = begin()
    unanswered.terminal.input.end()
    await expect(unanswered.chosen).rejects.toThrow('no answer; nothing was changed')
    const stopped = begin()
    stopped.stopping.abort(new Error('stopped by SIGINT'))
    await expect(stopped.chosen).rejects.toThrow('stopped by SIGINT')
  })

  test('asks nothing where the option says it, or no dump holds accounts', async () => {
    const told = begin({ option: 'none' })
    expect(await told.chosen).toBe('none')
    const other = begin({ offer: null })
    expect(await other.chosen).toBeNull()
    expect(told.terminal.shown() + other.terminal.shown()).toBe('')
  })
})

test('where nobody is there to ask, access is that of the dump, and a line names the other way', async () => {
  const ctx = contextOf({})
  expect(await chooseAccess(ctx, { option: null, terminal: null })(OFFER)).toBe('dump')
  expect(ctx.messages).toEqual([
    'accounts and API tokens will be those of the dump; --access current keeps those of now',
  ])
})

test.each([
  [
    'current, where the replaced database has no accounts',
    'current',
    { ...OFFER, hasCurrent: false },
    'has no accounts to keep',
  ],
  ['an option that would have no effect', 'dump', null, '--access has no effect'],
] as const)('%s is refused', async (_, option, offer, reason) => {
  const choice = chooseAccess(contextOf({}), { option, terminal: null })(offer)
  await expect(choice).rejects.toThrow(reason)
  await expect(choice).rejects.toThrow('nothing was changed')
})
