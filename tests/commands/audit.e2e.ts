import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, serve } from './run.ts'

const folder = await mkdtemp(join(tmpdir(), 'frontage-audit-'))

afterAll(() => rm(folder, { recursive: true }))

test('audit prints the newest rows first, up to --limit', async () => {
  const env = { DATA_DIR: join(folder, 'data') }
  const unmigrated = await run(['audit'], env)
  expect([unmigrated.code, unmigrated.out]).toEqual([1, ''])
  expect(unmigrated.err).toBe('The database has no audit log yet: run migrate first.\n')

  for (const name of ['ada', 'bea']) {
    const made = await run(['create-admin', '--email', `${name}@example.com`], env, 'a long password')
    expect(made.code).toBe(0)
  }
  const all = await run(['audit'], env)
  expect([all.code, all.err]).toEqual([0, ''])
  const rows = all.out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/))
  expect(rows).toEqual([
    ['occurred_at', 'actor', 'action', 'entity', 'entity_id'],
    [expect.stringMatching(/^\d{4}-.*Z$/), 'create-admin', 'user.create', 'admin_users', '2'],
    [expect.stringMatching(/^\d{4}-.*Z$/), 'create-admin', 'user.create', 'admin_users', '1'],
  ])
  expect((await run(['audit', '--limit', '1'], env)).out.trimEnd().split('\n')).toHaveLength(2)

  // The service logs the hash of the newest row at start.
  const { out } = await (await serve(env)).stop('SIGTERM')
  const lines = out.split('\n').map((line) => JSON.parse(line))
  expect(lines.find(({ audit_id }) => audit_id === 2)?.audit_hash).toMatch(/^[0-9a-f]{64}$/)
})
