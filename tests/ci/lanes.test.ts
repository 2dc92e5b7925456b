// The lists that decide what runs: the lanes, the scripts of package.json, and which test files run where.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chosenLanes } from '../../.ci/chosen-lanes.ts'
import type { Lane } from '../../.ci/lane.ts'
import { byName, gate, proof } from '../../.ci/lanes.ts'
import { filesOf, isStored, testFiles } from '../../.ci/test-files.ts'
import scripts from '../../package.json' with { type: 'json' }

const root = join(import.meta.dir, '../..')
const lanes = [...proof, ...byName]
const commandOf = ({ work }: Lane) => (work.kind === 'check' ? work.command : (work.before ?? ''))
const commands: [string, string][] = [
  ...Object.entries(scripts.scripts),
  ...lanes.map((lane): [string, string] => [`the lane ${lane.name}`, commandOf(lane)]),
]
const find = (pattern: string) => [
  ...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true, onlyFiles: false }),
]
const filesIn = ({ work }: Lane) => (work.kind === 'tests' ? work.files : [])

/** The paths of a command. */
const pathsIn = (command: string) =>
  command
    .split(/[\s()&;'"]+/)
    .filter((word) =>
      /^(?:\.\/)?(?:(?:\.ci|bench|deploy|docs|drizzle|src|tests)\/|[\w-]+\.m?[jt]s$)/.test(word),
    )
    .map((word) => word.replace(/^\.\//, ''))

describe('every path leads to a file', () => {
  test.each(commands)('%s', (_, command) => {
    expect(pathsIn(command).filter((path) => find(path).length === 0)).toEqual([])
  })

  test('of the tests for a new resource', () => {
    const code = readFileSync(join(root, 'tests/new-resource.e2e.ts'), 'utf8')
    const paths = [...code.matchAll(/^ *'(?:\.\/)?(tests\/[^']+)',$/gm)].map(([, path]) => path!)
    expect(paths.length).toBeGreaterThan(8)
    expect(paths.filter((path) => find(path).length === 0)).toEqual([])
  })

  test('and a pattern that matches nothing is an error', () => {
    expect(() => filesOf('tests/no-such/*.test.ts')).toThrow('no test file matches tests/no-such/*.test.ts')
  })
})

describe('the lanes', () => {
  test('run each test file, and each e2e file once', () => {
    const run = lanes.flatMap(filesIn)
    expect(testFiles().filter((file) => !run.includes(file))).toEqual([])
    const e2e = run.filter((file) => file.endsWith('.e2e.ts'))
    expect(e2e.sort()).toEqual(find('tests/**/*.e2e.ts').sort())
  })

  test('of the gate are part of the proof', () => {
    expect(gate.filter((lane) => !proof.includes(lane))).toEqual([])
  })

  test('of the gate end, one after the other and at their limits, within 75 minutes', () => {
    const seconds = gate.reduce((sum, { limitSeconds }) => sum + limitSeconds, 0)
    expect(seconds).toBeLessThanOrEqual(75 * 60)
  })

  test('have names of their own, and run nothing again without a word', () => {
    expect(new Set(lanes.map(({ name }) => name)).size).toBe(lanes.length)
    expect(commands.filter(([, command]) => /--retry|--rerun/.test(command))).toEqual([])
  })

  test('are chosen by name', () => {
    expect(chosenLanes(gate, [])).toEqual(gate)
    expect(chosenLanes(gate, ['types', 'lint']).map(({ name }) => name)).toEqual(['lint', 'types'])
    expect(() => chosenLanes(gate, ['lnit'])).toThrow('no lane lnit; there are audit, lint, types, test')
  })
})

test('a test file with a database or a store in it runs on Postgres and S3 too', () => {
  const stored = proof.find(({ name }) => name === 'postgres')!
  expect(filesIn(stored)).toContainValues([
    'tests/content/contract.test.ts',
    'tests/platform/storage/storage-drivers.test.ts',
  ])
  expect(isStored('tests/text/fold-text.test.ts')).toBe(false)
})

describe('what the gate runs depends on no time', () => {
  const files = [...new Set(gate.flatMap(filesIn))].filter((file) => file !== 'tests/ci/lanes.test.ts')

  /** What measures time or waits for a while, by its reason to be forbidden. */
  const FORBIDDEN: [RegExp, string][] = [
    [/\bperformance\.now\b|\bBun\.nanoseconds\b|\bhrtime\b/, 'the time of the wall differs by machine'],
    [
      /\bstartCpuTimer\b|\b(?:threadCpu|cpu)Usage\b/,
      'processor time has the collector and other threads in it',
    ],
    [/\bwaitForTimeout\(|\bAbortSignal\.timeout\(/, 'wait for a condition'],
  ]
  const problemsOf = (code: string) =>
    FORBIDDEN.filter(([pattern]) => pattern.test(code)).map(([, reason]) => reason)

  test('each of its files', () => {
    const found = files.flatMap((file) =>
      problemsOf(readFileSync(join(root, file), 'utf8')).map((why) => `${file}: ${why}`),
    )
    expect(found).toEqual([])
  })

  test.each([
    'const start = performance.now()',
    'const spent = startCpuTimer()',
    'await page.waitForTimeout(50)',
    'fetch(url, { signal: AbortSignal.timeout(1_000) })',
  ])('%s is found', (code) => {
    expect(problemsOf(code)).toHaveLength(1)
  })

  test('fixed waits of 50 ms and more are held by the test, or named with the reason why they cannot fail', () => {
    const waits = files.flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      if (lines.some((line) => line.includes('holdTimers()'))) return []
      const isUnexplained = (line: string, at: number) => {
        const time = Number(/\bBun\.sleep\(([\d_]+)/.exec(line)?.[1]?.replaceAll('_', '') ?? 0)
        return time >= 50 && !/^\s*\/\//.test(lines[at - 1] ?? '')
      }
      return lines.flatMap((line, at) => (isUnexplained(line, at) ? [`${file}:${at + 1}`] : []))
    })
    expect(waits).toEqual([])
  })
})

test('tests/unsteady.txt has at most five lines, each with date, test, commit, message and load', () => {
  const lines = readFileSync(join(root, 'tests/unsteady.txt'), 'utf8').split('\n').filter(Boolean)
  expect(lines.length).toBeLessThanOrEqual(5)
  const LINE = /^\d{4}-\d\d-\d\d \| tests\/\S+: .+ \| [0-9a-f]{8,40} \| .+ \| load \d+(\.\d+)?$/
  expect(lines.filter((line) => !LINE.test(line))).toEqual([])
})
