// Follows docs/adding-a-resource.md line by line in a copy of this checkout and runs the tests there.
// `bun run proof new-resource` runs the tests that cover resources; with WHOLE_SUITE=1 everything that `npm test` runs.
import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '..')
/**
 * Tests that cover the new resource alone, and those that cover all together: the snapshot, the OpenAPI document, a process.
 * Paths, because beside a path Bun ignores an argument that is only a part of one.
 */
const FILES = [
  './tests/content/contract.test.ts',
  './tests/content/reorder.test.ts',
  './tests/content/bad-input.test.ts',
  './tests/content/resource-registry.test.ts',
  './tests/content/snapshot/encodings.test.ts',
  './tests/content/snapshot/plain-sql.test.ts',
  './tests/http/openapi/openapi-document.test.ts',
  './tests/client',
  './tests/platform/db/migrations.test.ts',
  './tests/structure.test.ts',
  './tests/package.test.ts',
  './tests/commands/serve.e2e.ts',
]
const SUITE_OPTIONS = ['--parallel', '--no-isolate', '--timeout', '1200000']

type Given = { stdin?: string; env?: Record<string, string> }

/** Returns the command's output; throws it if the command fails. */
function succeed(cwd: string, command: string[], { stdin = '', env = {} }: Given = {}) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, {
    cwd,
    stdin: new TextEncoder().encode(stdin),
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  const output = `${stdout}${stderr}`
  if (exitCode !== 0)
    throw new Error(`${command.join(' ')} exited with ${exitCode}:\n${output.slice(-8_000)}`)
  return output
}

/** A copy of the files that git tracks or would track, with a link to the installed packages. */
function copyCheckout() {
  // Short, because a message of the service cuts the path of its program.
  const copy = mkdtempSync(join(tmpdir(), 'awards-'))
  const files = succeed(root, ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

test('following docs/adding-a-resource.md adds a resource, and the tests pass', async () => {
  const page = await Bun.file(join(root, 'docs/adding-a-resource.md')).text()
  const section = /<!-- new-resource.*?-->\n([\s\S]*)<!-- \/new-resource -->/.exec(page)?.[1] ?? ''
  const [, change = ''] = /```diff\n([\s\S]*?)```/.exec(section) ?? []
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? []
  expect(change.split('\n').filter((line) => /^\+(?!\+)/.test(line)).length).toBeLessThanOrEqual(25)
  const copy = copyCheckout()
  try {
    succeed(copy, ['git', 'apply', '-'], { stdin: change })
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
    const suite = (env: Record<string, string>, ...files: string[]) => {
      const output = succeed(copy, [process.execPath, 'test', ...SUITE_OPTIONS, ...files], { env })
      console.log(output.trim().split('\n').slice(-5).join('\n'))
      expect(output).toMatch(/\b0 fail\b/)
      return Number(/^ *(\d+) pass$/m.exec(output)?.[1])
    }
    if (process.env.WHOLE_SUITE) suite({})
    else expect(suite({ TEST_RESOURCES: 'awards' }, ...FILES)).toBeGreaterThan(150)
    const { describeService } = await import(join(copy, 'src/http/openapi-document.ts'))
    expect((await describeService()).paths).toHaveProperty('/api/admin/awards/{id}')
    expect(await Bun.file(join(copy, 'client/generated-types.d.ts')).text()).toContain(
      'export type AwardRecord = {',
    )
  } finally {
    rmSync(copy, { recursive: true })
  }
}, 1_200_000)
