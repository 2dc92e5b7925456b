// The runner, given other lanes: what it prints, its exit code, and that nothing is left of what it started.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = join(import.meta.dir, '../../.ci')

/** Starts the runner with lanes that are an expression of `check`, `tests`, and the needs `working`, `broken` and `absent`. */
async function start(lanes: string) {
  const temporary = await mkdtemp(join(tmpdir(), 'frontage-lanes-'))
  const code = `
    import { check, tests } from '${folder}/lane.ts'
    import { runLanes } from '${folder}/run-lanes.ts'
    const need = (name, more) => ({ name, packages: [], isInstalled: () => true, ...more })
    const working = need('a server', { start: async ({ stops }) => {
      stops.defer(() => console.log('stopped the server'))
      return { SERVER: 'here' }
    } })
    const broken = need('a server', { start: async () => { throw new Error('the port is taken') } })
    const absent = need('engine', { isInstalled: () => false })
    process.exit(await runLanes(${lanes}))`
  const child = Bun.spawn([process.execPath, '--eval', code], {
    env: { PATH: process.env.PATH!, TMPDIR: temporary },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return {
    child,
    temporary,
    async end() {
      const [out, err] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ])
      const result = {
        code: await child.exited,
        lines: out.trimEnd().split('\n'),
        err,
        left: readdirSync(temporary),
      }
      await rm(temporary, { recursive: true })
      return result
    },
  }
}
const run = async (lanes: string) => (await start(lanes)).end()

const SUMMARY = String.raw`printf 'tests/a.test.ts:\n(pass) one [1.00ms]\n1 | expect\nerror: expect(received).toBe(expected)\n\nExpected: 3\n(fail) two > three [2.00ms]\n  ^ this test timed out after 2ms.\n\n 5 pass\n 2 skip\n 1 fail\n'`

test('lanes that pass are 0, and the closing line has the sum of their counts', async () => {
  const { code, lines, left } = await run(
    `[check('one', 'a check', 'true'), tests('two', 'some tests', "printf ' 41 pass\\\\n 0 fail\\\\n'")]`,
  )
  expect({ code, last: lines.at(-1), left }).toEqual({ code: 0, last: '42 passed, 0 failed', left: [] })
})

test('a lane whose server does not start fails the run', async () => {
  const { code, lines } = await run(`[check('one', 'a check', 'true', { needs: [broken] })]`)
  expect(lines).toContain('one: Error: the port is taken')
  expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: '0 passed, 1 failed' })
})

test('so does one whose wanted server does not start', async () => {
  const { code, lines } = await run(`[check('one', 'a check', 'true', { wants: [broken] })]`)
  expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: '0 passed, 1 failed' })
})

test('a lane that fails fails the run while the others still run, and its failures are named at the end', async () => {
  const { code, lines } = await run(`[
    check('bad', 'a bad check', 'echo oh; exit 3'),
    tests('tests', 'some tests', ${JSON.stringify(SUMMARY)} + '; exit 1'),
    check('good', 'a good check', 'echo fine'),
  ]`)
  expect(lines).toContainValues([
    'oh',
    'fine',
    '== a bad check: failed after 0 s',
    '== a good check: passed after 0 s',
  ])
  expect(lines.slice(-8)).toEqual([
    '== Failed',
    'bad: exited with 3',
    'tests: tests/a.test.ts: two > three',
    '  error: expect(received).toBe(expected)',
    '  Expected: 3',
    '  ^ this test timed out after 2ms.',
    '',
    '6 passed, 2 failed',
  ])
  expect(
    lines
      .find((line) => line.startsWith('tests '))
      ?.split(/ +/)
      .slice(0, 5),
  ).toEqual(['tests', 'failed', '5', '1', '2'])
  expect(code).toBe(1)
})

test.each([
  ['that ends without a summary', 'true'],
  ['that runs no test', "echo ' 0 pass'"],
  ['that skips every test', String.raw`printf ' 0 pass\n 9 skip\n'`],
  ['that exits with an error although every test passed', "echo ' 9 pass'; exit 1"],
])('a run of tests %s fails', async (_, command) => {
  const { code, lines } = await run(`[tests('one', 'some tests', ${JSON.stringify(command)})]`)
  expect(code).toBe(1)
  expect(lines.at(-1)).toEndWith(' passed, 1 failed')
})

test('a lane that needs what the machine cannot have is skipped with a line', async () => {
  const { code, lines } = await run(`[
    check('one', 'the stack', 'exit 1', { needs: [absent] }),
    check('two', 'a check', 'true', { wants: [absent] }),
  ]`)
  const skipped = ['skipped: the stack (no engine)', 'skipped: parts of a check (no engine)']
  const first = lines.indexOf('== Skipped') + 1
  expect(lines.slice(first, first + 2)).toEqual(skipped)
  expect({ code, last: lines.at(-1) }).toEqual({ code: 0, last: '1 passed, 0 failed' })
})

test('a lane gets its servers, which are stopped when it has ended', async () => {
  const { lines } = await run(
    `[check('one', 'a check', 'echo "the server is $SERVER"', { needs: [working] })]`,
  )
  expect(lines.filter((line) => line.includes('the server'))).toEqual([
    'stopped the server',
    'the server is here',
  ])
})

describe('side by side', () => {
  const FLAGS = '"$TMPDIR/../../'

  test('run lanes that need one of two processors each', async () => {
    // Each waits until the other has begun.
    const meet = (mine: string, other: string) =>
      `touch ${FLAGS}${mine}"; until [ -e ${FLAGS}${other}" ]; do sleep 0.05; done`
    const { code } = await run(`[
      check('a', 'a', ${JSON.stringify(meet('1', '2'))}),
      check('b', 'b', ${JSON.stringify(meet('2', '1'))}),
    ]`)
    expect(code).toBe(0)
  })

  const alone = `mkdir ${FLAGS}busy" && sleep 0.2 && rmdir ${FLAGS}busy"`

  test.each(['first', 'second'])('run no lanes that disturb each other, as the %s says', async (says) => {
    const lane = (name: string, other: string) =>
      `check('${name}', 'x', ${JSON.stringify(alone)}, { apartFrom: ${says === name ? `['${other}']` : '[]'} })`
    const { code } = await run(`[${lane('first', 'second')}, ${lane('second', 'first')}]`)
    expect(code).toBe(0)
  })

  test('run no lanes beside one that needs the whole machine', async () => {
    const { code } = await run(`[
      check('a', 'a', ${JSON.stringify(alone)}),
      check('b', 'b', ${JSON.stringify(alone)}, { cores: Infinity }),
      check('c', 'c', ${JSON.stringify(alone)}, { cores: Infinity }),
    ]`)
    expect(code).toBe(0)
  })
})

describe('nothing is left of a lane', () => {
  // A child, a daemon in a session of its own, and one without the environment that works in the lane's folder.
  const LITTER =
    'cd "$TMPDIR"; sleep 600 & echo $! >&3; (cd /; exec setsid sleep 600) & echo $! >&3; env -i setsid sleep 600 & echo $! >&3'
  /** Killed processes take a moment to end; a test without an end times out. */
  async function untilEnded(pids: string[]) {
    while (pids.some((pid) => existsSync(`/proc/${pid}/exe`))) await Bun.sleep(10)
  }

  async function litter(end: string) {
    const runner = await start(
      `[check('one', 'a check', ${JSON.stringify(`exec 3>"$TMPDIR/../../pids"; ${LITTER}; ${end}`)})]`,
    )
    let pids: string[] = []
    while (pids.length < 3) {
      await Bun.sleep(20)
      const [file] = new Bun.Glob('*/pids').scanSync(runner.temporary)
      if (file) pids = (await Bun.file(join(runner.temporary, file)).text()).trim().split('\n')
    }
    return { ...runner, pids }
  }

  test.if(existsSync('/proc/self/environ'))('that has ended', async () => {
    const { end, pids } = await litter('sleep 0.5')
    expect((await end()).code).toBe(0)
    await untilEnded(pids)
  })

  test.if(existsSync('/proc/self/environ')).each(['SIGTERM', 'SIGINT'] as const)(
    'after %s',
    async (signal) => {
      const { child, end, pids } = await litter('sleep 600')
      child.kill(signal)
      const { code, lines, left } = await end()
      expect({ code, left }).toEqual({ code: signal === 'SIGTERM' ? 143 : 130, left: [] })
      expect(lines.slice(-3)).toEqual([`one: interrupted by ${signal}`, '', '0 passed, 1 failed'])
      await untilEnded(pids)
    },
  )
})
