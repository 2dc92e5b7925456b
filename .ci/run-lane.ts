// Runs one lane: starts its servers, runs its command to the end, stops its servers, ends what is left of its processes.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { BUN_TEST, type Lane, type Tests } from './lane.ts'
import { type Env, Missing, type Need, requireInstalled, type Start } from './need.ts'
import { endProcesses } from './processes.ts'
import { type FileResult, hasFailed, missingFiles, readResults, withoutResult } from './test-results.ts'

export type Result = {
  lane: Lane
  state: 'passed' | 'failed' | 'skipped' | 'ended' | 'not run'
  passed: number
  skipped: number
  /** The reason why the lane as a whole failed; null if none or only tests did. */
  reason: string | null
  files: FileResult[]
  output: string
  seconds: number
  /** Processes that ran or waited when it ended, on average of a minute. */
  load: number
}

type Ending = Omit<Result, 'lane' | 'seconds' | 'load'>

/** What runs in a lane, with its servers: the lane itself, or some of its files again. */
type Work = (setting: Setting) => Promise<Ending>
type Setting = { env: Env; directory: string; stopped: AbortSignal }

/** Runs with its temporary files in a directory of its own in `within`, until `stopped` aborts, whose reason is a string. */
export async function runLane(
  lane: Lane,
  within: string,
  stopped: AbortSignal,
  work: Work = (setting) => runWork(lane, setting),
): Promise<Result> {
  const begun = performance.now()
  const directory = join(within, lane.name)
  await mkdir(join(directory, 'tmp'), { recursive: true, mode: 0o755 })
  const ending = await runToEnd(lane, { directory, stopped }, work).catch((error) => failure(String(error)))
  endProcesses(directory)
  await rm(directory, { recursive: true, force: true })
  return { ...ending, lane, seconds: (performance.now() - begun) / 1_000, load: loadavg()[0]! }
}

async function runToEnd(
  lane: Lane,
  { directory, stopped }: Omit<Setting, 'env'>,
  work: Work,
): Promise<Ending> {
  if (stopped.aborted) return failure(stopped.reason, 'ended')
  await using stops = new AsyncDisposableStack()
  const start = { directory, stops }
  const env: Env = {}
  try {
    for (const need of lane.needs) Object.assign(env, await provide(need, start))
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    return { ...NOTHING, state: 'skipped', output: `skipped: ${lane.title} (${error.message})` }
  }
  const notes = await provideWanted(lane, start, env)
  const ending = await work({ env: { ...lane.env, ...env }, directory, stopped })
  return { ...ending, output: [...notes, ending.output].join('\n') }
}

async function provide(need: Need, start: Start): Promise<Env> {
  requireInstalled(need)
  return (await need.start?.(start)) ?? {}
}

/** Adds the variables to `env` and returns a line for each need that the machine cannot have. */
async function provideWanted({ title, wants }: Lane, start: Start, env: Env): Promise<string[]> {
  const notes: string[] = []
  for (const need of wants) {
    try {
      Object.assign(env, await provide(need, start))
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      notes.push(`skipped: parts of ${title} (${error.message})`)
    }
  }
  return notes
}

async function runWork({ work }: Lane, setting: Setting): Promise<Ending> {
  if (work.kind === 'tests') return runTests(work, setting)
  const { code, output } = await runCommand(['sh', '-c', work.command], setting)
  if (setting.stopped.aborted) return failure(setting.stopped.reason, 'ended', output)
  return code === 0
    ? { ...NOTHING, state: 'passed', passed: 1, output }
    : failure(`exited with ${code}`, 'failed', output)
}

/** Bun ends the whole run when a worker crashes; the files that had not begun run after that, a few times at most. */
const MAX_CRASHES = 3

async function runTests(work: Tests, setting: Setting): Promise<Ending> {
  const outputs: string[] = []
  if (work.before !== null) {
    const { code, output } = await runCommand(['sh', '-c', work.before], setting)
    if (code !== 0) return failure(`${work.before} exited with ${code}`, 'failed', output)
  }
  let command = testCommand(work)
  const results: FileResult[] = []
  for (let crashes = 0; ; crashes++) {
    const { code, hasCrashed, ...run } = await runTestCommand(command, setting)
    results.push(...run.results)
    outputs.push(run.output)
    const output = outputs.join('\n')
    if (setting.stopped.aborted) return { ...sumUp(results, setting.stopped.reason), state: 'ended', output }
    const missing = missingFiles(results, work.files)
    if (!hasCrashed || missing.length === 0 || crashes === MAX_CRASHES) {
      const all = [...results, ...missing.map(withoutResult)]
      const reason = code !== 0 && !all.some(hasFailed) ? `exited with ${code}` : null
      return { ...sumUp(all, reason), output }
    }
    command = testCommand({ ...work, command: BUN_TEST, files: missing })
  }
}

/** Runs only this file of the lane, by itself. */
export const runFileAlone = async (work: Tests, file: string, setting: Setting): Promise<Ending> =>
  runTests({ ...work, command: BUN_TEST, files: [file], workers: 1, before: null }, setting)

function testCommand({ command, files, workers, isolated, testLimitSeconds }: Tests): string[] {
  if (command !== BUN_TEST) return [...command]
  const parallel = workers > 1 ? [`--parallel=${workers}`, ...(isolated ? [] : ['--no-isolate'])] : []
  return [
    ...command,
    ...parallel,
    `--timeout=${testLimitSeconds * 1_000}`,
    ...files.map((file) => `./${file}`),
  ]
}

async function runTestCommand(command: readonly string[], setting: Setting) {
  const report = join(setting.directory, 'report.xml')
  await rm(report, { force: true })
  const flags = ['--reporter=junit', `--reporter-outfile=${report}`]
  const { code, output } = await runCommand([...command, ...flags], setting)
  const results = existsSync(report) ? readResults(await readFile(report, 'utf8')) : []
  return { code, output, results, hasCrashed: /^error: a test worker process crashed/m.test(output) }
}

async function runCommand(command: readonly string[], { env, directory, stopped }: Setting) {
  const log = join(directory, 'log')
  const TMPDIR = join(directory, 'tmp')
  // A group of its own, so that its children can be ended with it; a file, because a server may outlive the command.
  const child = Bun.spawn(['sh', '-c', 'exec >"$LOG" 2>&1; exec "$@"', 'sh', ...command], {
    env: { ...process.env, NO_COLOR: '1', ...env, TMPDIR, LOG: log },
    stdin: 'ignore',
    detached: true,
  })
  const end = () => endProcesses(TMPDIR, child.pid)
  stopped.addEventListener('abort', end)
  if (stopped.aborted) end()
  const code = await child.exited
  stopped.removeEventListener('abort', end)
  end()
  return { code, output: (await readFile(log, 'utf8')).trimEnd() }
}

const NOTHING = { passed: 0, skipped: 0, reason: null, files: [] }

const failure = (reason: string, state: 'failed' | 'ended' = 'failed', output = ''): Ending => ({
  ...NOTHING,
  state,
  reason: reason.split('\n').filter(Boolean).slice(0, 3).join(' | '),
  output: output || reason,
})

/** A run that ends with an error although no test failed has failed, and so has one without a test. */
function sumUp(files: FileResult[], problem: string | null): Omit<Ending, 'output'> {
  const sum = (count: 'passed' | 'skipped') => files.reduce((total, file) => total + file[count], 0)
  const passed = sum('passed')
  const reason = problem ?? (passed === 0 && !files.some(hasFailed) ? 'no test has run' : null)
  const state = reason !== null || files.some(hasFailed) ? 'failed' : 'passed'
  return { state, passed, skipped: sum('skipped'), reason, files }
}
