import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { parseDelivery } from '../../../src/operations/deploy/parse-delivery.ts'
import { pushOf } from '../../support/deploys.ts'

const COMMIT = 'a1'.repeat(20)
const parse = (body: unknown, headers: Record<string, string> = {}, bytes = 'the bytes') =>
  parseDelivery({
    headers: new Headers({ 'X-GitHub-Event': 'push', 'X-GitHub-Delivery': 'd-1', ...headers }),
    body,
    bytes: Buffer.from(bytes),
    branch: 'production',
  })

test('a push to the branch yields its commit and delivery id', () => {
  expect(parse(pushOf(COMMIT))).toEqual({
    kind: 'push',
    delivery: 'd-1',
    bodyDigest: createHash('sha256').update('the bytes').digest('hex'),
    commit: COMMIT,
    before: '1'.repeat(40),
    forced: false,
  })
  expect(parse(pushOf('b2'.repeat(32)))).toMatchObject({ commit: 'b2'.repeat(32) })
})

test.each<[string, object, object]>([
  ['forced only when it is true', { forced: true }, { forced: true }],
  ['a text is not forced', { forced: 'true' }, { forced: false }],
  ['before only when it is a full commit id', { before: '$(reboot)' }, { before: null }],
  ['a short before is dropped', { before: 'abc123' }, { before: null }],
])('the claims of a push: %s', (_, more, expected) => {
  expect(parse(pushOf(COMMIT, more as never))).toMatchObject(expected)
})

test('without a delivery id the digest of the body identifies the delivery', () => {
  const headers = new Headers({ 'X-Gitea-Event': 'push' })
  const of = (bytes: string) =>
    parseDelivery({ headers, body: pushOf(COMMIT), bytes: Buffer.from(bytes), branch: 'production' })
  expect(of('a')).toEqual(of('a'))
  expect(of('a')).not.toEqual(of('b'))
})

test.each<[string, object, string]>([
  ['another branch', { ref: 'refs/heads/main' }, 'ref'],
  ['a branch below it', { ref: 'refs/heads/production/x' }, 'ref'],
  ['a branch that ends like it', { ref: 'refs/heads/pre/production' }, 'ref'],
  ['a branch that begins like it', { ref: 'refs/heads/production2' }, 'ref'],
  ['the short branch name', { ref: 'production' }, 'ref'],
  ['another case', { ref: 'refs/heads/Production' }, 'ref'],
  ['a tag', { ref: 'refs/tags/production' }, 'ref'],
  ['a ref with a shell in it', { ref: 'refs/heads/production;reboot' }, 'ref'],
  ['a deletion', { after: '0'.repeat(40), deleted: true }, 'deletion'],
  ['a deletion by its null commit alone', { after: '0'.repeat(40) }, 'deletion'],
  ['a deletion by its flag alone', { deleted: true }, 'deletion'],
])('ignored: %s', (_, more, why) => {
  expect(parse(pushOf(COMMIT, more as never))).toEqual({ kind: 'ignored', why: why as never })
})

test.each(['ping', 'create', 'delete', 'release', 'Push', '$(reboot)'])(
  'the event %s is ignored',
  (event) => {
    expect(parse(pushOf(COMMIT), { 'X-GitHub-Event': event })).toEqual({ kind: 'ignored', why: 'event' })
  },
)

test.each<[string, unknown, number]>([
  ['a list', [], 422],
  ['null', null, 422],
  ['text', 'push', 422],
  ['no ref', { after: COMMIT }, 422],
  ['a ref that is not a string', { ref: ['refs/heads/production'], after: COMMIT }, 422],
  ['no commit', { ref: 'refs/heads/production' }, 422],
  ['a number as the commit', pushOf(7 as never), 422],
  ['a short commit', pushOf(COMMIT.slice(0, 12)), 422],
  ['an upper-case commit', pushOf(COMMIT.toUpperCase()), 422],
  ['a branch name as the commit', pushOf('production'), 422],
  ['a command-line option as the commit', pushOf('--upload-pack=reboot'), 422],
  ['a shell in the commit', pushOf(`${COMMIT};reboot`), 422],
  ['a line break after the commit', pushOf(`${COMMIT}\n`), 422],
])('refused: %s', (_, body, status) => {
  expect(() => parse(body)).toThrow(expect.objectContaining({ status }))
})

test.each(['', 'a b', '$(reboot)', 'x'.repeat(101), "1' or '1'='1"])(
  'the delivery id %p is refused',
  (id) => {
    expect(() => parse(pushOf(COMMIT), { 'X-GitHub-Delivery': id })).toThrow(
      expect.objectContaining({ status: 400 }),
    )
  },
)

test('without an event header the body is read as a push', () => {
  const headers = new Headers({ 'X-GitHub-Delivery': 'd-1' })
  const of = (body: unknown) => parseDelivery({ headers, body, bytes: Buffer.from(''), branch: 'production' })
  expect(of(pushOf(COMMIT))).toMatchObject({ kind: 'push', delivery: 'd-1', commit: COMMIT })
  expect(of(pushOf(COMMIT, { ref: 'refs/heads/main' }))).toEqual({ kind: 'ignored', why: 'ref' })
  expect(() => of({ zen: 'x' })).toThrow(expect.objectContaining({ status: 422 }))
})

test('an empty event header is refused', () => {
  expect(() => parse(pushOf(COMMIT), { 'X-GitHub-Event': '' })).toThrow(
    expect.objectContaining({ status: 400 }),
  )
})
