// The whole stack on a real engine from compose.yaml and stand-ins.yaml: it starts, scales, and deploys pushes. Takes about
// five minutes the first time: `bun run proof stack`.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { appendFile, chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWith, sealWith, totpSeal } from '../../../src/accounts/sealed-text.ts'
import {
  asGitea,
  asGitHub,
  createGitHost,
  digest,
  type GitHost,
  pushOf,
  receiverAt,
} from '../../support/deploys.ts'
import { freePort } from '../../support/free-port.ts'
import { BUN_IMAGE, buildBunImage } from './bun-image.ts'
import { failures, type Load, prepareLoad, underLoad } from './steady-load.ts'

const root = join(import.meta.dir, '../../..')
const socket = (process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock').replace('unix://', '')

async function run(
  words: string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
) {
  const child = Bun.spawn(words, { cwd, env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out: out.trim(), err: err.trim() }
}

const engine = Bun.which('docker') && (await run(['docker', 'info'])).code === 0
if (!engine) console.log('skipped: the compose stack (no Docker engine)')
const on = test.skipIf(!engine)
const SERVICES = ['api', 'backup', 'casdoor', 'db', 'deploy', 'proxy', 'storage']

let directory: string
let host: GitHost
let receiver: ReturnType<typeof receiverAt>
let statusToken: string
let token: string
const ports = { HTTP_PORT: 0, HTTPS_PORT: 0, DEPLOY_PORT: 0 }
// Outside of the pools from which the engine takes the other networks.
const subnet = `10.77.${1 + Math.floor(Math.random() * 250)}`

const inCheckout = {
  get cwd() {
    return host.checkout
  },
}
async function compose(...words: string[]) {
  const result = await run(['docker', 'compose', ...words], inCheckout)
  if (result.code !== 0) throw new Error(`docker compose ${words.join(' ')}: ${result.err}\n${result.out}`)
  return result.out
}
const running = async (service: string) =>
  (await compose('ps', '--quiet', service)).split('\n').filter(Boolean)

/** A request through the proxy, whose certificate is self-signed. */
async function ask(name: 'api' | 'www' | 'id', path: string, more: RequestInit = {}) {
  const response = await fetch(`https://127.0.0.1:${ports.HTTPS_PORT}${path}`, {
    ...more,
    headers: { Host: `${name}.localhost`, ...(more.headers as object) },
    tls: { rejectUnauthorized: false, serverName: `${name}.localhost` },
    redirect: 'manual',
    keepalive: false,
    signal: AbortSignal.timeout(40_000),
  } as never)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
}
const json = (method: string, body: unknown, token?: string): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
})
/** Twelve times in sequence: the proxy sends simultaneous requests to the same replica. */
async function inTurn<T>(one: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let n = 0; n < 12; n++) all.push(await one())
  return all
}

/** The distinct statuses and commits of all replicas. */
async function commits() {
  const answers = await inTurn(() => ask('api', '/health/ready'))
  return [...new Set(answers.map(({ status, headers }) => `${status} ${headers.get('X-App-Commit')}`))]
}
const secret = (name: string) => Bun.file(join(host.checkout, 'secrets', name)).text()

async function until<T>(
  description: string,
  seconds: number,
  query: () => Promise<T | false | null>,
): Promise<T> {
  const end = Date.now() + seconds * 1_000
  for (;;) {
    const found = await query().catch(() => null)
    if (found) return found
    if (Date.now() > end) throw new Error(`${description}: not within ${seconds} s`)
    await Bun.sleep(500)
  }
}

/** Sends a push as the git host would and returns the deploy's id. */
async function push(commit: string, sender = asGitHub, more: Record<string, unknown> = {}) {
  const body = JSON.stringify(pushOf(commit, more))
  const { status, body: answer } = await receiver.post(
    body,
    sender(body, undefined, await secret('deploy_webhook_secret')),
  )
  expect(status).toBe(202)
  return answer.deploy_id as number
}

async function deployOf(id: number, token = statusToken) {
  return (await receiver.get(`/deploys/${id}`, token)).body
}
const ended = (id: number, seconds = 120) =>
  until(`deploy ${id}`, seconds, async () => {
    const deploy = await deployOf(id)
    return ['deployed', 'failed_deploy', 'superseded'].includes(deploy.state) && deploy
  })

beforeAll(async () => {
  if (!engine) return
  directory = await mkdtemp(join(tmpdir(), 'frontage-stack-'))
  await mkdir(join(directory, 'files'))
  const listed = await run(['git', 'ls-files', '--cached', '--others', '--exclude-standard'])
  for (const path of listed.out.split('\n')) {
    if (await Bun.file(join(root, path)).exists()) await cp(join(root, path), join(directory, 'files', path))
  }
  host = await createGitHost({ 'mark.txt': 'first' }, directory)
  await cp(join(directory, 'files'), host.work, { recursive: true })
  const first = await host.push({ 'mark.txt': 'the service' })
  await host.inCheckout('fetch', '--quiet', 'origin')
  await host.inCheckout('checkout', '--quiet', '--detach', first)
  expect((await run(['./deploy/compose/prepare'], inCheckout)).code).toBe(0)
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await freePort()
  const file = join(host.checkout, '.env')
  const example = await Bun.file(file).text()
  await Bun.write(file, example.replace(/^(API|SITE|CASDOOR)_HOST=(\w+)\..*/gm, '$1_HOST=$2.localhost'))
  const settings = {
    ...ports,
    COMPOSE_PROJECT_NAME: `frontage-stack-${process.pid}`,
    COMPOSE_FILE: 'compose.yaml:tests/deploy/stack/stand-ins.yaml',
    DOCKER_SOCKET: socket,
    // The receiver fetches from this folder instead of over ssh.
    GIT_HOST_DIR: host.bare,
    PROXY_SUBNET: `${subnet}.0/24`,
    PROXY_GATEWAY: `${subnet}.1`,
    DEPLOY_READY_TIMEOUT_SECONDS: 20,
  }
  await appendFile(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  await Bun.write(join(host.checkout, 'frontend/index.html'), '<h1>the frontend</h1>')
  statusToken = await secret('deploy_status_token')
  receiver = receiverAt(`http://127.0.0.1:${ports.DEPLOY_PORT}`)
  await buildBunImage()
})

afterAll(async () => {
  if (!engine || !host) return
  if (process.env.KEEP_STACK) return console.log(`kept: ${host.checkout}`)
  await run(['docker', 'compose', '--profile', 'drill', 'down', '--volumes', '--timeout', '2'], inCheckout)
  await rm(directory, { recursive: true, force: true })
})

on('on an empty host everything is built and starts in order', async () => {
  await compose('build', '--quiet')
  await compose('up', '--detach')
  await until('the services', 120, async () => {
    const states = (await compose('ps', '--all', '--format', '{{.Service}} {{.Health}}')).split('\n').sort()
    return states.join() === SERVICES.map((name) => `${name} healthy`).join()
  })
  const ready = await ask('api', '/health/ready')
  expect(ready.json()).toMatchObject({ status: 'ready', checks: { database: true, object_store: true } })
})

on(
  'every service runs without capabilities and on a read-only file system, as compose.yaml says',
  async () => {
    for (const service of SERVICES) {
      const [container] = await running(service)
      const format = '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}}'
      const { out } = await run(['docker', 'inspect', '--format', format, container!])
      expect([service, out]).toEqual([service, 'true [ALL] [no-new-privileges:true]'])
    }
  },
)

on('the image runs as an unprivileged user on a read-only file system', async () => {
  const [api] = await running('api')
  const { out } = await run([
    'docker',
    'exec',
    api!,
    'sh',
    '-c',
    'id -u; touch /app/x; touch /data/x; pg_dump --version',
  ])
  expect(out).toMatch(/^1000\npg_dump \(PostgreSQL\) 17\./)
  const sharp =
    'import sharp from "sharp"; const image = sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } }); console.log((await image.avif().toBuffer()).length > 0)'
  expect((await run(['docker', 'exec', '-w', '/app', api!, 'bun', '--eval', sharp])).out).toBe('true')
  const sizeOf = async (image: string) =>
    Number((await run(['docker', 'image', 'inspect', image, '--format', '{{.Size}}'])).out)
  // Without the Bun of the stand-in, which is below the one that replaces it.
  const size =
    (await sizeOf('frontage-test')) - (await sizeOf('frontage-test-bun')) + (await sizeOf(BUN_IMAGE))
  console.log(`the service's image: ${Math.round(size / 1e6)} MB`)
  expect(size).toBeLessThan(300e6)
})

on('without a database the image starts only as a demo', async () => {
  const bare = await run(['docker', 'run', '--rm', 'frontage-test'])
  expect([bare.code, bare.out]).toEqual([1, expect.stringContaining('DATABASE_URL: is required here')])
  const { out: trial } = await run([
    'docker',
    'run',
    '--detach',
    '--rm',
    'frontage-test',
    'bun',
    'src/main.ts',
    'serve',
    '--demo',
  ])
  await until('the trial', 60, async () => (await run(['docker', 'logs', trial])).out.includes('listening'))
  await run(['docker', 'kill', trial])
})

on(
  'the proxy routes site paths to the service and the rest to the frontend; /metrics answers private addresses only',
  async () => {
    expect((await ask('www', '/')).text).toBe('<h1>the frontend</h1>')
    expect((await ask('www', '/some/page')).text).toBe('<h1>the frontend</h1>')
    // Forms, the panel and links in mails are at the address of the site too.
    expect((await ask('www', '/api/client-config')).text).toContain('"languages"')
    expect((await ask('www', '/robots.txt')).text).toContain('Sitemap: https://www.localhost/sitemap.xml')
    for (const path of ['/blog', '/projects', '/sitemap.xml', '/blog/feed.xml']) {
      expect((await ask('www', path)).headers.get('X-Request-Id')).toBeTruthy()
    }
    expect((await ask('www', '/media/none.png')).headers.get('Content-Type')).toBe('application/problem+json')
    expect((await ask('id', '/.well-known/openid-configuration')).json().issuer).toStartWith(
      'https://id.localhost',
    )
    expect((await ask('api', '/metrics')).status).toBe(404)
    const hook = await ask('api', '/hooks/deploy', json('POST', {}))
    expect([hook.status, hook.headers.get('WWW-Authenticate')]).toEqual([401, 'HMAC-SHA256'])
    const [api] = await running('api')
    const inside =
      "console.log((await fetch('https://proxy/metrics', { headers: { Host: 'api.localhost' }, tls: { rejectUnauthorized: false, serverName: 'api.localhost' } })).status)"
    expect((await run(['docker', 'exec', api!, 'bun', '--eval', inside])).out).toBe('200')
  },
)

on('smoke passes from outside, as documented', async () => {
  const main = join(root, 'src/main.ts')
  // The certificate is self-signed.
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', FRONTAGE_PASSWORD: await secret('admin_password') }
  const url = `https://api.localhost:${ports.HTTPS_PORT}`
  const { code, out } = await run(['bun', main, 'smoke', url, '--email', 'admin@example.com'], { env })
  expect(out).not.toContain('✗')
  expect([code, out]).toEqual([0, expect.stringContaining('GET /metrics  closed (404)')])
})

on('three replicas share sign-in, content and limits', async () => {
  await compose('up', '--detach', '--scale', 'api=3')
  await until(
    'the replicas',
    60,
    async () => (await compose('ps', 'api', '--format', '{{.Health}}')) === 'healthy\nhealthy\nhealthy',
  )
  const login = await ask(
    'api',
    '/api/auth/login',
    json('POST', { email: 'admin@example.com', password: await secret('admin_password') }),
  )
  expect(login.status).toBe(200)
  token = login.json().token
  const headers = { Authorization: `Bearer ${token}` }
  expect(
    new Set((await inTurn(() => ask('api', '/api/auth/me', { headers }))).map(({ status }) => status)),
  ).toEqual(new Set([200]))
  const settings = await ask(
    'api',
    '/api/admin/site-settings/1',
    json('PATCH', { site_name_en: 'Everywhere' }, token),
  )
  expect(settings.status).toBe(200)
  await until('the name on all replicas', 5, async () => {
    const answers = await inTurn(() => ask('api', '/api/site/site-settings'))
    return answers.every(({ text }) => text.includes('"Everywhere"'))
  })
  const wrong = []
  for (let n = 0; n < 6; n++)
    wrong.push(
      (
        await ask(
          'api',
          '/api/auth/login',
          json('POST', { email: 'x@example.com', password: 'wrong password' }),
        )
      ).status,
    )
  expect(wrong).toEqual([401, 401, 401, 401, 401, 429])
  const logs = await Promise.all((await running('api')).map((id) => run(['docker', 'logs', id])))
  expect(logs.map(({ out }) => out.includes('"/api/auth/me"'))).toEqual([true, true, true])
  for (const line of logs.flatMap(({ out }) => out.split('\n')))
    expect(JSON.parse(line)).toContainKeys(['request_id', 'http_status', 'duration_ms'])
})

let load: Load | undefined
/** On two cores, which the load and the build take from the stack, writes may wait longer than their limit, and are 503. */
const MAX_FAILED_SHARE = 1 / 200

/** Why the proxy could not pass requests on. */
async function proxyErrors(since: string) {
  const lines = (await compose('logs', '--no-log-prefix', '--since', since, 'proxy')).split('\n')
  return lines.filter((line) => line.includes('"level":"error"')).join('\n')
}

/** A change of the stack while a steady load reads, writes and uploads through the proxy. */
async function failedIn(name: string, change: () => Promise<unknown>) {
  load ??= await prepareLoad(ports.HTTPS_PORT, () => token)
  const since = new Date().toISOString()
  const outcomes = await underLoad(`compose, ${name}`, load, change)
  const failed = failures(outcomes)
  if (failed.length > 0) console.log(await proxyErrors(since))
  return {
    share: failed.length / outcomes.length,
    // The service's own 503, where the machine is too small, says so.
    unanswered: failed.filter(({ status }) => status !== 503),
  }
}

/** A replica may still miss a readiness check after load. */
const untilAllRun = (commit: string) =>
  until(`replicas of ${commit}`, 30, async () => (await commits()).join() === `200 ${commit}`)

on(
  'under load a push signed by GitHub is deployed to every replica, and a rollback too: none is left unanswered, receiver and API_REPLICAS stay',
  async () => {
    await appendFile(join(host.checkout, '.env'), 'API_REPLICAS=3\n')
    const [receiverBefore] = await running('deploy')
    const next = await host.push({ 'src/mark.txt': 'deployed under load' })
    const deploy = async () =>
      expect(await ended(await push(next), 240)).toMatchObject({ state: 'deployed', error: null })
    const inDeploy = await failedIn('a deploy', deploy)
    expect(inDeploy.unanswered).toEqual([])
    expect(inDeploy.share).toBeLessThan(MAX_FAILED_SHARE)
    await untilAllRun(next)
    expect(await running('api')).toHaveLength(3)
    expect(await running('deploy')).toEqual([receiverBefore!])
    await host.git('reset', '--quiet', '--hard', 'HEAD~1')
    await host.git('push', '--quiet', '--force', 'origin', 'HEAD:refs/heads/production')
    const previous = await host.git('rev-parse', 'HEAD')
    const rollback = async () =>
      expect((await ended(await push(previous, asGitHub, { forced: true }), 240)).state).toBe('deployed')
    const inRollback = await failedIn('a rollback', rollback)
    expect(inRollback.unanswered).toEqual([])
    expect(inRollback.share).toBeLessThan(MAX_FAILED_SHARE)
    await untilAllRun(previous)
  },
  700_000,
)

on('a restart of the database under load fails none', async () => {
  const restart = () => compose('restart', 'db')
  expect(await failedIn('a restart of the database', restart)).toEqual({ share: 0, unanswered: [] })
})

const rotate = async (...words: string[]) => {
  const { code, err } = await run(['./deploy/compose/rotate', ...words], inCheckout)
  if (code !== 0) throw new Error(err)
}
const query = (text: string) =>
  compose(
    ...['exec', '--no-TTY', 'db', 'psql', '-U', 'postgres', '-d', 'procurement'],
    ...['--tuples-only', '--no-align', '--command', text],
  )
/** What waits for the first code of an authenticator app, sealed as a replica with this key does. */
const sealPending = (key: string) => {
  const sealed = sealWith('a secret', new TextEncoder().encode(key), totpSeal(1))
  return query(`insert into totp_factors (account_id, pending_secret, pending_until)
    values (1, '${sealed}', now() + interval '1 hour')`)
}
const signIn = async (): Promise<string> => {
  // Of the failed attempts of an earlier test.
  await query('truncate rate_limits')
  const account = { email: 'admin@example.com', password: await secret('admin_password') }
  return (await ask('api', '/api/auth/login', json('POST', account))).json().token
}
const meStatus = async (bearer: string) =>
  (await ask('api', '/api/auth/me', { headers: { Authorization: `Bearer ${bearer}` } })).status

describe('under reads, writes and uploads, nothing fails', () => {
  on('before: two replicas', async () => {
    await appendFile(join(host.checkout, '.env'), 'API_REPLICAS=2\n')
    await compose('up', '--detach', '--wait', 'api')
    expect(await running('api')).toHaveLength(2)
  })

  /** The share that `under load a deploy …` allows, of requests that the machine was too small for. */
  const expectNoFailure = async (...names: string[]) => {
    const { share, unanswered } = await failedIn(`rotate ${names.join(' and ')}`, async () => {
      for (const name of names) await rotate(name)
    })
    expect(unanswered).toEqual([])
    expect(share).toBeLessThan(MAX_FAILED_SHARE)
  }

  on(
    'when the key of tokens is rotated; those of the former key are accepted until it is forgotten',
    async () => {
      const former = await secret('jwt_secret')
      await expectNoFailure('jwt')
      expect([await secret('jwt_secret_previous'), await meStatus(token)]).toEqual([former, 200])
      expect(await secret('jwt_secret')).not.toBe(former)
      const fresh = await signIn()
      await sealPending(former)
      await rotate('jwt', '--forget')
      expect([await meStatus(token), await meStatus(fresh)]).toEqual([401, 200])
      const sealed = await query('select pending_secret from totp_factors')
      const next = new TextEncoder().encode(await secret('jwt_secret'))
      expect(openWith(sealed, next, totpSeal(1))).toBe('a secret')
      token = fresh
    },
  )

  on('but not while a rotation of it was interrupted, whose former key is needed', async () => {
    const path = join(host.checkout, 'secrets/jwt_next')
    await writeFile(path, 'another')
    await expect(rotate('jwt', '--forget')).rejects.toThrow('run deploy/compose/rotate jwt first')
    await rm(path)
    expect(await meStatus(token)).toBe(200)
  })

  on('nor again while a key that no replica knows is to be forgotten', async () => {
    const path = join(host.checkout, 'secrets/jwt_secret_previous')
    const before = await secret('jwt_secret_previous')
    await chmod(path, 0o644)
    await writeFile(path, 'a key that no replica has started with')
    for (const words of [['jwt', '--forget'], ['jwt']])
      await expect(rotate(...words)).rejects.toThrow('The former key is still needed')
    await writeFile(path, before)
    await chmod(path, 0o444)
    expect([await meStatus(token), existsSync(join(host.checkout, 'secrets/jwt_next'))]).toEqual([200, false])
  })

  on('from here on with one replica, which is rotated as each of two is', async () => {
    await appendFile(join(host.checkout, '.env'), 'API_REPLICAS=1\n')
    await compose('up', '--detach', '--wait', 'api')
    expect(await running('api')).toHaveLength(1)
  })

  on('when the passwords of the database are rotated; the former ones are refused', async () => {
    const logins: Record<string, string> = {
      database_url: 'procurement',
      admin_database_url: 'postgres',
      restore_owner_urls: 'casdoor',
    }
    const urlOf = async (name: string) => (await secret(name)).split(',').at(-1)!
    const connects = async (url: string) =>
      (await run(['docker', 'compose', 'exec', '--no-TTY', 'db', 'psql', url, '-c', 'select 1'], inCheckout))
        .code === 0
    const names = Object.keys(logins)
    const former = await Promise.all(names.map(urlOf))
    expect(await Promise.all(former.map(connects))).toEqual([true, true, true])
    await expectNoFailure('db')
    const current = await Promise.all(names.map(urlOf))
    expect(await Promise.all(former.map(connects))).toEqual([false, false, false])
    expect(await Promise.all(current.map(connects))).toEqual([true, true, true])
    expect(current[0]).toStartWith('postgres://frontage:')
    expect((await compose('ps', '--all', '--format', '{{.Health}}')).split('\n')).not.toContain('unhealthy')
  })

  on('when the keys of the store are rotated; the former ones are refused', async () => {
    const keys = async () => [await secret('storage_access_key'), await secret('storage_secret_key')]
    const [api] = await running('api')
    const lists = async ([accessKeyId, secretAccessKey]: string[], container: string) => {
      const options = { endpoint: 'http://storage:8333', bucket: 'media', accessKeyId, secretAccessKey }
      const script = `await new Bun.S3Client(${JSON.stringify(options)}).list()`
      return (await run(['docker', 'exec', container, 'bun', '--eval', script])).code === 0
    }
    const former = await keys()
    expect(await lists(former, api!)).toBe(true)
    await expectNoFailure('storage')
    const [replaced] = await running('api')
    await until('the end of the former key', 20, async () => !(await lists(former, replaced!)))
    expect(await lists(await keys(), replaced!)).toBe(true)
  })

  on('when the password of Casdoor’s administrator is rotated: its next start sets it', async () => {
    const former = await secret('casdoor_admin_password')
    await expectNoFailure('casdoor')
    expect(await secret('casdoor_admin_password')).not.toBe(former)
    const pending = join(host.checkout, 'secrets/casdoor_first_start/pending')
    await until('the end of the first start', 20, async () => !(await Bun.file(pending).exists()))
  })

  on('when the receiver’s secrets are rotated; the former ones are refused', async () => {
    const body = JSON.stringify(pushOf(host.first, { ref: 'refs/heads/main' }))
    const signed = (key: string) => receiver.post(body, asGitHub(body, crypto.randomUUID(), key))
    const [key, former] = [await secret('deploy_webhook_secret'), statusToken]
    await expectNoFailure('webhook', 'status')
    statusToken = await secret('deploy_status_token')
    expect((await signed(key)).status).toBe(401)
    expect((await signed(await secret('deploy_webhook_secret'))).status).toBe(200)
    expect((await receiver.get('/deploys', former)).status).toBe(401)
    expect((await receiver.get('/deploys', statusToken)).status).toBe(200)
  })
})

on('unsigned, wrongly signed and other branches’ deliveries run nothing', async () => {
  const body = JSON.stringify(pushOf(host.first))
  const key = await secret('deploy_webhook_secret')
  const total = async () => (await receiver.get('/deploys', statusToken)).body.total
  const before = await total()
  expect((await receiver.post(body, { 'X-GitHub-Event': 'push' })).status).toBe(401)
  expect((await receiver.post(body, asGitHub(body))).status).toBe(401)
  const elsewhere = JSON.stringify(pushOf(host.first, { ref: 'refs/heads/main' }))
  const ignored = await receiver.post(elsewhere, {
    ...asGitHub(elsewhere),
    'X-Hub-Signature-256': `sha256=${digest(elsewhere, key)}`,
  })
  expect([ignored.status, ignored.body]).toEqual([200, { ignored: 'ref' }])
  expect(await total()).toBe(before)
})

on('a broken build, signed by Gitea, is a failed deploy; the previous version keeps serving', async () => {
  const [serving] = await commits()
  const broken = await host.push({
    'mark.txt': 'broken',
    Dockerfile: `${await Bun.file(join(host.work, 'Dockerfile')).text()}\nRUN false\n`,
  })
  await host.git('reset', '--quiet', '--hard', 'HEAD~1')
  const deploy = await ended(await push(broken, asGitea))
  expect(deploy).toMatchObject({
    state: 'failed_deploy',
    step: 'build',
    error: expect.stringMatching(/^build: docker exited with \d+$/),
    rollback: null,
  })
  expect(deploy.log).toContain('RUN false')
  expect(await commits()).toEqual([serving!])
})

on(
  'a version that ends at its start is a failed deploy, replaces no replica, and is rolled back by default',
  async () => {
    const [serving] = await commits()
    const file = await Bun.file(join(host.work, 'Dockerfile')).text()
    const before = await running('api')
    const ending = await host.push({ Dockerfile: `${file}CMD ["false"]\n` })
    await host.git('reset', '--quiet', '--hard', 'HEAD~1')
    const id = await push(ending)
    const deploy = await ended(id)
    expect(deploy.state).toBe('failed_deploy')
    expect(deploy.error).toStartWith('up: ')
    expect(deploy.log).toContain('the new version crashed, or was not ready within 20 s')
    expect((await running('api')).sort()).toEqual(before.sort())
    await until('the rollback', 120, async () => (await deployOf(id)).rollback?.state === 'done')
    expect(await commits()).toEqual([serving!])
  },
)

/** Commits whose service does not start, made of a good one. */
const UNUSABLE: Record<
  string,
  (dockerfile: string) => Promise<Record<string, string>> | Record<string, string>
> = {
  'exits at once': (dockerfile) => ({
    // The backup's program too.
    Dockerfile: dockerfile.replace('\nUSER bun', "\nRUN echo 'process.exit(1)' >src/main.ts\nUSER bun"),
  }),
  'is never ready': (dockerfile) => ({
    Dockerfile: `${dockerfile}CMD ["bun", "--eval", "Bun.serve({ port: 3000, fetch: ({ url }) => new Response('', { status: url.endsWith('/health') ? 200 : 503 }) })"]\n`,
  }),
  'has a migration that fails': async () => {
    const journal = JSON.parse(await Bun.file(join(host.work, 'drizzle/meta/_journal.json')).text())
    const last = journal.entries.at(-1)
    const entry = { ...last, idx: last.idx + 1, when: last.when + 1, tag: `${last.idx + 1}_fails` }
    return {
      [`drizzle/${entry.tag}.sql`]: 'select 1 / 0;',
      'drizzle/meta/_journal.json': JSON.stringify({ ...journal, entries: [...journal.entries, entry] }),
    }
  },
}

on('with DEPLOY_AUTO_ROLLBACK=false, which would repair what the next tests are about', async () => {
  await appendFile(join(host.checkout, '.env'), 'DEPLOY_AUTO_ROLLBACK=false\n')
  await compose('up', '--detach', '--wait', 'deploy')
})

/** Asks the site until `change` is done; the answers that were not 200. */
async function refusedDuring(change: () => Promise<unknown>) {
  const refused: string[] = []
  let isOver = false
  const asking = (async () => {
    for (let number = 0; !isOver; number++) {
      const path = number % 2 === 0 ? '/api/site' : '/health/ready'
      const outcome = await ask('api', path).then(
        ({ status }) => status,
        (error) => String(error),
      )
      if (outcome !== 200) refused.push(`${path}: ${outcome}`)
      await Bun.sleep(50)
    }
  })()
  await change().finally(() => {
    isOver = true
  })
  await asking
  return refused
}

on.each(Object.keys(UNUSABLE))(
  'after a push of a version that %s, and `docker compose up -d`, the previous one runs and has answered all the time',
  async (kind) => {
    const [serving] = await commits()
    const head = await host.inCheckout('rev-parse', 'HEAD')
    const before = [await running('api'), await running('backup')]
    const dockerfile = await Bun.file(join(host.work, 'Dockerfile')).text()
    const unusable = await host.push(await UNUSABLE[kind]!(dockerfile))
    await host.git('reset', '--quiet', '--hard', 'HEAD~1')
    const refused = await refusedDuring(async () => {
      const id = await push(unusable)
      const deploy = await ended(id)
      expect(deploy).toMatchObject({ state: 'failed_deploy', step: 'up', rollback: null })
      expect(deploy.log).toContain('the new version crashed, or was not ready within 20 s')
      await until('the checkout', 20, async () => (await host.inCheckout('rev-parse', 'HEAD')) === head)
      await compose('up', '--detach')
    })
    expect(refused).toEqual([])
    expect([await running('api'), await running('backup')]).toEqual(before)
    expect(await commits()).toEqual([serving!])
    const states = new Set((await compose('ps', '--all', '--format', '{{.Service}} {{.Health}}')).split('\n'))
    expect([...states].sort()).toEqual(SERVICES.map((name) => `${name} healthy`))
  },
)

on('of five pushes in two seconds one that has started and the newest are deployed', async () => {
  const pushed: string[] = []
  for (let n = 0; n < 5; n++) pushed.push(await host.push({ 'mark.txt': `one of five: ${n}` }))
  const start = Date.now()
  const ids: number[] = []
  for (const commit of pushed) ids.push(await push(commit))
  expect(Date.now() - start).toBeLessThan(15_000)
  await ended(ids.at(-1)!)
  const states = await Promise.all(ids.map(async (id) => (await deployOf(id)).state))
  // The first one is superseded as well if another push comes before it has started.
  expect(states.at(-1)).toBe('deployed')
  expect(states.slice(0, -1).sort()).toEqual(['deployed', 'superseded', 'superseded', 'superseded'])
  expect(await commits()).toEqual([`200 ${pushed.at(-1)}`])
})

on(
  'a receiver killed during a build is restarted by the engine: the deploy fails as interrupted, a redelivery deploys',
  async () => {
    const commit = await host.push({
      'mark.txt': 'killed',
      Dockerfile: (await Bun.file(join(host.work, 'Dockerfile')).text()).replace(
        '\nUSER bun',
        // Unique, so that the layer is not cached.
        `\nRUN : ${crypto.randomUUID()}; sleep 5\nUSER bun`,
      ),
    })
    const body = JSON.stringify(pushOf(commit))
    const headers = asGitHub(body, 'the-redelivery', await secret('deploy_webhook_secret'))
    const id = (await receiver.post(body, headers)).body.deploy_id
    await until('the build', 60, async () => (await deployOf(id)).step === 'build')
    const [container] = await running('deploy')
    const { out: pid } = await run(['docker', 'inspect', '--format', '{{.State.Pid}}', container!])
    process.kill(Number(pid), 'SIGKILL')
    const interrupted = await until('the end', 60, async () => {
      const deploy = await deployOf(id)
      return deploy.state === 'failed_deploy' && deploy
    })
    expect(interrupted.error).toBe('interrupted: the receiver ended during build')
    const again = await receiver.post(body, headers)
    expect(again.status).toBe(202)
    expect((await ended(again.body.deploy_id)).state).toBe('deployed')
    expect(await commits()).toEqual([`200 ${commit}`])
  },
)

on('the receiver’s container can query the stack and holds no login of database or store', async () => {
  const inDeploy = (script: string) => compose('exec', '--no-TTY', 'deploy', 'sh', '-c', script)
  const listed = await inDeploy('cd "$DEPLOY_REPO_DIR" && docker compose ps --format {{.Service}}')
  expect(listed.split('\n').sort()).toEqual(SERVICES)
  expect((await inDeploy('ls /run/secrets')).split('\n').sort()).toEqual([
    'deploy_key',
    'deploy_status_token',
    'deploy_webhook_secret',
  ])
  expect(await inDeploy('getent hosts db || echo unknown')).toBe('unknown')
})

on('the receiver’s metrics are on their own port, which the host does not publish', async () => {
  expect((await receiver.get('/metrics')).status).toBe(404)
  const read = "console.log(await (await fetch('http://127.0.0.1:9102/metrics')).text())"
  const metrics = await compose('exec', '--no-TTY', 'deploy', 'bun', '--eval', read)
  expect(metrics).toMatch(/deploys_total\{state="failed_deploy"\} 6/)
  const published = await compose('ps', 'deploy', '--format', '{{.Ports}}')
  expect(published).not.toContain(':9102->')
})

on(
  'the service reaches what it watches for OPS_NOTIFY: metrics of backup and receiver, certificates',
  async () => {
    const script = `
    const { OPS_BACKUP_METRICS: backup, OPS_DEPLOY_METRICS: deploy } = process.env
    for (const url of [backup, deploy, 'http://127.0.0.1:3000/metrics']) console.log(await (await fetch(url)).text())`
    const metrics = await compose('exec', '--no-TTY', 'api', 'bun', '--eval', script)
    expect(metrics).toMatch(/^backup_last_success_timestamp_seconds\{database="procurement"\} \d/m)
    expect(metrics).toMatch(/^deploy_last_failed 0$/m)
    for (const name of ['www', 'api', 'id'])
      expect(metrics).toMatch(
        new RegExp(`^certificate_not_after_timestamp_seconds\\{host="${name}.localhost"\\} \\d`, 'm'),
      )
  },
)

on('the identity provider does not reach the store', async () => {
  const known = (service: string, name: string) =>
    compose(
      'exec',
      '--no-TTY',
      service,
      'sh',
      '-c',
      `getent hosts ${name} >/dev/null && echo known || echo unknown`,
    )
  expect([await known('casdoor', 'db'), await known('casdoor', 'storage')]).toEqual(['known', 'unknown'])
})

on('Casdoor’s first start has loaded its initial data, which is gone afterwards', async () => {
  const inCasdoor = (script: string) => compose('exec', '--no-TTY', 'casdoor', 'sh', '-c', script)
  expect(await inCasdoor('ls /first-start /tmp')).not.toMatch(/pending|init_data/)
  expect(await inCasdoor("tr '\\0' '\\n' </proc/1/environ")).toContain('initDataNewOnly=false')
})

on(
  'a backup is restored in the backup container while api and casdoor are stopped; drills work here and on drill-db',
  async () => {
    const rename = async (name: string) =>
      (await ask('api', '/api/admin/site-settings/1', json('PATCH', { site_name_en: name }, token))).status
    const main = (service: string, ...words: string[]) =>
      run(['docker', 'compose', 'exec', '--no-TTY', service, 'bun', 'src/main.ts', ...words], inCheckout)
    expect(await rename('Before')).toBe(200)
    const backup = await main('backup', 'backup', '--once', '--media')
    expect([backup.code, backup.err]).toEqual([0, ''])
    expect(await rename('After')).toBe(200)
    await compose('stop', 'api', 'casdoor')
    const restore = await main('backup', 'restore')
    expect([restore.code, restore.err]).toEqual([0, expect.any(String)])
    await compose('start', 'casdoor')
    await compose('start', 'api')
    await until('the service', 60, async () => (await ask('api', '/health/ready')).status === 200)
    expect((await ask('api', '/api/site/site-settings')).json().site_name_en).toBe('Before')
    expect(await meStatus(token)).toBe(401)
    token = await signIn()
    expect(
      (
        await ask('api', '/api/audit-log/integrity', { headers: { Authorization: `Bearer ${token}` } })
      ).json(),
    ).toMatchObject({ ok: true })
    const drill = await main('backup', 'restore', '--drill')
    expect([drill.code, drill.err]).toEqual([0, expect.any(String)])
    await compose('--profile', 'drill', 'up', '--detach', '--wait', 'drill-db')
    const apart = await main('backup', 'restore', '--drill', '--to', 'postgres://drill@drill-db/postgres')
    expect([apart.code, apart.err]).toEqual([0, expect.any(String)])
    // `disk` is left out, because it depends on this machine.
    const checks = {
      deploy: ['containers', 'api log', 'readiness'],
      backup: ['dumps', 'restore test', 'readiness', 'object store'],
    }
    for (const [service, names] of Object.entries(checks))
      await until(`the checks in ${service}`, 60, async () => {
        const report = JSON.parse((await main(service, 'doctor', '--json')).out)
        const ok = report.checks.filter(({ status }: { status: string }) => status === 'ok')
        return names.every((name) => ok.some((check: { name: string }) => check.name === name))
      })
  },
)
