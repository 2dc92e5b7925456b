// compose.yaml and deploy/compose/prepare, as far as they can be tested without an engine.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { YAML } from 'bun'

const root = join(import.meta.dir, '../..')
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

test('prepare creates .env and every secret of compose.yaml, closed to other users', async () => {
  const created = await readdir(join(directory, 'secrets'))
  expect(Object.keys(secrets).filter((name) => !created.includes(name))).toEqual([])
  expect((await stat(join(directory, 'secrets'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(directory, '.env'))).mode & 0o777).toBe(0o600)
  const values = await Promise.all(created.map((name) => Bun.file(join(directory, 'secrets', name)).text()))
  const generated = values.filter((value) => /^[A-Za-z0-9]{43}$/.test(value))
  expect(generated.length).toBeGreaterThan(9)
  expect(new Set(generated).size).toBe(generated.length)
  const env = await Bun.file(join(directory, '.env')).text()
  expect(env).toContain(`\nDEPLOY_REPO_DIR=${directory}\n`)
  expect(env).not.toMatch(/^[A-Z_]+=$/m)
})

test('running prepare again changes nothing', async () => {
  const state = async () =>
    Promise.all(
      ['.env', ...(await readdir(join(directory, 'secrets'))).map((name) => `secrets/${name}`)].map((path) =>
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
      expect(service.image).toMatch(/:[\w-]*\d+(\.\d+)*(-alpine)?$/)
    if (JSON.stringify(service.volumes ?? []).includes('docker.sock')) holders.push(name)
  }
  expect(holders).toEqual(['deploy'])
})

test('a deploy starts every service without a profile except the receiver', () => {
  const always = Object.keys(services).filter((name) => !services[name].profiles)
  const up = JSON.parse(services.deploy.environment.DEPLOY_UP)
  expect(up.slice(0, 5)).toEqual(['docker', 'compose', 'up', '-d', '--no-build'])
  expect(up.slice(5).sort()).toEqual(always.filter((name) => name !== 'deploy').sort())
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
