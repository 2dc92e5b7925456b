// Does what the README says of a new resource, line by line, in a copy of this checkout, and runs the suite there.
// `bun run test:readme`: the tests that a resource passes through; with WHOLE_SUITE=1 all that `npm test` runs.
import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '..')
/** What is proved once for each resource: here for the new one, as `npm test` has done it for the others. */
const ONE_BY_ONE = ['tests/content/contract', 'tests/content/reorder']
/** Where all resources show together: the snapshot, the document, the client, migrations, a process. */
const TOGETHER = [
  'tests/content/bad-input',
  'tests/content/resource-registry',
  'tests/content/snapshot/encodings',
  'tests/content/snapshot/freshness',
  'tests/content/snapshot/plain-sql',
  'tests/openapi/openapi-document',
  'tests/client',
  'tests/db/migrations',
  'tests/structure',
  'tests/package',
  'tests/commands/serve',
]

function run(cwd: string, command: string[], stdin = '') {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, {
    cwd,
    stdin: new TextEncoder().encode(stdin),
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { exitCode, said: `${stdout}${stderr}` }
}

/** Runs the command, and fails with what it said. */
function succeed(cwd: string, command: string[], stdin = '') {
  const { exitCode, said } = run(cwd, command, stdin)
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}:\n${said.slice(-8_000)}`)
  return said
}

/** A copy of what git would commit here, with its packages. */
function copyOfCheckout() {
  const copy = mkdtempSync(join(tmpdir(), 'frontage-new-resource-'))
  const files = succeed(root, ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  succeed(copy, [process.execPath, 'install', '--frozen-lockfile'])
  return copy
}

test('a person who follows the README adds a resource, and the suite passes', async () => {
  const readme = await Bun.file(join(root, 'README.md')).text()
  const section = /<!-- new-resource.*?-->\n([\s\S]*)<!-- \/new-resource -->/.exec(readme)?.[1] ?? ''
  const [, change = ''] = /```diff\n([\s\S]*?)```/.exec(section) ?? []
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? []
  expect(change.split('\n').filter((line) => /^\+(?!\+)/.test(line)).length).toBeLessThanOrEqual(25)
  const copy = copyOfCheckout()
  try {
    succeed(copy, ['git', 'apply', '-'], change)
    for (const line of commands.trim().split('\n')) {
      if (line !== 'npm test') succeed(copy, ['sh', '-ec', line])
    }
    succeed(copy, [process.execPath, 'x', 'tsc', '--noEmit'])
    succeed(copy, [
      process.execPath,
      'x',
      'biome',
      'check',
      '--error-on-warnings',
      '--vcs-enabled=false',
      'src',
      'tests',
    ])
    const suite = (...which: string[]) => {
      const said = succeed(copy, [process.execPath, 'test', '--parallel', '--no-isolate', ...which])
      console.log(said.trim().split('\n').slice(-5).join('\n'))
      expect(said).toMatch(/\b0 fail\b/)
      return Number(/^ *(\d+) pass$/m.exec(said)?.[1])
    }
    if (process.env.WHOLE_SUITE) suite()
    else {
      expect(suite('--test-name-pattern', '\\bawards\\b', ...ONE_BY_ONE)).toBeGreaterThan(20)
      expect(suite(...TOGETHER)).toBeGreaterThan(100)
    }
    const shown = await import(join(copy, 'src/openapi/openapi-document.ts'))
    expect(shown.describeService().paths).toHaveProperty('/api/admin/awards/{id}')
    expect(await Bun.file(join(copy, 'client/types.d.ts')).text()).toContain('export type AwardRecord = {')
  } finally {
    rmSync(copy, { recursive: true })
  }
}, 900_000)
