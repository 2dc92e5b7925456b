// compose.yaml and deploy/compose/prepare, as far as they can be tested without an engine.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, exists, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { YAML } from 'bun'

const root = join(import.meta.dir, '../../..')
const text = await Bun.file(join(root, 'compose.yaml')).text()
const { services, secrets } = YAML.parse(text) as {
  services: Record<string, any>
  secrets: Record<string, any>
}
let directory: string

async function run(...words: string[]) {
  const child = Bun.spawn(words, {
    cwd: directory,
    stdout: 'pipe',
    stderr: 'pipe',
    env: { PATH: process.env.PATH!, HOME: directory, ...engine },
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out: out.trim(), err: err.trim() }
}
// The folder with docker's CLI plugins.
const engine = process.env.DOCKER_CONFIG ? { DOCKER_CONFIG: process.env.DOCKER_CONFIG } : {}
const compose = Bun.which('docker') ? Bun.spawnSync(['docker', 'compose', 'version']).exitCode === 0 : false

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'frontage-compose-'))
  for (const name of ['compose.yaml', '.env.example', 'deploy'])
    await cp(join(root, name), join(directory, name), { recursive: true })
  expect((await run('./deploy/compose/prepare')).code).toBe(0)
})
afterAll(() => rm(directory, { recursive: true }))

const secretFiles = async () =>
  (await readdir(join(directory, 'secrets'), { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

test('prepare creates .env and every secret of compose.yaml, closed to other users', async () => {
  const created = await secretFiles()
  expect(Object.keys(secrets).filter((name) => !created.includes(name))).toEqual([])
  expect((await stat(join(directory, 'secrets'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(directory, '.env'))).mode & 0o777).toBe(0o600)
  const values = await Promise.all(created.map((name) => Bun.file(join(directory, 'secrets', name)).text()))
  const generated = values.filter((value) => /^[A-Za-z0-9]{43}$/.test(value))
  expect(generated.length).toBeGreaterThan(12)
  expect(new Set(generated).size).toBe(generated.length)
  const env = await Bun.file(join(directory, '.env')).text()
  expect(env).toContain(`\nDEPLOY_REPO_DIR=${directory}\n`)
  expect(env).not.toMatch(/^[A-Z_]+=$/m)
})

test('running prepare again changes nothing', async () => {
  const state = async () =>
    Promise.all(
      ['.env', ...(await secretFiles()).map((name) => `secrets/${name}`)].map((path) =>
        Bun.file(join(directory, path)).text(),
      ),
    )
  const before = await state()
  expect(await run('./deploy/compose/prepare')).toEqual({ code: 0, out: '', err: '' })
  expect(await state()).toEqual(before)
})

test('every service has bounded logs, a pinned image and a restart policy; only deploy has the engine’s socket', () => {
  const holders = []
  for (const [name, service] of Object.entries(services)) {
    expect([name, service.restart]).toEqual([name, 'unless-stopped'])
    expect(service.logging.options['max-size']).toBeTruthy()
    if (!['frontage', 'frontage-deploy'].includes(service.image))
      expect(service.image).toMatch(/:[\w-]*\d+(\.\d+)*(-alpine)?(@sha256:[0-9a-f]{64})?$/)
    if (JSON.stringify(service.volumes ?? []).includes('docker.sock')) holders.push(name)
  }
  expect(holders).toEqual(['deploy'])
})

/** Users that third-party images set themselves; none is root. */
const IMAGE_USERS: Record<string, string> = {
  frontage: 'bun',
  'prom/prometheus': 'nobody',
  'prom/alertmanager': 'nobody',
  'prom/node-exporter': 'nobody',
  'prometheuscommunity/postgres-exporter': 'nobody',
  'grafana/grafana': '472',
  'grafana/loki': '10001',
  'glitchtip/glitchtip': 'app',
  'ghcr.io/umami-software/umami': 'nextjs',
}

/** The privileges of a service beyond the hardening list. */
function privileges(service: any): string[] {
  const user = service.user ?? IMAGE_USERS[service.image.split(':')[0]]
  const mounts: string[] = (service.volumes ?? []).map(String)
  return [
    ...(user === undefined || /^(root|0)(:|$)/.test(user) ? ['root'] : []),
    ...(service.cap_add ? ['capabilities'] : []),
    ...(service.read_only === true ? [] : ['writable']),
    ...(service.pid || service.network_mode || service.ipc || mounts.some((mount) => mount.startsWith('/:'))
      ? ['host']
      : []),
    ...(mounts.some((mount) => mount.includes('docker.sock')) ? ['socket'] : []),
  ]
}

test.each(Object.keys(services))('%s is hardened, and every exception has its reason', (name) => {
  const service = services[name]
  expect(service.privileged).toBeUndefined()
  expect(service.security_opt).toEqual(['no-new-privileges:true'])
  expect(service.cap_drop).toEqual(['ALL'])
  const { memory, pids } = service.deploy.resources.limits
  expect(memory).toMatch(/^\d+[mg]$/)
  expect(pids).toBeWithin(1, 501)
  const reasons: Record<string, string> = service['x-exceptions'] ?? {}
  expect(Object.keys(reasons).sort()).toEqual(privileges(service).sort())
  for (const reason of Object.values(reasons)) expect(reason.length).toBeGreaterThan(20)
})

test('ports are published by the proxy, else on the loopback address; metrics ports never', () => {
  for (const [name, { ports = [] }] of Object.entries(services)) {
    for (const port of ports as string[]) {
      if (name !== 'proxy') expect(port).toMatch(/^(\$\{\w+:-)?127\.0\.0\.1:/)
      expect(port).not.toMatch(/:910\d(\D|$)/)
    }
  }
})

test('the store shares a network only with what has its keys', () => {
  const { networks } = services.storage
  const beside = Object.entries(services).filter(([, service]) =>
    (service.networks ?? ['default']).some((network: string) => networks.includes(network)),
  )
  const withKeys = Object.entries(services).filter(([, { secrets: held = [] }]) =>
    held.some((name: string) => name.startsWith('storage_')),
  )
  expect(beside.map(([name]) => name)).toEqual(withKeys.map(([name]) => name))
})

test('the receiver holds only what a deploy needs', () => {
  const { secrets: held, environment, volumes, networks } = services.deploy
  expect(held).toEqual(['deploy_webhook_secret', 'deploy_status_token', 'deploy_key'])
  expect(Object.keys(environment).filter((name) => /DATABASE|STORAGE|BACKUP|RESTORE/.test(name))).toEqual([])
  expect(JSON.stringify(volumes)).not.toContain('BACKUP_DIR')
  expect(networks).not.toContain('back')
})

test('no service but the database has the password of its superuser', () => {
  const holders = Object.entries(services).filter(([, service]) =>
    (service.secrets ?? []).some((name: string) => /postgres_password/.test(name)),
  )
  expect(holders.map(([name]) => name)).toEqual(['db'])
})

test('on a new installation prepare leaves the flag for the first start of Casdoor, and later does not', async () => {
  const flag = join(directory, 'secrets/casdoor_first_start/pending')
  expect(await exists(flag)).toBe(true)
  await rm(flag)
  await run('./deploy/compose/prepare')
  expect(await exists(flag)).toBe(false)
})

/** Runs the start script of Casdoor with a program in its place that prints its environment and the initial data. */
async function startCasdoor(flag: '' | 'password' | null, more: Record<string, string> = {}) {
  const [secretsDir, firstStart, bin] = ['run', 'first', 'bin'].map((name) =>
    join(directory, 'casdoor', name),
  )
  for (const path of [secretsDir!, firstStart!, bin!]) await mkdir(path, { recursive: true })
  await Bun.write(join(secretsDir!, 'casdoor_db_password'), 'db-password')
  await Bun.write(join(secretsDir!, 'casdoor_admin_password'), 'generated')
  await Bun.write(join(secretsDir!, 'oidc_client_secret'), 'client-secret')
  if (flag !== null) await Bun.write(join(firstStart!, 'pending'), flag)
  // Healthy once the program below has read the data.
  const healthy = join(directory, 'casdoor/healthy')
  await rm(healthy, { force: true })
  await Bun.write(join(bin!, 'wget'), `#!/bin/sh\ntest -e ${healthy}\n`)
  await Bun.spawn(['chmod', '755', join(bin!, 'wget')]).exited
  const child = Bun.spawn(
    [
      'sh',
      join(root, 'deploy/compose/casdoor/start.sh'),
      'sh',
      '-c',
      `env; echo DATA; cat "$initDataFile" 2>/dev/null; touch ${healthy}; sleep 1.5`,
    ],
    {
      env: {
        PATH: `${bin}:${process.env.PATH}`,
        SECRETS_DIR: secretsDir,
        FIRST_START_DIR: firstStart,
        SITE_URL: 'https://www.example.com',
        ...more,
      },
      stdout: 'pipe',
    },
  )
  const [env, data] = (await new Response(child.stdout).text()).split('DATA\n')
  await child.exited
  return { env: env!, data: data!, isPending: await exists(join(firstStart!, 'pending')) }
}

test('the first start of Casdoor replaces the default account and turns sign-up off', async () => {
  const { env, data, isPending } = await startCasdoor('')
  expect(env).toContain('dataSourceName=user=casdoor password=db-password host=db ')
  expect(env).toContain('initDataNewOnly=false\n')
  const { applications, users } = JSON.parse(data)
  expect(users).toMatchObject([{ owner: 'built-in', name: 'admin', password: 'generated', isAdmin: true }])
  expect(applications[0]).toMatchObject({ name: 'app-built-in', enableSignUp: false, grantTypes: [] })
  expect(isPending).toBe(false)
})

test('the first start of Casdoor adds the application by which people sign in, for the address of the panel', async () => {
  const { organizations, applications, users } = JSON.parse((await startCasdoor('')).data)
  expect(applications[1]).toMatchObject({
    name: 'frontage',
    clientId: 'frontage',
    clientSecret: 'client-secret',
    redirectUris: ['https://www.example.com/api/auth/oidc/callback', 'https://www.example.com/admin/sign-in'],
    backchannelLogoutUri: 'http://api:3000/api/auth/oidc/logout',
    grantTypes: ['authorization_code'],
    enableSignUp: false,
  })
  // Casdoor makes everybody in the organization `built-in` an administrator of itself.
  expect(applications[1].organization).toBe(organizations[0].name)
  expect(organizations).toMatchObject([{ owner: 'admin', name: 'company', defaultApplication: 'frontage' }])
  expect(users.map(({ owner }: { owner: string }) => owner)).toEqual(['built-in'])

  const apart = await startCasdoor('', { ADMIN_HOST: 'admin.example.com' })
  expect(JSON.parse(apart.data).applications[1].redirectUris).toEqual([
    'https://admin.example.com/api/auth/oidc/callback',
    'https://admin.example.com/admin/sign-in',
  ])
})

test('the service knows what that application needs, by .env.example', async () => {
  const example = await Bun.file(join(root, '.env.example')).text()
  const exampleOf = (name: string) => new RegExp(`^# ${name}=(.*)$`, 'm').exec(example)?.[1]
  expect([exampleOf('OIDC_AUDIENCE'), exampleOf('OIDC_CLIENT_SECRET_FILE')]).toEqual([
    'frontage',
    '/run/secrets/oidc_client_secret',
  ])
  const passed = Object.keys(services.api.environment)
  const settings = [...example.matchAll(/^#? ?(OIDC_\w+|ADMIN_HOST)=/gm)].map(([, name]) => name!)
  expect(settings.filter((name) => !passed.includes(name))).toEqual([])
  for (const { secrets: held } of [services.api, services.casdoor])
    expect(held).toContain('oidc_client_secret')
})

test('a new password of its administrator replaces nothing else in Casdoor', async () => {
  const { env, data, isPending } = await startCasdoor('password')
  expect(env).toContain('initDataNewOnly=false\n')
  expect(JSON.parse(data)).toEqual({
    users: [expect.objectContaining({ owner: 'built-in', name: 'admin', password: 'generated' })],
  })
  expect(isPending).toBe(false)
})

test('later starts of Casdoor replace nothing', async () => {
  const { env, data } = await startCasdoor(null)
  expect(env).not.toContain('initData')
  expect(data).toBe('')
})

test('a deploy starts every service without a profile except the receiver', () => {
  const always = Object.keys(services).filter((name) => !services[name].profiles)
  const [command, , ...named] = JSON.parse(services.deploy.environment.DEPLOY_UP)
  expect(command).toBe('./deploy/compose/roll')
  expect([...named, 'api', 'deploy'].sort()).toEqual(always.sort())
  expect(services.deploy.build.args).toBeUndefined()
})

test('the file contains no secret, and the API publishes no port', () => {
  expect(services.api.ports).toBeUndefined()
  for (const name of ['api', 'backup', 'deploy', 'db']) {
    const literal = Object.entries<string>(services[name].environment).filter(
      ([key, value]) =>
        /(SECRET|PASSWORD|TOKEN|_KEY|DATABASE_URL)$/.test(key) && !String(value).startsWith('$'),
    )
    expect(literal).toEqual([])
  }
})

const PROFILES = [[], ['monitoring'], ['drill'], ['monitoring', 'drill']]

test.skipIf(!compose).each(PROFILES.map((names) => [names]))(
  'docker compose accepts the file with profiles %j',
  async (names) => {
    const profiles = names.flatMap((name) => ['--profile', name])
    expect(await run('docker', 'compose', ...profiles, 'config', '--quiet')).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    const listed = (await run('docker', 'compose', ...profiles, 'config', '--services')).out
      .split('\n')
      .sort()
    const expected = Object.keys(services).filter((name) =>
      (services[name].profiles ?? ['']).some((one: string) => one === '' || names.includes(one)),
    )
    expect(listed).toEqual(expected.sort())
  },
)
