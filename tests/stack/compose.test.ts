// The shipped files, as far as they can be judged without an engine.
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
// Where the plugins of the command line are.
const engine = process.env.DOCKER_CONFIG ? { DOCKER_CONFIG: process.env.DOCKER_CONFIG } : {}
const compose = Bun.which('docker') ? Bun.spawnSync(['docker', 'compose', 'version']).exitCode === 0 : false

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'frontage-compose-'))
  for (const name of ['compose.yaml', '.env.example', 'deploy'])
    await cp(join(root, name), join(directory, name), { recursive: true })
  expect((await run('./deploy/compose/prepare')).code).toBe(0)
})
afterAll(() => rm(directory, { recursive: true }))

test('one command makes .env and every secret that compose.yaml names, for nobody else to list', async () => {
  const made = await readdir(join(directory, 'secrets'))
  expect(Object.keys(secrets).filter((name) => !made.includes(name))).toEqual([])
  expect((await stat(join(directory, 'secrets'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(directory, '.env'))).mode & 0o777).toBe(0o600)
  const values = await Promise.all(made.map((name) => Bun.file(join(directory, 'secrets', name)).text()))
  const generated = values.filter((value) => /^[A-Za-z0-9]{43}$/.test(value))
  expect(generated.length).toBeGreaterThan(9)
  expect(new Set(generated).size).toBe(generated.length)
  const env = await Bun.file(join(directory, '.env')).text()
  expect(env).toContain(`\nDEPLOY_REPO_DIR=${directory}\n`)
  expect(env).not.toMatch(/^[A-Z_]+=$/m)
})

test('a second run changes nothing', async () => {
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

test('every service is limited in what it logs, pinned, and started again; only one holds the engine’s socket', () => {
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

test('a deploy names every service of the stack but the receiver, and those only', () => {
  const always = Object.keys(services).filter((name) => !services[name].profiles)
  const up = JSON.parse(services.deploy.environment.DEPLOY_UP)
  expect(up.slice(0, 5)).toEqual(['docker', 'compose', 'up', '-d', '--no-build'])
  expect(up.slice(5).sort()).toEqual(always.filter((name) => name !== 'deploy').sort())
  expect(services.deploy.build.args).toBeUndefined()
})

test('no secret stands in the file, and the API has no port on the host', () => {
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
  'docker compose takes the file with %j',
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
    const wished = Object.keys(services).filter((name) =>
      (services[name].profiles ?? ['']).some((one: string) => one === '' || names.includes(one)),
    )
    expect(listed).toEqual(wished.sort())
  },
)
