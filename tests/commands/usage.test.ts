import { expect, spyOn, test } from 'bun:test'
import { runCommandLine } from '../../src/commands/command-line.ts'
import { commands } from '../../src/commands/command-table.ts'
import { failureOf, type Outcome, run } from './run.ts'

/** Runs a command line in this process, which saves the start of one. */
async function runHere(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const printed = { log: '', error: '' }
  const spies = (['log', 'error'] as const).map((name) =>
    spyOn(console, name).mockImplementation((...words: unknown[]) => {
      printed[name] += `${words.join(' ')}\n`
    }),
  )
  try {
    return { code: await runCommandLine(args, env), out: printed.log, err: printed.error }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const COMMANDS = [
  'serve',
  'migrate',
  'create-admin',
  're-encrypt',
  'audit',
  'import-wordpress',
  'backup',
  'restore',
  'doctor',
  'smoke',
]

test.each<[string[], string]>([
  [[], 'missing command'],
  [['launch'], 'launch'],
  [['toString'], 'toString'],
  [['serve', '--fast'], '--fast'],
  [['serve', 'now'], 'now'],
  [['serve', '--demo=yes'], '--demo'],
  [['create-admin'], '--email'],
  [['create-admin', '--email'], '--email'],
  [['create-admin', '--email', 'a@example.com', '--role', 'king'], '--role'],
  [['create-admin', '--email', 'a@example.com', '--disconnect'], '--reset'],
  [['re-encrypt', 'now'], 'now'],
  [['audit', '--limit', 'all'], '--limit'],
  [['audit', '--limit', '0'], '--limit'],
  [['audit', '--limit=-1'], '--limit'],
  [['restore', '--stamp', 'yesterday'], 'invalid stamp yesterday'],
  [['restore', '--access', 'all'], '--access must be one of current, dump, none'],
  [['restore', '--drill', '--access', 'dump'], '--access can only be used with restore'],
  [
    ['restore', '--list', '--database', 'casdoor'],
    '--database can only be used with restore, --drill, --drop-old',
  ],
  [
    ['restore', '--drop-old', '--stamp', '20260803T101500Z'],
    '--stamp can only be used with restore, --drill, --media',
  ],
  [['restore', '--media', '--database', 'casdoor'], '--database'],
])('%j exits 2 with one line naming the problem', async (args, word) => {
  const { code, out, err } = await runHere(args)
  expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 2, out: '', lines: 1 })
  expect(err).toContain(word)
})

test('--help lists every command', async () => {
  for (const { code, out, err } of [await runHere(['--help']), await runHere(['-h'])]) {
    expect([code, err]).toEqual([0, ''])
    for (const command of COMMANDS) expect(out).toContain(`\n  ${command} `.trimEnd())
  }
})

test('import-wordpress --help explains each of its options', async () => {
  const { out } = await runHere(['import-wordpress', '--help'])
  const explained = [...out.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name]) => name!)
  const known = Object.keys(commands['import-wordpress']!.options)
  expect([...explained, 'url', 'email'].toSorted()).toEqual(known.toSorted())
})

test.each(COMMANDS)('%s --help prints its usage and does nothing else', async (command) => {
  const { code, out, err } = await runHere([command, '--help'], { DATABASE_URL: 'nonsense' })
  expect([code, err]).toEqual([0, ''])
  expect(out).toStartWith(`usage: bun src/main.ts ${command}`)
})

test.concurrent('the exit code and the line are those of the process', async () => {
  expect(await run(['launch'])).toEqual({ code: 2, out: '', err: 'unknown command launch; see --help\n' })
})

test.concurrent('an invalid environment exits 1 and reports every problem', async () => {
  const outcome = await run(['serve'], {
    PORT: 'eighty',
    DATABASE_URL: 'mysql://user:hidden@db/site',
    SITE_URL: 'nowhere',
    JWT_SECRET_FILE: '/nowhere/key',
    ADMIN_PASSWORD: 'hidden',
    UMAMI_HOST: 'https://stats.example.com',
    SENTRY_DSN_BACKEND: 'https://hidden',
  })
  const named = failureOf(outcome).problems.map((problem: string) => /^\w+/.exec(problem)![0])
  expect(new Set(named)).toEqual(
    new Set([
      'PORT',
      'DATABASE_URL',
      'SITE_URL',
      'JWT_SECRET_FILE',
      'JWT_SECRET',
      'ADMIN_PASSWORD',
      'ADMIN_EMAIL',
      'SENTRY_DSN_BACKEND',
      'UMAMI_HOST',
    ]),
  )
  expect(outcome.out).not.toContain('hidden')
  expect(outcome.out).not.toMatch(/\s+at /)
})

test.concurrent('an unreachable database exits 1 with one JSON line', async () => {
  const env = { DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/site', JWT_SECRET: 'k'.repeat(32) }
  const outcome = await run(['serve'], env)
  expect(failureOf(outcome).err.message).toMatch(
    /^Cannot use the database at DATABASE_URL \(or DATABASE_LISTEN_URL\): .*127\.0\.0\.1:1/,
  )
  expect(outcome.out).not.toContain('hidden')
})
