import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endLeftover, runCommand } from '../../src/deploy/run-command.ts'

const NEVER = new AbortController().signal

async function run(words: string[], signal = NEVER, environment: Record<string, string> = {}) {
  const lines: string[] = []
  const processes: (string | null)[] = []
  const outcome = await runCommand({
    words,
    directory: tmpdir(),
    environment: { PATH: process.env.PATH, ...environment },
    signal,
    onLine: (line) => lines.push(line),
    onProcess: (process) => processes.push(process),
  })
  return { outcome, lines, processes }
}

// One that has ended stays until its parent asks, which an orphan's may never do.
const isAlive = (pid: number) => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('its words are arguments, whatever they hold', async () => {
  const words = ['printf', '%s\\n', '$(id)', '; reboot', '`id`', 'a b', '*']
  expect(await run(words)).toMatchObject({ outcome: { kind: 'done' }, lines: words.slice(2) })
})

test('both outputs come by lines, the last one without an end too', async () => {
  const { lines } = await run(['sh', '-c', 'printf "one\\ntwo\\r\\n"; printf "err" >&2'])
  expect(lines.sort()).toEqual(['err', 'one', 'two'])
})

test.each<[string, string[], string]>([
  ['a code', ['sh', '-c', 'exit 7'], 'sh exited with 7'],
  ['a signal', ['sh', '-c', 'kill -9 $$'], 'sh was ended by SIGKILL'],
  ['a program that is not there', ['frontage-nowhere'], 'frontage-nowhere could not be started'],
])('a failure is told with %s', async (_, words, why) => {
  expect((await run(words)).outcome).toEqual({ kind: 'failed', why: expect.stringContaining(why) })
})

test('it gets just the environment that it is given', async () => {
  const { lines } = await run(['env'], NEVER, { GIT_COMMIT: 'abc' })
  expect(lines.filter((line) => !/^(PWD|SHLVL|_)=/.test(line)).sort()).toEqual([
    'GIT_COMMIT=abc',
    `PATH=${process.env.PATH}`,
  ])
})

test('when the time is over the whole process group goes, and so does one that does not listen', async () => {
  const script = 'trap "" TERM; (trap "" TERM; sleep 60 & echo $!; wait) & echo $!; sleep 60'
  const start = performance.now()
  const { outcome, lines, processes } = await run(['sh', '-c', script], AbortSignal.timeout(300))
  expect(outcome).toEqual({ kind: 'ended' })
  expect(performance.now() - start).toBeLessThan(8_000)
  const pids = [...lines.map(Number), Number(processes[0]!.split(' ')[0])]
  expect(pids).toHaveLength(3)
  await Bun.sleep(50)
  expect(pids.filter(isAlive)).toEqual([])
  expect(processes.at(-1)).toBeNull()
}, 15_000)

test('what a command leaves running does not hold it up, and goes on', async () => {
  const start = performance.now()
  const { outcome, lines } = await run(['sh', '-c', 'sleep 60 & echo $!'])
  expect(outcome).toEqual({ kind: 'done' })
  expect(performance.now() - start).toBeLessThan(3_000)
  expect(isAlive(Number(lines[0]))).toBe(true)
  process.kill(Number(lines[0]), 'SIGKILL')
})

test('a raised signal starts nothing', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-run-'))
  const { outcome } = await run(['touch', join(directory, 'x')], AbortSignal.abort())
  expect(outcome).toEqual({ kind: 'ended' })
  expect(await Bun.file(join(directory, 'x')).exists()).toBe(false)
  await rm(directory, { recursive: true })
})

test('a leftover is ended only if it is the process that was noted', async () => {
  const child = Bun.spawn(['sleep', '60'], { detached: true })
  expect(await endLeftover(`${child.pid} 1`)).toBe(false)
  expect(await endLeftover(`${child.pid} `)).toBe(false)
  expect(isAlive(child.pid)).toBe(true)
  for (const none of ['1 1', '0 0', '-1 5', 'x', '']) expect(await endLeftover(none)).toBe(false)
  const stat = await Bun.file(`/proc/${child.pid}/stat`).text()
  const began = stat.replace(/^.*\) /s, '').split(' ')[19]
  expect(await endLeftover(`${child.pid} ${began}`)).toBe(true)
  expect(await child.exited).toBe(143)
})
