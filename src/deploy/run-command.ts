// Runs one command: an array of arguments, never a shell, in a process group of its own that is ended as a whole.
import { readFileSync } from 'node:fs'

export type Outcome =
  | { kind: 'done' }
  | { kind: 'failed'; why: string }
  /** The signal was raised: its time was over, or the receiver stops. */
  | { kind: 'ended' }

export type Run = {
  words: readonly string[]
  directory: string
  environment: Record<string, string | undefined>
  signal: AbortSignal
  /** Each line of either output. */
  onLine(line: string): void
  /** The process by which `endLeftover` knows it again, then null once it has ended. */
  onProcess(process: string | null): void
}

/** How long a group may take to end by itself. */
const GRACE_MS = 5_000
const AFTER_LEADER_MS = 500
/** How long after the command's end its output is waited for: something that it started may hold it open. */
const OUTPUT_MS = 500
const LONGEST_LINE = 4_000

/** Runs to the end, or until the signal is raised; then nothing of its process group is left. */
export async function runCommand({
  words,
  directory,
  environment,
  signal,
  onLine,
  onProcess,
}: Run): Promise<Outcome> {
  if (signal.aborted) return { kind: 'ended' }
  let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  try {
    child = Bun.spawn([...words], {
      cwd: directory,
      env: environment,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      // setsid: the group has the child's id.
      detached: true,
    })
  } catch (error) {
    return { kind: 'failed', why: `${words[0]} could not be started: ${(error as Error).message}` }
  }
  onProcess(describe(child.pid))
  const output = Promise.all([eachLine(child.stdout, onLine), eachLine(child.stderr, onLine)])
  const { promise: raised, resolve } = Promise.withResolvers<'raised'>()
  const raise = () => resolve('raised')
  signal.addEventListener('abort', raise, { once: true })
  try {
    if ((await Promise.race([child.exited, raised])) === 'raised') {
      await endGroup(child.pid, child.exited)
      return { kind: 'ended' }
    }
    await Promise.race([output, Bun.sleep(OUTPUT_MS)])
    if (child.exitCode === 0) return { kind: 'done' }
    const how = child.signalCode ? `was ended by ${child.signalCode}` : `exited with ${child.exitCode}`
    return { kind: 'failed', why: `${words[0]} ${how}` }
  } finally {
    signal.removeEventListener('abort', raise)
    onProcess(null)
  }
}

/** Ends the group of a command that a receiver before this one ran, if that process still is the same. */
export async function endLeftover(process: string): Promise<boolean> {
  const pid = Number(process.split(' ')[0])
  if (!Number.isInteger(pid) || pid < 2 || !stat(pid) || describe(pid) !== process) return false
  await endGroup(pid)
  return true
}

async function endGroup(group: number, leader?: Promise<unknown>) {
  signalGroup(group, 'SIGTERM')
  await until(GRACE_MS, () => stat(group) === null)
  // Those that the leader leaves are given less: nobody may ever ask after them, and the ended ones still count.
  await until(AFTER_LEADER_MS, () => !signalGroup(group, 0))
  signalGroup(group, 'SIGKILL')
  await leader
}

async function until(milliseconds: number, holds: () => boolean) {
  const end = Date.now() + milliseconds
  while (Date.now() < end && !holds()) await Bun.sleep(20)
}

/** Whether there was anybody to signal. */
function signalGroup(group: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

/** A process and when it began, since numbers are given again. */
const describe = (pid: number) => `${pid} ${stat(pid)?.began ?? ''}`

/** What proc(5) says of a process; null for one that has ended. */
function stat(pid: number): { began: string } | null {
  try {
    // The third field and the ones after it: the second may hold anything.
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return state === 'Z' || state === 'X' ? null : { began: fields[18]! }
  } catch {
    return null
  }
}

async function eachLine(stream: ReadableStream<Uint8Array<ArrayBuffer>>, onLine: (line: string) => void) {
  let rest = ''
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split(/\r?\n|\r/)
    rest = lines.pop()!
    for (const line of lines) onLine(line.slice(0, LONGEST_LINE))
    if (rest.length > LONGEST_LINE) {
      onLine(rest.slice(0, LONGEST_LINE))
      rest = ''
    }
  }
  if (rest) onLine(rest)
}
