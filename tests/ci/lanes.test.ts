// The lists that decide what runs: the lanes, the scripts of package.json, and which test files use a database or store.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chosenLanes } from '../../.ci/chosen-lanes.ts'
import { lanes } from '../../.ci/lanes.ts'
import { isStored, testFiles } from '../../.ci/test-files.ts'
import scripts from '../../package.json' with { type: 'json' }

const root = join(import.meta.dir, '../..')
const commands: [string, string][] = [
  ...Object.entries(scripts.scripts),
  ...lanes.map(({ name, command }): [string, string] => [`the lane ${name}`, command]),
]
const find = (pattern: string) => [
  ...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true, onlyFiles: false }),
]

/** `a/{b,c}/*` is `a/b/*` and `a/c/*`, because each of them must match. */
function expandBraces(pattern: string): string[] {
  const [, before, inside, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  if (inside === undefined) return [pattern]
  return inside.split(',').flatMap((one) => expandBraces(`${before}${one}${after}`))
}

/** The paths and patterns of a command. */
const patternsIn = (command: string) =>
  command
    .split(/[\s()&;'"]+/)
    .filter((word) =>
      /^(?:\.\/)?(?:(?:\.ci|bench|deploy|docs|drizzle|src|tests)\/|[\w-]+\.m?[jt]s$)/.test(word),
    )
    .flatMap((word) => expandBraces(word.replace(/^\.\//, '')))

describe('every pattern matches a file', () => {
  test.each(commands)('%s', (_, command) => {
    expect(patternsIn(command).filter((pattern) => find(pattern).length === 0)).toEqual([])
  })

  test('of the tests for a new resource', () => {
    const code = readFileSync(join(root, 'tests/new-resource.e2e.ts'), 'utf8')
    const paths = [...code.matchAll(/^ *'(?:\.\/)?(tests\/[^']+)',$/gm)].map(([, path]) => path!)
    expect(paths.length).toBeGreaterThan(8)
    expect(paths.filter((path) => find(path).length === 0)).toEqual([])
  })
})

describe('the lanes', () => {
  const isRun = (script: string) => lanes.some(({ command }) => command.split(' ').includes(script))
  const testScripts = Object.keys(scripts.scripts).filter((name) => name.startsWith('test:'))
  /** Scripts that no lane runs by itself. */
  const APART: Record<string, string> = {
    'test:files': 'called by others',
    'test:unit': 'contained in npm test',
    'test:lighthouse': 'measures; needs a quiet machine',
    'test:swarm': 'for changes of the Swarm file; takes an engine for itself',
  }

  test('run every script of tests', () => {
    expect(testScripts.filter((name) => !isRun(name) && !(name in APART))).toEqual([])
    expect(Object.keys(APART).filter((name) => !testScripts.includes(name) || isRun(name))).toEqual([])
  })

  test('run each e2e file in one script', () => {
    const named = testScripts
      .flatMap((name) => patternsIn(scripts.scripts[name as keyof typeof scripts.scripts]))
      .flatMap(find)
      .filter((path) => path.endsWith('.e2e.ts'))
    expect(named.sort()).toEqual(find('tests/**/*.e2e.ts').sort())
  })

  test('have names of their own and run nothing twice', () => {
    expect(new Set(lanes.map(({ name }) => name)).size).toBe(lanes.length)
    expect(commands.filter(([, command]) => command.includes('--retry'))).toEqual([])
  })

  test('give a test two minutes before it counts as hanging, because machines are slower than this one', () => {
    const limits = commands.flatMap(([, command]) =>
      [...command.matchAll(/\bbun test\b(?:.*?--timeout (\d+))?/g)].map(([, limit]) => Number(limit ?? 0)),
    )
    expect(limits.length).toBeGreaterThan(8)
    expect(limits.filter((limit) => limit < 120_000)).toEqual([])
  })

  test('are chosen by name', () => {
    expect(chosenLanes(lanes, [])).toEqual(lanes)
    expect(chosenLanes(lanes, ['types', 'lint']).map(({ name }) => name)).toEqual(['lint', 'types'])
    expect(() => chosenLanes(lanes, ['lnit'])).toThrow('no lane lnit; there are audit, lint, types')
  })
})

test('test files that choose a database or store by the environment are run again on other ones, the rest once', () => {
  const stored = testFiles().filter(isStored)
  expect(stored).toContainValues([
    'tests/content/contract.test.ts',
    'tests/platform/storage/storage-drivers.test.ts',
  ])
  expect(stored).not.toContain('tests/text/fold-text.test.ts')
  expect(stored.length).toBeLessThan(testFiles().length * 0.6)
})
