// The routine checks with a `docker` script whose answers the tests control.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toStamp } from '../../../src/operations/backup/dump-names.ts'
import { openEngine, parseContainers } from '../../../src/operations/deploy/container-engine.ts'
import { checkDisk } from '../../../src/operations/doctor/host-checks.ts'
import { composeServices } from '../../../src/operations/restore/stop-services.ts'
import { run } from '../../commands/run.ts'

let folder: string
let ready: ReturnType<typeof Bun.serve>
let checks: Record<string, boolean>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontage-doctor-'))
  await mkdir(join(folder, 'bin'))
  await writeFile(
    join(folder, 'bin/docker'),
    `#!/bin/sh
echo "$PWD: $*" >> ${folder}/calls
case "$*" in
  version*) cat ${folder}/version || { echo "Cannot connect to the engine" >&2; exit 1; } ;;
  "compose ps "*) cat ${folder}/ps ;;
  "compose logs "*) cat ${folder}/log ;;
  "compose start api") test ! -e ${folder}/no-start || { echo "no such image" >&2; exit 1; } ;;
esac
`,
  )
  await chmod(join(folder, 'bin/docker'), 0o755)
  ready = Bun.serve({
    port: 0,
    fetch: () => {
      const all = Object.values(checks).every(Boolean)
      return Response.json({ status: all ? 'ready' : 'degraded', checks }, { status: all ? 200 : 503 })
    },
  })
})

afterAll(async () => {
  await ready?.stop(true)
  await rm(folder, { recursive: true })
})

const container = (Service: string, more: object = {}) =>
  JSON.stringify({ Service, State: 'running', Health: 'healthy', ExitCode: 0, ...more })
const put = (name: string, text: string) => writeFile(join(folder, name), text)
const dumpFrom = (database: string, hours: number) =>
  put(`backups/${database}-${toStamp(new Date(Date.now() - hours * 3_600_000))}.dump`, 'dump')

beforeEach(async () => {
  for (const name of ['backups', 'calls', 'no-start'])
    await rm(join(folder, name), { recursive: true, force: true })
  await mkdir(join(folder, 'backups'))
  await put('compose.yaml', '')
  await put('version', '29.0')
  await put(
    'ps',
    [container('api'), container('db'), container('migrate', { State: 'exited', Health: '' })].join('\n'),
  )
  await put('log', 'not json\n{"level":"info","msg":"request"}\n{"level":"warn","msg":"slow"}\n')
  await dumpFrom('procurement', 5)
  await dumpFrom('casdoor', 5)
  await dumpFrom('casdoor', 90)
  checks = { database: true, object_store: true, identity_provider: true }
})

const doctor = async (env: Record<string, string> = {}, ...args: string[]) => {
  const outcome = await run(['doctor', ...args], {
    PATH: `${folder}/bin:${process.env.PATH}`,
    DEPLOY_REPO_DIR: folder,
    BACKUP_DIR: join(folder, 'backups'),
    DEPLOY_READY_URL: `http://127.0.0.1:${ready.port}/health/ready`,
    ...env,
  })
  expect(outcome.err).toBe('')
  return outcome
}

test('healthy: a line per check and exit code 0; warnings do not fail', async () => {
  const { code, out } = await doctor({ DATABASE_URL: 'postgres://x@127.0.0.1:1/procurement' })
  expect(out.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^✓ containers +3 up and healthy$/),
    expect.stringMatching(/^✓ api log +no errors in 15 minutes$/),
    expect.stringMatching(/^✓ dumps +procurement 5\.0 hours old, casdoor 5\.0 hours old$/),
    expect.stringMatching(/^! restore test +never run; run restore --drill$/),
    expect.stringMatching(/^✓ readiness +database, object_store, identity_provider$/),
    expect.stringMatching(/^[✓✗] disk +\d+% of the root disk is free/),
    expect.stringMatching(/^! object store +none: media is in a directory/),
    expect.stringMatching(/^– mail +SMTP_URL is not set here/),
  ])
  expect(code).toBe(out.includes('✗') ? 1 : 0)
  const calls = await readFile(join(folder, 'calls'), 'utf8')
  expect(calls).toContain(`${folder}: compose ps --all --format json\n`)
})

test('as JSON', async () => {
  const { out } = await doctor({}, '--json')
  const { ok, checks: rows } = JSON.parse(out)
  expect(typeof ok).toBe('boolean')
  expect(rows).toHaveLength(8)
  expect(rows[0]).toEqual({ name: 'containers', status: 'ok', detail: '3 up and healthy' })
})

test.each<[string, () => Promise<unknown>, RegExp, Record<string, string>?]>([
  [
    'an unhealthy container',
    () => put('ps', container('api', { Health: 'unhealthy' })),
    /✗ containers +api is unhealthy/,
  ],
  [
    'a container that exited with an error',
    () => put('ps', container('casdoor', { State: 'exited', ExitCode: 137, Health: '' })),
    /✗ containers +casdoor is exited with code 137/,
  ],
  [
    'a restarting container',
    () => put('ps', container('api', { State: 'restarting' })),
    /✗ containers +api is restarting/,
  ],
  ['no containers', () => put('ps', ''), /✗ containers +no containers are running/],
  [
    'an error in the log',
    () =>
      put('log', '{"level":"error","msg":"request","method":"GET","route":"/api/site","http_status":503}\n'),
    /✗ api log +1 errors in 15 minutes, last: request \(GET \/api\/site 503\)/,
  ],
  [
    'a stale dump',
    async () => {
      await rm(join(folder, 'backups'), { recursive: true })
      await mkdir(join(folder, 'backups'))
      await dumpFrom('procurement', 5)
      await dumpFrom('casdoor', 27)
    },
    /✗ dumps +the newest dump of casdoor is 27\.0 hours old/,
  ],
  [
    'no dump',
    () => rm(join(folder, 'backups'), { recursive: true }),
    /✗ dumps +no dump of procurement in .*, no dump of casdoor/,
  ],
  [
    'a failing readiness check',
    async () => {
      checks.object_store = false
    },
    /✗ readiness +http\S+ returned 503, failing: object_store/,
  ],
  [
    'an unreachable readiness URL',
    async () => {},
    /✗ readiness +http:\/\/127\.0\.0\.1:1: /,
    { DEPLOY_READY_URL: 'http://127.0.0.1:1/' },
  ],
  [
    'no readiness URL',
    async () => {},
    /✗ readiness +no URL: set API_HOST or DEPLOY_READY_URL/,
    { DEPLOY_READY_URL: '' },
  ],
  [
    'a mail server that is away',
    async () => {},
    /✗ mail +connect ECONNREFUSED 127\.0\.0\.1:1|✗ mail +.*(?:refused|closed|connect)/i,
    { SMTP_URL: 'smtp://127.0.0.1:1' },
  ],
  [
    'a failed drill',
    () => put('backups/drills.jsonl', `${JSON.stringify(DRILL)}\n`),
    /✗ restore test +failed at 2026-08-01T00:00:00Z: no such role/,
  ],
])('%s fails', async (_, arrange, line, env = {}) => {
  await arrange()
  const { code, out } = await doctor(env)
  expect(code).toBe(1)
  expect(out).toMatch(line)
})

const DRILL = {
  at: '2026-08-01T00:00:00Z',
  stamp: '20260801T000000Z',
  databases: ['procurement'],
  server: null,
  ok: false,
  duration_seconds: 1,
  tables: 0,
  rows: 0,
  missing_roles: [],
  problems: ['no such role'],
}

test('without a container engine its checks report that and do not fail', async () => {
  await rm(join(folder, 'version'))
  const unreachable = await doctor()
  expect(unreachable.out).toContain(
    '– containers    needs the container engine (the engine does not answer: Cannot connect to the engine)',
  )
  expect(unreachable.out).toContain('– api log ')
  await rm(join(folder, 'compose.yaml'))
  expect((await doctor()).out).toContain('set DEPLOY_REPO_DIR to the checkout')
  expect(await openEngine({ environment: { PATH: '/nowhere' }, directory: folder })).toEqual({
    absent: 'docker is not installed',
  })
})

test('in the deploy container, which has no database, the checks of the data report that and do not fail', async () => {
  const { code, out } = await doctor({ BACKUP_DIR: '', DATABASE_REQUIRED: 'true' })
  for (const name of ['dumps', 'restore test', 'object store'])
    expect(out).toMatch(
      new RegExp(`^– ${name} +needs DATABASE_URL; run doctor in the backup container$`, 'm'),
    )
  expect(out).toContain('✓ containers')
  expect(code).toBe(0)
})

test('free disk space is computed as by df', async () => {
  const { detail } = await checkDisk('/')
  const used = Number(/(\d+)%/.exec((await Bun.$`df --output=pcent /`.text()).split('\n')[1]!)![1])
  expect(Math.abs(100 - used - Number.parseInt(detail, 10))).toBeLessThanOrEqual(1)
})

test('the JSON array of older Compose versions is parsed', () => {
  const rows = [container('api'), container('db')]
  expect(parseContainers(`[${rows.join(',')}]`)).toEqual(parseContainers(rows.join('\n')))
})

test('a restore stops api and casdoor, and starts casdoor before api even if one fails', async () => {
  await put('ps', [container('api'), container('casdoor'), container('db')].join('\n'))
  const messages: string[] = []
  const ctx = {
    info: (text: string) => void messages.push(text),
    warn: (text: string) => void messages.push(`warning: ${text}`),
  }
  const open = () =>
    openEngine({ environment: { PATH: `${folder}/bin:${process.env.PATH}` }, directory: folder })
  const services = composeServices(await open(), ctx)
  const calls = async () =>
    (await readFile(join(folder, 'calls'), 'utf8'))
      .split('\n')
      .flatMap((line) => /compose ((?:stop|start).*)/.exec(line)?.[1] ?? [])
  await services.stop()
  await services.start()
  expect(await calls()).toEqual(['stop api casdoor', 'start casdoor', 'start api'])
  expect(messages[0]).toContain('docker compose start casdoor api')
  await put('no-start', '')
  await services.start()
  expect(messages.at(-1)).toContain('warning: api could not be started: no such image')
  await put('ps', container('db'))
  const none = composeServices(await open(), ctx)
  await rm(join(folder, 'calls'))
  await none.stop()
  await none.start()
  expect(await calls()).toEqual([])
})
