// A lane is a named check, or a run of test files, with the tools and servers it needs. Lanes run one after the other.
import type { Need } from './need.ts'

export type Lane = {
  name: string
  title: string
  work: Check | Tests
  /** The lane is skipped if the machine cannot have one of these, and fails if one is missing otherwise. */
  needs: readonly Need[]
  /** A part of the tests is skipped, with a line, if one of these is missing. */
  wants: readonly Need[]
  env: Record<string, string>
  /** A lane that takes longer counts as hanging and is ended. */
  limitSeconds: number
}

/** A line of shell, run in the root of the repository, that passes when it exits with 0; counts as one test. */
export type Check = { kind: 'check'; command: string }

export type Tests = {
  kind: 'tests'
  /** Paths in the repository. */
  files: readonly string[]
  /** The start of the command, to which flags of `bun test` and, if it is that one, the files are added. */
  command: readonly string[]
  workers: number
  /** Whether each file gets a global object of its own, which takes longer. */
  isolated: boolean
  /** A line of shell that is run first. */
  before: string | null
  /** A test that takes longer counts as hanging and fails. */
  testLimitSeconds: number
}

type Options = Partial<Pick<Lane, 'needs' | 'wants' | 'env' | 'limitSeconds'>>
type TestOptions = Options & Partial<Omit<Tests, 'kind' | 'files'>>

const DEFAULTS = { needs: [], wants: [], env: {}, limitSeconds: 5_400 }

export const BUN_TEST = ['bun', 'test']

/** Only a hanging test takes as long on the slowest machine. */
export const TEST_LIMIT_SECONDS = 600

export const check = (name: string, title: string, command: string, options: Options = {}): Lane => ({
  ...DEFAULTS,
  ...options,
  name,
  title,
  work: { kind: 'check', command },
})

export function tests(
  name: string,
  title: string,
  files: readonly string[],
  {
    command = BUN_TEST,
    workers = 1,
    isolated = false,
    before = null,
    testLimitSeconds = TEST_LIMIT_SECONDS,
    ...options
  }: TestOptions = {},
): Lane {
  const work: Tests = { kind: 'tests', files, command, workers, isolated, before, testLimitSeconds }
  return { ...DEFAULTS, ...options, name, title, work }
}
