// A lane is a named command with the tools and servers it needs. Lanes run side by side as the processor allows.
import type { Need } from './need.ts'

export type Lane = {
  name: string
  title: string
  /** A line of shell, run in the root of the repository. */
  command: string
  /** A lane of tests counts what the summary of `bun test` counts, a check counts as one. */
  kind: 'check' | 'tests'
  /** Processors that it keeps busy on average; a lane that waits most of the time needs a fraction. */
  cores: number
  /** The lane is skipped if the machine cannot have one of these, and fails if one is missing otherwise. */
  needs: readonly Need[]
  /** A part of the tests is skipped, with a line, if one of these is missing. */
  wants: readonly Need[]
  env: Record<string, string>
  /** Names of lanes that never run at the same time. */
  apartFrom: readonly string[]
}

type Options = Partial<Pick<Lane, 'cores' | 'needs' | 'wants' | 'env' | 'apartFrom'>>

/** A command that passes when it exits with 0. */
export const check = (name: string, title: string, command: string, options: Options = {}): Lane =>
  lane('check', { name, title, command }, options)

/** A run of `bun test`; passes when it exits with 0 and at least one test has passed. */
export const tests = (name: string, title: string, command: string, options: Options = {}): Lane =>
  lane('tests', { name, title, command }, options)

const lane = (
  kind: Lane['kind'],
  named: Pick<Lane, 'name' | 'title' | 'command'>,
  options: Options,
): Lane => ({ ...named, kind, cores: 1, needs: [], wants: [], env: {}, apartFrom: [], ...options })
