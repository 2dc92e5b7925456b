// deploy/swarm/stack.yaml on a real engine as a Swarm of one node, with stand-ins for third-party images and media on a
// volume: three replicas, and a steady load (`LOAD` requests per second) during an update, a rollback and the loss of a
// replica. Prints figures. `bun run test:swarm`; it also restarts the engine where TEST_ENGINE is a
// program that does, with the arguments `down` and `up`, and ends when that is done.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { YAML } from 'bun'
import { freePort } from '../../support/free-port.ts'
import { BUN_CONTEXT, buildBunImage } from './bun-image.ts'
import { failures, type Load, prepareLoad, underLoad } from './steady-load.ts'

const root = join(import.meta.dir, '../../..')
const stack = `frontage-swarm-${process.pid}`
const MINUTE = 60_000

let directory: string
let env: Record<string, string>

async function run(words: string[], cwd = root) {
  const child = Bun.spawn(words, { cwd, env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out: out.trim(), err: err.trim() }
}
async function docker(...words: string[]) {
  const { code, out, err } = await run(['docker', ...words], directory)
  if (code !== 0) throw new Error(`docker ${words.join(' ')}: ${err}\n${out}`)
  return out
}

const engine = Bun.which('docker') && (await run(['docker', 'info'])).code === 0
if (!engine) console.log('skipped: the stack on Docker Swarm (no Docker engine)')
const on = test.skipIf(!engine)
const engineProgram = process.env.TEST_ENGINE
if (engine && !engineProgram) console.log('skipped: a restart of the engine (no TEST_ENGINE)')
let hadSwarm = false
let port = 0
let load: Load
let token: string

/** The stack with stand-ins; media are on a volume that the replicas share. */
async function standIns(): Promise<string> {
  const stack = YAML.parse(await Bun.file(join(root, 'deploy/swarm/stack.yaml')).text()) as any
  const { api, db, proxy, ...others } = stack.services
  for (const name of Object.keys(api.environment))
    if (name.startsWith('STORAGE_')) delete api.environment[name]
  api.volumes = [...api.volumes, 'media:/data']
  api.deploy.replicas = 3
  db.image = 'frontage-test-postgres'
  proxy.image = 'frontage-test-proxy'
  for (const service of Object.values<any>(others)) service.deploy.replicas = 0
  stack.volumes.media = {}
  return YAML.stringify(stack, null, 2)
}

async function until<T>(what: string, seconds: number, query: () => Promise<T | false | null>): Promise<T> {
  const end = Date.now() + seconds * 1_000
  for (;;) {
    const found = await query().catch(() => null)
    if (found) return found
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`)
    await Bun.sleep(250)
  }
}

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`https://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { Host: 'api.localhost', ...(init.headers as object) },
    tls: { rejectUnauthorized: false, serverName: 'api.localhost' },
    signal: AbortSignal.timeout(30_000),
  } as never)

/** The commits of the replicas that answer. */
async function commits() {
  const found = new Set<string>()
  for (let n = 0; n < 12; n++) {
    const response = await ask('/health/ready', { keepalive: false } as never)
    found.add(`${response.status} ${response.headers.get('X-App-Commit')}`)
    await response.arrayBuffer()
  }
  return [...found].sort()
}

const running = async () =>
  (
    await docker(
      ...['ps', '--quiet', '--filter', `label=com.docker.swarm.service.name=${stack}_api`],
      ...['--filter', 'health=healthy'],
    )
  )
    .split('\n')
    .filter(Boolean)

beforeAll(async () => {
  if (!engine) return
  directory = await mkdtemp(join(tmpdir(), 'frontage-swarm-'))
  for (const name of ['compose.yaml', '.env.example', 'deploy'])
    await cp(join(root, name), join(directory, name), { recursive: true })
  expect((await run(['./deploy/compose/prepare'], directory)).code).toBe(0)
  const example = await Bun.file(join(directory, '.env')).text()
  const hosts = example.replace(/^(API|SITE|CASDOOR)_HOST=(\w+)\..*/gm, '$1_HOST=$2.localhost')
  port = await freePort()
  env = {
    ...Object.fromEntries(
      [...hosts.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const),
    ),
    HTTP_PORT: String(await freePort()),
    HTTPS_PORT: String(port),
    PROXY_SUBNET: `10.78.${1 + Math.floor(Math.random() * 250)}.0/24`,
    FRONTAGE_IMAGE: 'frontage-test:first',
  }
  await Bun.write(join(directory, 'deploy/swarm/stand-ins.yaml'), await standIns())
  hadSwarm = (await docker('info', '--format', '{{.Swarm.LocalNodeState}}')) === 'active'
  if (!hadSwarm) await docker('swarm', 'init', '--advertise-addr', '127.0.0.1')
  const [node] = (await docker('node', 'ls', '--quiet')).split('\n')
  await docker('node', 'update', '--label-add', 'frontage=state', node!)
}, MINUTE)

afterAll(async () => {
  if (!engine || !directory || process.env.KEEP_STACK) return
  await run(['docker', 'stack', 'rm', stack])
  await until('the end', 60, async () => {
    const left = await run([
      'docker',
      'ps',
      '--quiet',
      '--filter',
      `label=com.docker.stack.namespace=${stack}`,
    ])
    return left.out === ''
  }).catch(() => {})
  const volumes = await run(['docker', 'volume', 'ls', '--quiet', '--filter', `name=${stack}_`])
  if (volumes.out) await run(['docker', 'volume', 'rm', '--force', ...volumes.out.split('\n')])
  if (!hadSwarm) await run(['docker', 'swarm', 'leave', '--force'])
  await rm(directory, { recursive: true, force: true })
}, 2 * MINUTE)

on(
  'the stack starts with three replicas, which share sign-in and content',
  async () => {
    await buildBunImage()
    for (const [tag, commit] of [
      ['first', 'first'],
      ['second', 'second'],
    ] as const)
      await run([
        'docker',
        'build',
        '--quiet',
        '--build-context',
        BUN_CONTEXT,
        '--build-arg',
        `GIT_COMMIT=${commit}`,
        '--tag',
        `frontage-test:${tag}`,
        '.',
      ])
    for (const name of ['postgres', 'proxy'])
      await run([
        'docker',
        'build',
        '--quiet',
        '--tag',
        `frontage-test-${name}`,
        `tests/deploy/stack/${name}`,
      ])
    await docker('stack', 'deploy', '--detach', '--compose-file', 'deploy/swarm/stand-ins.yaml', stack)
    await until('three replicas', 240, async () => (await running()).length === 3)
    await until('the proxy', 60, async () => (await ask('/health/ready')).status === 200)
    const password = await Bun.file(join(directory, 'secrets/admin_password')).text()
    const login = await ask('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: env.ADMIN_EMAIL, password }),
    })
    expect(login.status).toBe(200)
    token = ((await login.json()) as { token: string }).token
    load = await prepareLoad(port, () => token)
    expect(await commits()).toEqual(['200 first'])
  },
  15 * MINUTE,
)

const update = (image: string) =>
  docker('service', 'update', '--detach=false', '--quiet', '--image', image, `${stack}_api`)

on(
  'an update fails no request',
  async () => {
    const outcomes = await underLoad('swarm, update', load, () => update('frontage-test:second'))
    expect(await commits()).toEqual(['200 second'])
    expect(failures(outcomes)).toEqual([])
  },
  5 * MINUTE,
)

on(
  'a rollback fails no request',
  async () => {
    const outcomes = await underLoad('swarm, rollback', load, () =>
      docker('service', 'rollback', '--detach=false', '--quiet', `${stack}_api`),
    )
    expect(await commits()).toEqual(['200 first'])
    expect(failures(outcomes)).toEqual([])
  },
  5 * MINUTE,
)

on(
  'a killed replica is replaced; what it was doing fails, nothing else',
  async () => {
    const [victim] = await running()
    const outcomes = await underLoad('swarm, a killed replica', load, async () => {
      await docker('kill', '--signal', 'KILL', victim!)
      await until('the replacement', 90, async () => {
        const healthy = await running()
        return healthy.length === 3 && !healthy.includes(victim!)
      })
    })
    expect(failures(outcomes).length).toBeLessThan(outcomes.length / 100)
    expect(await commits()).toEqual(['200 first'])
  },
  5 * MINUTE,
)

on(
  'a restart of the database fails no request',
  async () => {
    const outcomes = await underLoad('swarm, a restart of the database', load, () =>
      docker('service', 'update', '--detach=false', '--quiet', '--force', `${stack}_db`),
    )
    expect(failures(outcomes)).toEqual([])
  },
  5 * MINUTE,
)

test.skipIf(!engine || !engineProgram)(
  'after a restart of the engine, everything runs again by itself with what was acknowledged',
  async () => {
    const question = `Kept ${crypto.randomUUID()}`
    const created = await ask('/api/admin/faqs', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ question, answer: '<p>Yes</p>' }),
    })
    expect(created.status).toBe(201)
    const started = Date.now()
    await run([engineProgram!, 'down'])
    const stopped = Date.now()
    await run([engineProgram!, 'up'])
    await until('the first answer', 180, async () => (await ask('/health/ready')).status === 200)
    const answered = Date.now()
    await until('three replicas', 180, async () => (await running()).length === 3)
    expect(await (await ask('/api/site')).text()).toContain(question)
    expect(await commits()).toEqual(['200 first'])
    const complete = Date.now()
    const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(0)} s`
    console.log(
      `swarm, a restart of the engine: stopped after ${seconds(started, stopped)}, ` +
        `first answer ${seconds(stopped, answered)} later, three replicas ${seconds(stopped, complete)} later`,
    )
  },
  10 * MINUTE,
)
