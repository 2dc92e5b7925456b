// The receiver as it runs: its own process, a real bare repository, builds that are small scripts of the pushed commit.
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  asForgejo,
  asGitea,
  asGitHub,
  createGitHost,
  type GitHost,
  type RunningReceiver,
  startFakeService,
  startReceiver,
} from '../../support/deploys.ts'

// The scripts are part of the commit, so each push decides how its build and its start go.
const BUILD = 'echo "build $GIT_COMMIT" >> ../calls; echo building'
const UP = 'echo "up $GIT_COMMIT" >> ../calls; echo "$GIT_COMMIT 200" > ../running'
const GOOD = { 'build.sh': BUILD, 'up.sh': UP }
const UNREADY = { ...GOOD, 'up.sh': 'echo "up $GIT_COMMIT" >> ../calls; echo "$GIT_COMMIT 503" > ../running' }
const BROKEN = { ...GOOD, 'build.sh': 'echo "no such module" >&2; exit 3' }
const slow = (seconds: number) => ({ ...GOOD, 'build.sh': `${BUILD}; echo $$ > ../pid; sleep ${seconds}` })

let host: GitHost
let service: ReturnType<typeof startFakeService>
let receiver: RunningReceiver
let states = 0

const file = (name: string) => join(host.root, name)
const calls = () => (existsSync(file('calls')) ? readFileSync(file('calls'), 'utf8').trim().split('\n') : [])
const runs = () => readFileSync(file('running'), 'utf8').trim()

const environment = (more: Record<string, string> = {}) => ({
  DEPLOY_REPO_DIR: host.checkout,
  DEPLOY_STATE_DIR: file(`state-${states}`),
  DEPLOY_BUILD: '["sh","build.sh"]',
  DEPLOY_UP: '["sh","up.sh"]',
  DEPLOY_READY_URL: service.url,
  DEPLOY_READY_TIMEOUT_SECONDS: '2',
  HOME: host.root,
  ...more,
})

const start = async (more: Record<string, string> = {}) => {
  states++
  receiver = await startReceiver(environment(more))
}
const restart = async (more: Record<string, string> = {}) => {
  receiver = await startReceiver(environment(more))
}

beforeAll(async () => {
  host = await createGitHost(GOOD)
  service = startFakeService(file('running'))
})
afterEach(async () => {
  await receiver.stop('SIGKILL')
  rmSync(file('calls'), { force: true })
})
afterAll(async () => {
  service.stop()
  await host.remove()
})

test('a signed push is answered at once, built, started and waited for', async () => {
  await start()
  const commit = await host.push(GOOD)
  const { status, body } = await receiver.push(commit)
  expect([status, body]).toEqual([202, { deploy_id: 1, state: 'started' }])
  const deploy = await receiver.until(1, ['deployed', 'failed_deploy'])
  expect(deploy).toMatchObject({ id: 1, commit, state: 'deployed', error: null, rollback: null })
  expect(deploy.log).toContain('build: sh build.sh\nbuilding\n')
  expect(Date.parse(deploy.finished_at)).toBeGreaterThan(Date.parse(deploy.created_at))
  expect(calls()).toEqual([`build ${commit}`, `up ${commit}`])
  expect(await host.inCheckout('rev-parse', 'HEAD')).toBe(commit)
  const lines = receiver.lines.map((line) => JSON.parse(line))
  for (const line of lines) expect(line).toContainKeys(['request_id', 'http_status', 'duration_ms'])
  expect(lines.some(({ msg, deploy_id }) => msg === 'building' && deploy_id === 1)).toBe(true)
})

test('GitHub, Gitea and Forgejo are understood; the first push from each deploys', async () => {
  await start()
  for (const [index, sender] of [asGitHub, asGitea, asForgejo].entries()) {
    const commit = await host.push({ mark: String(index) })
    expect((await receiver.push(commit, sender)).status).toBe(202)
    expect((await receiver.until(index + 1, ['deployed', 'failed_deploy'])).state).toBe('deployed')
  }
})

test('a broken build is a failed deploy; nothing is started, and the checkout holds what runs', async () => {
  await start({ DEPLOY_AUTO_ROLLBACK: 'true' })
  const good = await host.push(GOOD)
  await receiver.push(good)
  await receiver.until(1, ['deployed'])
  const broken = await host.push(BROKEN)
  await receiver.push(broken)
  const deploy = await receiver.until(2, ['deployed', 'failed_deploy'])
  expect(deploy).toMatchObject({
    state: 'failed_deploy',
    step: 'build',
    error: 'build: sh exited with 3',
    rollback: null,
  })
  expect(deploy.log).toContain('no such module')
  await receiver.push(await host.push(GOOD))
  await receiver.until(3, ['deployed'])
  expect(calls().filter((call) => call.includes(broken))).toEqual([])
  expect((await receiver.get('/metrics')).body).toContain('deploys_total{state="failed_deploy"} 1')
})

test('after a broken build the checkout goes back', async () => {
  await start()
  const before = await host.inCheckout('rev-parse', 'HEAD')
  await receiver.push(await host.push(BROKEN))
  await receiver.until(1, (deploy) =>
    /checkout: [^\n]*checkout --force/.test(deploy.log.split('exited with 3')[1] ?? ''),
  )
  await Bun.sleep(200)
  expect(await host.inCheckout('rev-parse', 'HEAD')).toBe(before)
})

test('a version that never gets ready fails after its time, and stays where no rollback is asked for', async () => {
  await start()
  const commit = await host.push(UNREADY)
  const begin = Date.now()
  await receiver.push(commit)
  const deploy = await receiver.until(1, ['deployed', 'failed_deploy'])
  expect(deploy).toMatchObject({ state: 'failed_deploy', rollback: null })
  expect(deploy.error).toStartWith('readiness: not ready within 2 s: ')
  expect(deploy.error).toEndWith('answers 503')
  expect(Date.now() - begin).toBeGreaterThan(2_000)
  expect(runs()).toBe(`${commit} 503`)
})

test('where it is asked for, the version before is brought back and waited for', async () => {
  await start({ DEPLOY_AUTO_ROLLBACK: 'true' })
  const good = await host.push(GOOD)
  await receiver.push(good)
  await receiver.until(1, ['deployed'])
  const bad = await host.push(UNREADY)
  await receiver.push(bad)
  const deploy = await receiver.until(2, ({ rollback }) => rollback?.state === 'done')
  expect(deploy).toMatchObject({
    state: 'failed_deploy',
    commit: bad,
    rollback: { state: 'done', commit: good },
  })
  expect(runs()).toBe(`${good} 200`)
  expect(await host.inCheckout('rev-parse', 'HEAD')).toBe(good)
})

test('of five pushes in two seconds one is built, and then the newest', async () => {
  await start()
  await host.push(slow(1))
  const commits: string[] = []
  for (let n = 0; n < 5; n++) commits.push(await host.push({ mark: `five-${n}` }))
  const answers = await Promise.all(commits.map((commit) => receiver.push(commit)))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
  const newest = Math.max(...answers.map(({ body }) => body.deploy_id))
  await receiver.until(newest, ['deployed', 'failed_deploy'])
  const { items } = (await receiver.get('/deploys')).body
  expect(items.map(({ state }: any) => state)).toEqual([
    'deployed',
    'superseded',
    'superseded',
    'superseded',
    'deployed',
  ])
  expect(calls().filter((call) => call.startsWith('build'))).toHaveLength(2)
})

test('a delivery that was seen is a duplicate, unless its deploy failed', async () => {
  await start({ DEPLOY_READY_TIMEOUT_SECONDS: '1' })
  const commit = await host.push({ ...slow(1), ...UNREADY })
  expect((await receiver.push(commit, asGitHub, 'the-delivery')).status).toBe(202)
  const again = await receiver.push(commit, asGitHub, 'the-delivery')
  expect([again.status, again.body]).toEqual([
    200,
    { duplicate: true, deploy_id: 1, state: expect.any(String) },
  ])
  await receiver.until(1, ['failed_deploy'])
  await Bun.write(file('running'), `${commit} 200`)
  expect((await receiver.push(commit, asGitHub, 'the-delivery')).body).toEqual({
    deploy_id: 2,
    state: 'started',
  })
  await receiver.until(2, ['deployed', 'failed_deploy'])
  expect((await receiver.push(commit, asGitHub, 'the-delivery')).status).toBe(
    (await receiver.get('/deploys/2')).body.state === 'deployed' ? 200 : 202,
  )
})

test('a build that takes too long fails, and nothing of its process group is left', async () => {
  await start({ DEPLOY_BUILD_TIMEOUT_SECONDS: '1' })
  await receiver.push(await host.push(slow(60)))
  const deploy = await receiver.until(1, ['deployed', 'failed_deploy'])
  expect(deploy.error).toBe("build: not done within 1 s of the deploy's start")
  expect(existsSync(`/proc/${readFileSync(file('pid'), 'utf8').trim()}/fd/0`)).toBe(false)
})

test('a commit that the branch does not have is not deployed', async () => {
  await start()
  const before = await host.inCheckout('rev-parse', 'HEAD')
  const elsewhere = await host.push(GOOD, 'feature')
  await host.git('reset', '--quiet', '--hard', 'HEAD~1')
  for (const commit of [elsewhere, 'ab'.repeat(20)]) {
    const { body } = await receiver.push(commit)
    const deploy = await receiver.until(body.deploy_id, ['deployed', 'failed_deploy'])
    expect(deploy.error).toBe(`fetch: ${commit} is not on the branch production`)
  }
  expect(calls()).toEqual([])
  expect(await host.inCheckout('rev-parse', 'HEAD')).toBe(before)
})

test('changes in the checkout do not stop a deploy, a rewritten branch neither, and .env stays', async () => {
  await start()
  await Bun.write(join(host.checkout, 'build.sh'), 'exit 1')
  await Bun.write(join(host.checkout, '.env'), 'KEPT=1')
  await host.push({ extra: '1' })
  await host.git('reset', '--quiet', '--hard', 'HEAD~1')
  const commit = await host.push({ ...GOOD, other: '2' })
  await receiver.push(commit)
  expect((await receiver.until(1, ['deployed', 'failed_deploy'])).state).toBe('deployed')
  expect(readFileSync(join(host.checkout, '.env'), 'utf8')).toBe('KEPT=1')
})

test('the commands see neither the secrets nor what the receiver is configured with', async () => {
  await start({ OTHER: 'kept', API_HOST: 'api.example.com' })
  await receiver.push(await host.push({ ...GOOD, 'build.sh': 'env > ../environment' }))
  await receiver.until(1, ['deployed'])
  const seen = readFileSync(file('environment'), 'utf8')
  expect(seen).toContain('OTHER=kept')
  expect(seen).not.toMatch(/^(DEPLOY_|API_HOST)/m)
  expect(seen).not.toContain('secret')
})

test('killed while it builds: the build is ended, the deploy failed as interrupted, what waited goes on', async () => {
  await start()
  const first = await host.push(slow(60))
  await receiver.push(first)
  await receiver.until(1, ({ log }) => log.includes('building'))
  const pid = readFileSync(file('pid'), 'utf8').trim()
  const second = await host.push(GOOD)
  await receiver.push(second)
  await receiver.stop('SIGKILL')
  await Bun.write(join(host.checkout, '.git/index.lock'), '')
  await restart()
  expect(await receiver.until(2, ['deployed', 'failed_deploy'])).toMatchObject({
    state: 'deployed',
    commit: second,
  })
  const interrupted = (await receiver.get('/deploys/1')).body
  expect(interrupted).toMatchObject({
    state: 'failed_deploy',
    error: 'interrupted: the receiver ended during build',
  })
  expect(existsSync(`/proc/${pid}/fd/0`)).toBe(false)
  expect((await receiver.get('/metrics')).body).toContain('deploys_total{state="failed_deploy"} 1')
})

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'ended by %s while it waits for readiness: it goes on waiting',
  async (signal) => {
    await start({ DEPLOY_READY_TIMEOUT_SECONDS: '20' })
    const commit = await host.push(UNREADY)
    await receiver.push(commit)
    await receiver.until(1, ['polling_readiness'])
    const code = await receiver.stop(signal)
    if (signal === 'SIGTERM') expect(code).toBe(0)
    await restart({ DEPLOY_READY_TIMEOUT_SECONDS: '20' })
    expect((await receiver.get('/deploys/1')).body.state).toBe('polling_readiness')
    await Bun.write(file('running'), `${commit} 200`)
    expect((await receiver.until(1, ['deployed', 'failed_deploy'])).state).toBe('deployed')
  },
)

test('killed in the middle of a rollback: it is done again', async () => {
  await start({ DEPLOY_AUTO_ROLLBACK: 'true', DEPLOY_READY_TIMEOUT_SECONDS: '1' })
  const good = await host.push({ ...GOOD, 'build.sh': `${BUILD}; test -e ../fast || sleep 5` })
  await Bun.write(file('fast'), '')
  await receiver.push(good)
  await receiver.until(1, ['deployed'])
  rmSync(file('fast'))
  await receiver.push(await host.push(UNREADY))
  await receiver.until(
    2,
    ({ rollback, log }) => rollback?.state === 'running' && log.split('building').length > 2,
  )
  await receiver.stop('SIGKILL')
  await Bun.write(file('fast'), '')
  await restart({ DEPLOY_AUTO_ROLLBACK: 'true' })
  await receiver.until(2, ({ rollback }) => rollback?.state === 'done')
  expect(runs()).toBe(`${good} 200`)
})

test('SIGTERM during a build ends the build and the receiver at once', async () => {
  await start()
  await receiver.push(await host.push(slow(60)))
  await receiver.until(1, ({ log }) => log.includes('building'))
  await Bun.sleep(100)
  const begin = Date.now()
  expect(await receiver.stop('SIGTERM')).toBe(0)
  expect(Date.now() - begin).toBeLessThan(8_000)
  expect(existsSync(`/proc/${readFileSync(file('pid'), 'utf8').trim()}/fd/0`)).toBe(false)
})

test('a second receiver on the same records does not start', async () => {
  await start()
  expect(startReceiver(environment())).rejects.toThrow('is in use by another process')
})

test('a directory that is no checkout ends the start', async () => {
  await start()
  expect(
    startReceiver(environment({ DEPLOY_REPO_DIR: host.root, DEPLOY_STATE_DIR: file('none') })),
  ).rejects.toThrow('is not a git checkout with a remote origin')
})
