// Runs one command from an argument array (never a shell) in its own process group, which is terminated as a whole.
import { readFileSync } from 'node:fs'

export type CommandOutcome =
  | { kind: 'succeeded' }
  | { kind: 'failed'; reason: string }
  /** The signal was aborted: timeout, or the receiver is stopping. */
  | { kind: 'aborted' }

export type CommandOptions = {
  argv: readonly string[]
  directory: string
  environment: Record<string, string | undefined>
  signal: AbortSignal
  /** Called for each line of stdout and stderr. */
  onLine(line: string): void
  /** Called with the process identity that `terminateLeftover` accepts, and with null after the process ended. */
  onProcess(identity: string | null): void
}

const TERM_GRACE_MS = 5_000
const AFTER_LEADER_MS = 500
/** Output is read for this time after the command exited: a process it started may keep the pipe open. */
const OUTPUT_GRACE_MS = 500
const MAX_LINE_LENGTH = 4_000

/** Runs until the command exits or the signal is aborted. On abort the whole process group is terminated. */
export async function runCommand(options: CommandOptions): Promise<CommandOutcome> {
  const { argv, directory, environment, signal, onLine, onProcess } = options
  if (signal.aborted) return { kind: 'aborted' }
  let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  try {
    child = Bun.spawn([...argv], {
      cwd: directory,
      env: environment,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      // setsid: the process group id equals the child's pid.
      detached: true,
    })
  } catch (error) {
    return { kind: 'failed', reason: `${argv[0]} could not be started: ${(error as Error).message}` }
  }
  onProcess(identityOf(child.pid))
  const output = Promise.all([forEachLine(child.stdout, onLine), forEachLine(child.stderr, onLine)])
  const { promise: aborted, resolve } = Promise.withResolvers<'aborted'>()
  const onAbort = () => resolve('aborted')
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    if ((await Promise.race([child.exited, aborted])) === 'aborted') {
      await terminateGroup(child.pid, child.exited)
      return { kind: 'aborted' }
    }
    await Promise.race([output, Bun.sleep(OUTPUT_GRACE_MS)])
    if (child.exitCode === 0) return { kind: 'succeeded' }
    const exit = child.signalCode ? `was killed by ${child.signalCode}` : `exited with ${child.exitCode}`
    return { kind: 'failed', reason: `${argv[0]} ${exit}` }
  } finally {
    signal.removeEventListener('abort', onAbort)
    onProcess(null)
  }
}

/** Terminates the process group of a command that an earlier receiver left running; false if the pid was reused. */
export async function terminateLeftover(identity: string): Promise<boolean> {
  const pid = Number(identity.split(' ')[0])
  if (!Number.isInteger(pid) || pid < 2 || !readProcess(pid) || identityOf(pid) !== identity) return false
  await terminateGroup(pid)
  return true
}

async function terminateGroup(group: number, leaderExited?: Promise<unknown>) {
  signalGroup(group, 'SIGTERM')
  await waitFor(() => readProcess(group) === null, TERM_GRACE_MS)
  // Shorter for the leader's orphans: zombies that nothing reaps still count as group members.
  await waitFor(() => !signalGroup(group, 0), AFTER_LEADER_MS)
  signalGroup(group, 'SIGKILL')
  await leaderExited
}

async function waitFor(condition: () => boolean, maxMs: number) {
  const end = Date.now() + maxMs
  while (Date.now() < end && !condition()) await Bun.sleep(20)
}

/** Returns whether the group had any process to signal. */
function signalGroup(group: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

/** The pid with its start time, since the kernel reuses pids. */
const identityOf = (pid: number) => `${pid} ${readProcess(pid)?.startTime ?? ''}`

/** Reads /proc/PID/stat, see proc(5); null for a process that has exited. */
function readProcess(pid: number): { startTime: string } | null {
  try {
    // The fields are read from the third on: the second is the program's name and may contain spaces and parentheses.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return state === 'Z' || state === 'X' ? null : { startTime: fields[18]! }
  } catch {
    return null
  }
}

async function forEachLine(stream: ReadableStream<Uint8Array<ArrayBuffer>>, onLine: (line: string) => void) {
  let rest = ''
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split(/\r?\n|\r/)
    rest = lines.pop()!
    for (const line of lines) onLine(line.slice(0, MAX_LINE_LENGTH))
    if (rest.length > MAX_LINE_LENGTH) {
      onLine(rest.slice(0, MAX_LINE_LENGTH))
      rest = ''
    }
  }
  if (rest) onLine(rest)
}
