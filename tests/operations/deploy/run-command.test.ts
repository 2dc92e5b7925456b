import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand, terminateLeftover } from '../../../src/operations/deploy/run-command.ts'
import { eventually } from '../../support/eventually.ts'

type Options = {
  signal?: AbortSignal
  environment?: Record<string, string>
  /** Called with the lines so far. */
  onLines?: (lines: string[]) => void
}

async function run(
  argv: string[],
  { signal = new AbortController().signal, environment = {}, onLines = () => {} }: Options = {},
) {
  const lines: string[] = []
  const processes: (string | null)[] = []
  const outcome = await runCommand({
    argv,
    directory: tmpdir(),
    environment: { PATH: process.env.PATH, ...environment },
    signal,
    onLine: (line) => {
      lines.push(line)
      onLines(lines)
    },
    onProcess: (process) => processes.push(process),
  })
  return { outcome, lines, processes }
}

// Zombies count as ended: an orphan's new parent may never reap them.
const isAlive = (pid: number) => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('arguments are passed verbatim; no shell interprets them', async () => {
  const argv = ['printf', '%s\\n', '$(id)', '; reboot', '`id`', 'a b', '*']
  expect(await run(argv)).toMatchObject({ outcome: { kind: 'succeeded' }, lines: argv.slice(2) })
})

test('stdout and stderr arrive line by line, including a last line without a line break', async () => {
  const { lines } = await run(['sh', '-c', 'printf "one\\ntwo\\r\\n"; printf "err" >&2'])
  expect(lines.sort()).toEqual(['err', 'one', 'two'])
})

test.each<[string, string[], string]>([
  ['an exit code', ['sh', '-c', 'exit 7'], 'sh exited with 7'],
  ['a signal', ['sh', '-c', 'kill -9 $$'], 'sh was killed by SIGKILL'],
  ['a missing program', ['frontage-missing'], 'frontage-missing could not be started'],
])('a failure reports %s', async (_, argv, reason) => {
  expect((await run(argv)).outcome).toEqual({ kind: 'failed', reason: expect.stringContaining(reason) })
})

test('the command gets exactly the given environment', async () => {
  const { lines } = await run(['env'], { environment: { GIT_COMMIT: 'abc' } })
  expect(lines.filter((line) => !/^(PWD|SHLVL|_)=/.test(line)).sort()).toEqual([
    'GIT_COMMIT=abc',
    `PATH=${process.env.PATH}`,
  ])
})

test('a timeout terminates the whole process group, including processes that ignore SIGTERM', async () => {
  const script = 'trap "" TERM; (trap "" TERM; sleep 60 & echo $!; wait) & echo $!; sleep 60'
  const timeout = new AbortController()
  const { outcome, lines, processes } = await run(['sh', '-c', script], {
    signal: timeout.signal,
    onLines({ length }) {
      // All processes run now.
      if (length === 2) timeout.abort()
    },
  })
  expect(outcome).toEqual({ kind: 'aborted' })
  const pids = [...lines.map(Number), Number(processes[0]!.split(' ')[0])]
  expect(pids).toHaveLength(3)
  await eventually(() => !pids.some(isAlive))
  expect(processes.at(-1)).toBeNull()
})

test('a background process left by the command neither delays the result nor is killed', async () => {
  const { outcome, lines } = await run(['sh', '-c', 'sleep 60 & echo $!'])
  expect(outcome).toEqual({ kind: 'succeeded' })
  expect(isAlive(Number(lines[0]))).toBe(true)
  process.kill(Number(lines[0]), 'SIGKILL')
})

test('an aborted signal starts nothing', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-run-'))
  const { outcome } = await run(['touch', join(directory, 'x')], { signal: AbortSignal.abort() })
  expect(outcome).toEqual({ kind: 'aborted' })
  expect(await Bun.file(join(directory, 'x')).exists()).toBe(false)
  await rm(directory, { recursive: true })
})

test('a leftover command is terminated only if pid and start time match', async () => {
  const child = Bun.spawn(['sleep', '60'], { detached: true })
  expect(await terminateLeftover(`${child.pid} 1`)).toBe(false)
  expect(await terminateLeftover(`${child.pid} `)).toBe(false)
  expect(isAlive(child.pid)).toBe(true)
  for (const invalid of ['1 1', '0 0', '-1 5', 'x', '']) expect(await terminateLeftover(invalid)).toBe(false)
  const stat = await Bun.file(`/proc/${child.pid}/stat`).text()
  const startTime = stat.replace(/^.*\) /s, '').split(' ')[19]
  expect(await terminateLeftover(`${child.pid} ${startTime}`)).toBe(true)
  expect(await child.exited).toBe(143)
})
