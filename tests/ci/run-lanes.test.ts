// The runner, given other lanes: what it prints, its exit code, and that nothing is left of what it started.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = join(import.meta.dir, '../../.ci')

/** The test files that the runner finds in its work folder. */
const path = (name: string) => `${name}.test.ts`
/** Counts its runs in a file and fails in those named. */
const failingIn = (...runs: number[]) => `
  import { expect, test } from 'bun:test'
  import { appendFileSync, readFileSync } from 'node:fs'
  appendFileSync(import.meta.path + '.runs', 'x')
  test('counts', () => {})
  test('its runs', () => expect(${JSON.stringify(runs)}).not.toContain(readFileSync(import.meta.path + '.runs').length))`
const FILES: Record<string, string> = {
  passes: `import { test } from 'bun:test'
    test('one', () => {}); test('two', () => {}); test.skip('three', () => {})`,
  fails: failingIn(1, 2, 3),
  'fails-once': failingIn(1),
  'fails-twice': failingIn(1, 3),
  skips: `console.log('skipped: a part (no server)')
    import { test } from 'bun:test'
    test('runs', () => {})`,
  crashes: `import { test } from 'bun:test'
    test('crashes', () => { process.kill(process.pid, 'SIGSEGV'); Bun.sleepSync(5_000) })`,
  'does-not-load': `import './nothing.ts'`,
  'hangs-without-limit': `import { test } from 'bun:test'
    test('hangs', () => new Promise(() => setTimeout(() => {}, 100_000)))`,
  hangs: `import { test } from 'bun:test'
    test('hangs', () => new Promise(() => setTimeout(() => {}, 100_000)), 600_000)`,
}
/** Starts the runner with lanes that are an expression of `check`, `tests`, and the needs `working`, `broken` and `absent`. */
async function start(lanes: string, options = '{}') {
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
    process.exit(await runLanes(${lanes}, ${options}))`
  const work = await mkdtemp(join(tmpdir(), 'frontage-work-'))
  for (const [name, text] of Object.entries(FILES)) await Bun.write(join(work, path(name)), text)
  const child = Bun.spawn([process.execPath, '--eval', code], {
    cwd: work,
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
      for (const folder of [temporary, work]) await rm(folder, { recursive: true })
      return result
    },
  }
}
const run = async (lanes: string, options?: string) => (await start(lanes, options)).end()

const testsOf = (name: string, files: string[], options = '{}') =>
  `tests('${name}', 'tests of ${name}', ${JSON.stringify(files.map(path))}, ${options})`
const tableRow = (lines: string[], lane: string) =>
  lines
    .find((line) => line.startsWith(`${lane} `))
    ?.split(/ {2,}/)
    .slice(0, 6)
const section = (lines: string[], title: string) => {
  const from = lines.findIndex((line) => line.startsWith(`== ${title}`)) + 1
  return from === 0 ? null : lines.slice(from, lines.indexOf('', from))
}

describe('checks', () => {
  test('that pass are 0 and count as one each', async () => {
    const { code, lines, left } = await run(
      `[check('one', 'a check', 'true'), check('two', 'another', 'true')]`,
    )
    expect({ code, last: lines.at(-1), left }).toEqual({ code: 0, last: '2 passed, 0 failed', left: [] })
  })

  test('that fail fail the run while the others still run, and are named at the end', async () => {
    const { code, lines } = await run(
      `[check('bad', 'a bad check', 'echo oh; exit 3'), check('good', 'a good check', 'echo fine')]`,
    )
    expect(lines).toContainValues([
      'oh',
      'fine',
      '== a bad check: failed after 0 s',
      '== a good check: passed after 0 s',
    ])
    expect(lines.slice(-4)).toEqual(['== Failed', 'bad: exited with 3', '', '1 passed, 1 failed'])
    expect(code).toBe(1)
  })

  test('run one after the other, in the order of the list', async () => {
    const alone = JSON.stringify('mkdir "$TMPDIR/../../busy" && sleep 0.2 && rmdir "$TMPDIR/../../busy"')
    const { code } = await run(`[check('a', 'a', ${alone}), check('b', 'b', ${alone})]`)
    expect(code).toBe(0)
  })
})

describe('servers', () => {
  test.each(['needs', 'wants'])('of %s that do not start fail the run', async (kind) => {
    const { code, lines } = await run(`[check('one', 'a check', 'true', { ${kind}: [broken] })]`)
    expect(lines).toContain('one: Error: the port is taken')
    expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: '0 passed, 1 failed' })
  })

  test('that the machine cannot have skip a lane or a part of it, with a line', async () => {
    const { code, lines } = await run(`[
      check('one', 'the stack', 'exit 1', { needs: [absent] }),
      check('two', 'a check', 'true', { wants: [absent] }),
    ]`)
    expect(section(lines, 'Skipped')).toEqual([
      'skipped: the stack (no engine)',
      'skipped: parts of a check (no engine)',
    ])
    expect({ code, last: lines.at(-1) }).toEqual({ code: 0, last: '1 passed, 0 failed' })
  })

  test('are stopped when the lane has ended', async () => {
    const { lines } = await run(
      `[check('one', 'a check', 'echo "the server is $SERVER"', { needs: [working] })]`,
    )
    expect(lines.filter((line) => line.includes('the server'))).toEqual([
      'stopped the server',
      'the server is here',
    ])
  })
})

describe('tests', () => {
  test('are counted one by one', async () => {
    const { code, lines } = await run(`[${testsOf('good', ['passes'])}]`)
    expect(tableRow(lines, 'good')).toEqual(['good', 'passed', '2', '0', '0', '1'])
    expect({ code, last: lines.at(-1) }).toEqual({ code: 0, last: '2 passed, 0 failed' })
  })

  test('that fail are named with their message', async () => {
    const { code, lines } = await run(`[${testsOf('bad', ['passes', 'fails'])}]`)
    expect(tableRow(lines, 'bad')).toEqual(['bad', 'failed', '3', '1', '0', '1'])
    expect(section(lines, 'Failed')?.slice(0, 2)).toEqual([
      `${path('fails')}: its runs`,
      '  expect(received).not.toContain(expected)',
    ])
    expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: '3 passed, 1 failed' })
  })

  test('in a file that does not load are one failure', async () => {
    const { code, lines } = await run(`[${testsOf('bad', ['does-not-load', 'passes'])}]`)
    expect(section(lines, 'Failed')?.[0]).toBe(`${path('does-not-load')}: (the file)`)
    expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: '2 passed, 1 failed' })
  })

  test('that had not begun when a worker crashed run nevertheless', async () => {
    const { code, lines } = await run(
      `[${testsOf('bad', ['crashes', 'does-not-load', 'passes'], '{ workers: 2 }')}]`,
    )
    expect(section(lines, 'Failed')).toContain(`${path('crashes')}: (worker crashed)`)
    expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: '2 passed, 2 failed' })
  })

  test('of which none has run fail', async () => {
    const { code, lines } = await run(`[tests('none', 'no tests', [], { command: ['true'] })]`)
    expect(section(lines, 'Failed')).toEqual(['none: no test has run'])
    expect(code).toBe(1)
  })

  test('whose command exits with an error although each passed fail', async () => {
    const command = `['sh', '-c', 'bun test ./${path('passes')} "$@"; exit 3', 'sh']`
    const { code, lines } = await run(`[${testsOf('one', ['passes'], `{ command: ${command} }`)}]`)
    expect(section(lines, 'Failed')).toEqual(['one: exited with 3'])
    expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: '2 passed, 1 failed' })
  })
})

describe('second tries', () => {
  const SECOND = '{ secondTries: true }'

  test('a file that fails once and passes twice by itself is unsteady, is named, and the run passes', async () => {
    const { code, lines } = await run(`[${testsOf('shaky', ['fails-once', 'passes'])}]`, SECOND)
    expect(tableRow(lines, 'shaky')).toEqual(['shaky', 'passed', '4', '0', '1', '1'])
    const [name, message, ...rest] = section(lines, 'Unsteady')!
    expect([name, message]).toEqual([
      `${path('fails-once')}: its runs`,
      '  expect(received).not.toContain(expected)',
    ])
    expect(rest.at(-1)).toMatch(/^ {2}after \d+ s of the lane, at a load of \d+\.\d$/)
    expect({ code, last: lines.at(-1) }).toEqual({ code: 0, last: '4 passed, 0 failed' })
  })

  test.each(['fails', 'fails-twice'])('a file that %s fails again has failed', async (name) => {
    const { code, lines } = await run(`[${testsOf('shaky', [name, 'passes'])}]`, SECOND)
    expect(tableRow(lines, 'shaky')).toEqual(['shaky', 'failed', '3', '1', '0', '1'])
    expect(section(lines, 'Unsteady')).toBe(null)
    expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: '3 passed, 1 failed' })
  })

  test('do not happen where they are not asked for', async () => {
    expect((await run(`[${testsOf('shaky', ['fails-once'])}]`)).code).toBe(1)
  })

  test('keep what was skipped in the first run', async () => {
    const { lines } = await run(`[${testsOf('shaky', ['fails-once', 'skips'])}]`, SECOND)
    expect(section(lines, 'Skipped')).toEqual(['skipped: a part (no server)'])
  })

  test('have the servers of the lane', async () => {
    const { code, lines } = await run(`[${testsOf('shaky', ['fails-once'], '{ needs: [working] }')}]`, SECOND)
    expect(lines.filter((line) => line === 'stopped the server')).toHaveLength(2)
    expect(code).toBe(0)
  })

  test('a check is not tried again', async () => {
    const { code, lines } = await run(`[check('one', 'a check', 'exit 1')]`, SECOND)
    expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: '0 passed, 1 failed' })
  })
})

describe('limits', () => {
  test('a test that hangs fails, and the lane goes on', async () => {
    const { lines } = await run(
      `[${testsOf('slow', ['hangs-without-limit', 'passes'], '{ testLimitSeconds: 1 }')}]`,
    )
    expect(section(lines, 'Failed')?.[0]).toBe(`${path('hangs-without-limit')}: hangs`)
    expect(lines.at(-1)).toBe('2 passed, 1 failed')
  })

  test('a lane that hangs is ended and named, and the next one runs', async () => {
    const { code, lines } = await run(
      `[${testsOf('slow', ['hangs'], '{ limitSeconds: 1 }')}, check('next', 'next', 'true')]`,
    )
    expect(tableRow(lines, 'slow')?.slice(0, 4)).toEqual(['slow', 'ended', '0', '1'])
    expect(section(lines, 'Failed')).toEqual(['slow: ended at its limit, 1 s'])
    expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: '1 passed, 1 failed' })
  })

  test('lanes beyond the limit of the whole run are not run, and neither passed nor failed', async () => {
    const { code, lines } = await run(
      `[check('slow', 'slow', 'sleep 100'), check('never', 'never', 'true')]`,
      '{ limitSeconds: 1 }',
    )
    expect(tableRow(lines, 'never')?.slice(0, 4)).toEqual(['never', 'not run', '0', '0'])
    expect(section(lines, 'Failed')).toEqual(['slow: ended at the limit of the whole run, 1 s'])
    expect({ code, last: lines.at(-1) }).toEqual({ code: 1, last: '0 passed, 1 failed' })
  })
})

test('rows of an earlier run are kept, and only the other lanes run', async () => {
  const row = { state: 'passed', passed: 5, failed: 0, unsteady: 0, skipped: 0, seconds: 1, load: 0 }
  const kept = JSON.stringify([{ ...row, name: 'one', failures: [], unsteadyTests: [], skips: [] }])
  const { code, lines } = await run(
    `[check('one', 'a check', 'exit 1'), check('two', 'another', 'true')]`,
    `{ kept: ${kept}, keep: async (rows) => console.log('kept', rows.map(({ name }) => name).join()) }`,
  )
  expect(lines).toContain('kept one,two')
  expect({ code, last: lines.at(-1) }).toEqual({ code: 0, last: '6 passed, 0 failed' })
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
