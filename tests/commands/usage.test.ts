import { expect, setDefaultTimeout, test } from 'bun:test'
import { failureOf, run } from './run.ts'

// Starts many processes.
setDefaultTimeout(30_000)

const COMMANDS = [
  'serve',
  'migrate',
  'create-admin',
  'audit',
  'import-wordpress',
  'backup',
  'restore',
  'doctor',
  'smoke',
]

test.concurrent.each<[string[], string]>([
  [[], 'missing command'],
  [['launch'], 'launch'],
  [['toString'], 'toString'],
  [['serve', '--fast'], '--fast'],
  [['serve', 'now'], 'now'],
  [['serve', '--demo=yes'], '--demo'],
  [['create-admin'], '--email'],
  [['create-admin', '--email'], '--email'],
  [['create-admin', '--email', 'a@example.com', '--role', 'king'], '--role'],
  [['audit', '--limit', 'all'], '--limit'],
  [['audit', '--limit', '0'], '--limit'],
  [['audit', '--limit=-1'], '--limit'],
  [['restore', '--stamp', 'yesterday'], 'invalid stamp yesterday'],
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
  const { code, out, err } = await run(args)
  expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 2, out: '', lines: 1 })
  expect(err).toContain(word)
})

test.concurrent('--help lists every command', async () => {
  for (const { code, out, err } of await Promise.all([run(['--help']), run(['-h'])])) {
    expect([code, err]).toEqual([0, ''])
    for (const command of COMMANDS) expect(out).toContain(`\n  ${command} `.trimEnd())
  }
})

test.concurrent.each(COMMANDS)('%s --help prints its usage and does nothing else', async (command) => {
  const { code, out, err } = await run([command, '--help'], { DATABASE_URL: 'nonsense' })
  expect([code, err]).toEqual([0, ''])
  expect(out).toStartWith(`usage: bun src/main.ts ${command}`)
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
  expect(failureOf(outcome).err.message).toMatch(/^Cannot use the database at DATABASE_URL: .*127\.0\.0\.1:1/)
  expect(outcome.out).not.toContain('hidden')
})
