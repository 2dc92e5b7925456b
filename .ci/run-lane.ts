// Runs one lane: starts its servers, runs its command to the end, stops its servers, ends what is left of its processes.
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Lane } from './lane.ts'
import { type Env, Missing, type Need, requireInstalled, type Start } from './need.ts'
import { endProcesses } from './processes.ts'
import { readSummary, type Summary } from './summary.ts'

export type Result = Summary & {
  lane: Lane
  state: 'passed' | 'failed' | 'skipped'
  output: string
  seconds: number
}

type Ending = Omit<Result, 'lane' | 'seconds'>

/** Runs with its temporary files in a directory of its own in `within`, until `interrupted` aborts. */
export async function runLane(lane: Lane, within: string, interrupted: AbortSignal): Promise<Result> {
  const begun = performance.now()
  const directory = join(within, lane.name)
  await mkdir(join(directory, 'tmp'), { recursive: true, mode: 0o755 })
  const ending = await runToEnd(lane, directory, interrupted).catch((error) => failure(String(error)))
  endProcesses(directory)
  await rm(directory, { recursive: true, force: true })
  return { ...ending, lane, seconds: (performance.now() - begun) / 1_000 }
}

async function runToEnd(lane: Lane, directory: string, interrupted: AbortSignal): Promise<Ending> {
  interrupted.throwIfAborted()
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
  const { code, output } = await runCommand(lane, { env, directory, interrupted })
  const ending = interrupted.aborted
    ? failure(`interrupted by ${interrupted.reason}`)
    : judge(lane, code, output)
  return { ...ending, output: [...notes, output].join('\n') }
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

type Setting = { env: Env; directory: string; interrupted: AbortSignal }

async function runCommand(lane: Lane, { env, directory, interrupted }: Setting) {
  const log = join(directory, 'log')
  const TMPDIR = join(directory, 'tmp')
  // A group of its own, so that its children can be ended with it; a file, because a server may outlive the command.
  const child = Bun.spawn(['sh', '-c', `exec >"$LOG" 2>&1; ${lane.command}`], {
    env: { ...process.env, NO_COLOR: '1', ...lane.env, ...env, TMPDIR, LOG: log },
    stdin: 'ignore',
    detached: true,
  })
  const end = () => endProcesses(TMPDIR, child.pid)
  interrupted.addEventListener('abort', end)
  if (interrupted.aborted) end()
  const code = await child.exited
  interrupted.removeEventListener('abort', end)
  end()
  return { code, output: (await readFile(log, 'utf8')).trimEnd() }
}

const NOTHING: Summary = { passed: 0, failed: 0, skipped: 0, failures: [] }

const failure = (output: string): Ending => ({
  ...NOTHING,
  state: 'failed',
  output,
  failed: 1,
  failures: [output.split('\n').filter(Boolean).slice(0, 3).join(' | ')],
})

/** A run that ends with an error although no test failed counts as one failure, and so does one without a test. */
function judge({ kind }: Lane, code: number, output: string): Omit<Ending, 'output'> {
  if (kind === 'check')
    return code === 0 ? { ...NOTHING, state: 'passed', passed: 1 } : failure(`exited with ${code}`)
  const summary = readSummary(output)
  if (!summary) return failure(`exited with ${code} and without a summary`)
  if (summary.failed > 0) return { ...summary, state: 'failed' }
  const reason = code !== 0 ? `exited with ${code}` : summary.passed === 0 ? 'no test has run' : null
  if (reason !== null) return { ...failure(reason), passed: summary.passed }
  return { ...summary, state: 'passed' }
}
