// The receiver as its own process with a real bare repository; builds are small scripts in the pushed commit.
import { expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createBoundedQueue } from '../../../src/platform/bounded-queue.ts'
import {
  asForgejo,
  asGitea,
  asGitHub,
  createDeployedSite,
  type RunningReceiver,
  startReceiver,
} from '../../support/deploys.ts'
import { eventually } from '../../support/eventually.ts'

// The scripts are part of the commit, so each push decides how its own build and start behave.
const BUILD = 'echo "build $GIT_COMMIT" >> ../calls; echo building'
const UP = 'echo "up $GIT_COMMIT" >> ../calls; echo "$GIT_COMMIT 200" > ../running'
const GOOD = { 'build.sh': BUILD, 'up.sh': UP }
const UNREADY = { ...GOOD, 'up.sh': 'echo "up $GIT_COMMIT" >> ../calls; echo "$GIT_COMMIT 503" > ../running' }
const BROKEN = { ...GOOD, 'build.sh': 'echo "no such module" >&2; exit 3' }
const slow = (seconds: number) => ({ ...GOOD, 'build.sh': `${BUILD}; echo $$ > ../pid; sleep ${seconds}` })

const ENDED = ['deployed', 'failed_deploy']

// The tests of this file run at the same time.
// The tests mostly wait. Four at once, so that timings in seconds are not distorted by a busy CPU.
const slots = createBoundedQueue({
  maxRunning: 4,
  maxWaiting: 100,
  createRefusal: () => new Error('too many tests'),
})

/** A git host, a fake service, and receivers started one after the other on the same state directory. */
async function createDeploys(settings: Record<string, string> = {}) {
  const { promise: done, resolve: free } = Promise.withResolvers<void>()
  await new Promise<void>((taken) => {
    void slots.run(() => {
      taken()
      return done
    })
  })
  await using opened = new AsyncDisposableStack()
  opened.defer(free)
  const site = opened.use(await createDeployedSite(GOOD))
  let receiver: RunningReceiver
  const start = async (more: Record<string, string> = {}) => {
    receiver = await startReceiver(site.environment(more))
  }
  opened.defer(async () => void (await receiver?.stop('SIGKILL')))
  await start(settings)
  const stack = opened.move()
  return {
    host: site.host,
    file: site.file,
    environment: site.environment,
    restart: start,
    get receiver() {
      return receiver
    },
    calls: () =>
      existsSync(site.file('calls')) ? readFileSync(site.file('calls'), 'utf8').trim().split('\n') : [],
    runs: () => readFileSync(site.file('running'), 'utf8').trim(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test.concurrent('a signed push is answered at once, then built, started and polled until ready', async () => {
  await using deploys = await createDeploys()
  const commit = await deploys.host.push(GOOD)
  const { status, body } = await deploys.receiver.push(commit)
  expect([status, body]).toEqual([202, { deploy_id: 1, state: 'started' }])
  const deploy = await deploys.receiver.until(1, ENDED)
  expect(deploy).toMatchObject({ id: 1, commit, state: 'deployed', error: null, rollback: null })
  expect(deploy.log).toContain('build: sh build.sh\nbuilding\n')
  expect(Date.parse(deploy.finished_at)).toBeGreaterThan(Date.parse(deploy.created_at))
  expect(deploys.calls()).toEqual([`build ${commit}`, `up ${commit}`])
  expect(await deploys.host.inCheckout('rev-parse', 'HEAD')).toBe(commit)
  const lines = deploys.receiver.lines.map((line) => JSON.parse(line))
  for (const line of lines) expect(line).toContainKeys(['request_id', 'http_status', 'duration_ms'])
  expect(lines.some(({ msg, deploy_id }) => msg === 'building' && deploy_id === 1)).toBe(true)
})

test.concurrent('pushes from GitHub, Gitea and Forgejo are deployed', async () => {
  await using deploys = await createDeploys()
  for (const [index, sender] of [asGitHub, asGitea, asForgejo].entries()) {
    const commit = await deploys.host.push({ mark: String(index) })
    expect((await deploys.receiver.push(commit, sender)).status).toBe(202)
    expect((await deploys.receiver.until(index + 1, ENDED)).state).toBe('deployed')
  }
})

test.concurrent('a broken build is a failed deploy: nothing is started, no rollback is needed', async () => {
  await using deploys = await createDeploys({ DEPLOY_AUTO_ROLLBACK: 'true' })
  const good = await deploys.host.push(GOOD)
  await deploys.receiver.push(good)
  await deploys.receiver.until(1, ['deployed'])
  const broken = await deploys.host.push(BROKEN)
  await deploys.receiver.push(broken)
  const deploy = await deploys.receiver.until(2, ENDED)
  expect(deploy).toMatchObject({
    state: 'failed_deploy',
    step: 'build',
    error: 'build: sh exited with 3',
    rollback: null,
  })
  expect(deploy.log).toContain('no such module')
  expect(await deploys.receiver.metrics()).toContain('deploy_last_failed 2\n')
  await deploys.receiver.push(await deploys.host.push(GOOD))
  await deploys.receiver.until(3, ['deployed'])
  expect(await deploys.receiver.metrics()).toContain('deploy_last_failed 0\n')
  expect(deploys.calls().filter((call) => call.includes(broken))).toEqual([])
  expect(await deploys.receiver.metrics()).toContain('deploys_total{state="failed_deploy"} 1')
})

test.concurrent.each([
  ['build', BROKEN],
  ['start', { ...GOOD, 'up.sh': 'exit 3' }],
])('after a broken %s the checkout is restored to the previous commit', async (_, files) => {
  await using deploys = await createDeploys()
  const before = await deploys.host.inCheckout('rev-parse', 'HEAD')
  await deploys.receiver.push(await deploys.host.push(files))
  await deploys.receiver.until(1, (deploy) =>
    /checkout: [^\n]*checkout --force/.test(deploy.log.split('exited with 3')[1] ?? ''),
  )
  await eventually(async () => (await deploys.host.inCheckout('rev-parse', 'HEAD')) === before)
})

test.concurrent('a version that never becomes ready fails after the timeout and keeps running without DEPLOY_AUTO_ROLLBACK', async () => {
  await using deploys = await createDeploys({ DEPLOY_READY_TIMEOUT_SECONDS: '2' })
  const commit = await deploys.host.push(UNREADY)
  const begin = Date.now()
  await deploys.receiver.push(commit)
  const deploy = await deploys.receiver.until(1, ENDED)
  expect(deploy).toMatchObject({ state: 'failed_deploy', rollback: null })
  expect(deploy.error).toStartWith('readiness: not ready within 2 s: ')
  expect(deploy.error).toEndWith('answers 503')
  expect(Date.now() - begin).toBeGreaterThan(2_000)
  expect(deploys.runs()).toBe(`${commit} 503`)
})

test.concurrent('with DEPLOY_AUTO_ROLLBACK the previous version is restored and polled until ready', async () => {
  await using deploys = await createDeploys({
    DEPLOY_AUTO_ROLLBACK: 'true',
    DEPLOY_READY_TIMEOUT_SECONDS: '8',
  })
  const good = await deploys.host.push(GOOD)
  await deploys.receiver.push(good)
  await deploys.receiver.until(1, ['deployed'])
  const bad = await deploys.host.push(UNREADY)
  await deploys.receiver.push(bad)
  const deploy = await deploys.receiver.until(2, ({ rollback }) => rollback?.state === 'done')
  expect(deploy).toMatchObject({
    state: 'failed_deploy',
    commit: bad,
    rollback: { state: 'done', commit: good },
  })
  expect(deploys.runs()).toBe(`${good} 200`)
  expect(await deploys.host.inCheckout('rev-parse', 'HEAD')).toBe(good)
})

test.concurrent('of five pushes at once the newest is built, and those that waited behind a build are not', async () => {
  await using deploys = await createDeploys()
  await deploys.host.push(slow(1))
  const commits: string[] = []
  for (let n = 0; n < 5; n++) commits.push(await deploys.host.push({ mark: `five-${n}` }))
  const answers = []
  for (const commit of commits) answers.push(await deploys.receiver.push(commit))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
  const newest = Math.max(...answers.map(({ body }) => body.deploy_id))
  await deploys.receiver.until(newest, ENDED)
  const { items } = (await deploys.receiver.get('/deploys')).body
  const states: string[] = items.map(({ state }: any) => state)
  expect(states).toHaveLength(5)
  expect(states[0]).toBe('deployed')
  // The number of others that have begun by the time the next push arrives depends on the machine; they wait for a build.
  const deployed = states.filter((state) => state === 'deployed').length
  expect(states.filter((state) => state === 'superseded')).toHaveLength(5 - deployed)
  expect(deployed).toBeLessThan(5)
  expect(deploys.calls().filter((call) => call.startsWith('build'))).toHaveLength(deployed)
})

test.concurrent('a repeated delivery is a duplicate unless its deploy failed', async () => {
  await using deploys = await createDeploys({ DEPLOY_READY_TIMEOUT_SECONDS: '1' })
  const commit = await deploys.host.push({ ...slow(1), ...UNREADY })
  expect((await deploys.receiver.push(commit, asGitHub, 'the-delivery')).status).toBe(202)
  const again = await deploys.receiver.push(commit, asGitHub, 'the-delivery')
  expect([again.status, again.body]).toEqual([
    200,
    { duplicate: true, deploy_id: 1, state: expect.any(String) },
  ])
  await deploys.receiver.until(1, ['failed_deploy'])
  await Bun.write(deploys.file('running'), `${commit} 200`)
  expect((await deploys.receiver.push(commit, asGitHub, 'the-delivery')).body).toEqual({
    deploy_id: 2,
    state: 'started',
  })
  await deploys.receiver.until(2, ENDED)
  expect((await deploys.receiver.push(commit, asGitHub, 'the-delivery')).status).toBe(
    (await deploys.receiver.get('/deploys/2')).body.state === 'deployed' ? 200 : 202,
  )
})

test.concurrent('a build that exceeds its timeout fails, and its process group is terminated', async () => {
  // The time runs from the start of the checkout, which takes a second on a busy machine.
  await using deploys = await createDeploys({ DEPLOY_BUILD_TIMEOUT_SECONDS: '8' })
  await deploys.receiver.push(await deploys.host.push(slow(60)))
  const deploy = await deploys.receiver.until(1, ENDED)
  expect(deploy.error).toBe("build: not done within 8 s of the deploy's start")
  expect(existsSync(`/proc/${readFileSync(deploys.file('pid'), 'utf8').trim()}/fd/0`)).toBe(false)
})

test.concurrent('a commit that is not on the branch is not deployed', async () => {
  await using deploys = await createDeploys()
  const before = await deploys.host.inCheckout('rev-parse', 'HEAD')
  const elsewhere = await deploys.host.push(GOOD, 'feature')
  await deploys.host.git('reset', '--quiet', '--hard', 'HEAD~1')
  for (const commit of [elsewhere, 'ab'.repeat(20)]) {
    const { body } = await deploys.receiver.push(commit)
    const deploy = await deploys.receiver.until(body.deploy_id, ENDED)
    expect(deploy.error).toBe(`fetch: ${commit} is not on the branch production`)
  }
  expect(deploys.calls()).toEqual([])
  expect(await deploys.host.inCheckout('rev-parse', 'HEAD')).toBe(before)
})

test.concurrent('local changes and a rewritten branch do not prevent a deploy; .env is kept', async () => {
  await using deploys = await createDeploys()
  await Bun.write(join(deploys.host.checkout, 'build.sh'), 'exit 1')
  await Bun.write(join(deploys.host.checkout, '.env'), 'ADMIN_FIELDS=1')
  await deploys.host.push({ extra: '1' })
  await deploys.host.git('reset', '--quiet', '--hard', 'HEAD~1')
  const commit = await deploys.host.push({ ...GOOD, other: '2' })
  await deploys.receiver.push(commit)
  expect((await deploys.receiver.until(1, ENDED)).state).toBe('deployed')
  expect(readFileSync(join(deploys.host.checkout, '.env'), 'utf8')).toBe('ADMIN_FIELDS=1')
})

test.concurrent('commands see neither secrets nor the receiver’s own settings', async () => {
  await using deploys = await createDeploys({ OTHER: 'kept', API_HOST: 'api.example.com' })
  await deploys.receiver.push(await deploys.host.push({ ...GOOD, 'build.sh': 'env > ../environment' }))
  await deploys.receiver.until(1, ['deployed'])
  const seen = readFileSync(deploys.file('environment'), 'utf8')
  expect(seen).toContain('OTHER=kept')
  expect(seen).not.toMatch(/^(DEPLOY_|API_HOST)/m)
  expect(seen).not.toContain('secret')
})

test.concurrent('killed during a build: the build is terminated, its deploy fails as interrupted, the waiting one runs', async () => {
  await using deploys = await createDeploys()
  const first = await deploys.host.push(slow(60))
  await deploys.receiver.push(first)
  await deploys.receiver.until(1, ({ log }) => log.includes('building'))
  const pid = readFileSync(deploys.file('pid'), 'utf8').trim()
  const second = await deploys.host.push(GOOD)
  await deploys.receiver.push(second)
  await deploys.receiver.stop('SIGKILL')
  await Bun.write(join(deploys.host.checkout, '.git/index.lock'), '')
  await deploys.restart()
  expect(await deploys.receiver.until(2, ENDED)).toMatchObject({
    state: 'deployed',
    commit: second,
  })
  const interrupted = (await deploys.receiver.get('/deploys/1')).body
  expect(interrupted).toMatchObject({
    state: 'failed_deploy',
    error: 'interrupted: the receiver ended during build',
  })
  expect(existsSync(`/proc/${pid}/fd/0`)).toBe(false)
  expect(await deploys.receiver.metrics()).toContain('deploys_total{state="failed_deploy"} 1')
})

test.concurrent.each(['SIGKILL', 'SIGTERM'] as const)(
  'stopped by %s while polling readiness: the next receiver continues polling',
  async (signal) => {
    // A receiver that starts may take seconds on a busy machine.
    const settings = { DEPLOY_READY_TIMEOUT_SECONDS: '120' }
    await using deploys = await createDeploys(settings)
    const commit = await deploys.host.push(UNREADY)
    await deploys.receiver.push(commit)
    await deploys.receiver.until(1, ['polling_readiness'])
    const code = await deploys.receiver.stop(signal)
    if (signal === 'SIGTERM') expect(code).toBe(0)
    await deploys.restart(settings)
    expect((await deploys.receiver.get('/deploys/1')).body.state).toBe('polling_readiness')
    await Bun.write(deploys.file('running'), `${commit} 200`)
    expect((await deploys.receiver.until(1, ENDED)).state).toBe('deployed')
  },
)

test.concurrent('killed during a rollback: the next receiver repeats it', async () => {
  await using deploys = await createDeploys({
    DEPLOY_AUTO_ROLLBACK: 'true',
    DEPLOY_READY_TIMEOUT_SECONDS: '8',
  })
  const good = await deploys.host.push({ ...GOOD, 'build.sh': `${BUILD}; test -e ../fast || sleep 5` })
  await Bun.write(deploys.file('fast'), '')
  await deploys.receiver.push(good)
  await deploys.receiver.until(1, ['deployed'])
  rmSync(deploys.file('fast'))
  await deploys.receiver.push(await deploys.host.push(UNREADY))
  await deploys.receiver.until(
    2,
    ({ rollback, log }) => rollback?.state === 'running' && log.split('building').length > 2,
  )
  await deploys.receiver.stop('SIGKILL')
  await Bun.write(deploys.file('fast'), '')
  await deploys.restart({ DEPLOY_AUTO_ROLLBACK: 'true' })
  await deploys.receiver.until(2, ({ rollback }) => rollback?.state === 'done')
  expect(deploys.runs()).toBe(`${good} 200`)
})

test.concurrent('SIGTERM during a build terminates the build and the receiver promptly', async () => {
  await using deploys = await createDeploys()
  await deploys.receiver.push(await deploys.host.push(slow(60)))
  await deploys.receiver.until(1, ({ log }) => log.includes('building'))
  await Bun.sleep(100)
  const begin = Date.now()
  expect(await deploys.receiver.stop('SIGTERM')).toBe(0)
  expect(Date.now() - begin).toBeLessThan(30_000)
  expect(existsSync(`/proc/${readFileSync(deploys.file('pid'), 'utf8').trim()}/fd/0`)).toBe(false)
})

test.concurrent('a second receiver on the same state directory does not start', async () => {
  await using deploys = await createDeploys()
  expect(startReceiver(deploys.environment())).rejects.toThrow('is in use by another process')
})

test.concurrent('the receiver does not start in a directory that is not a checkout', async () => {
  await using deploys = await createDeploys()
  expect(
    startReceiver(
      deploys.environment({ DEPLOY_REPO_DIR: deploys.host.root, DEPLOY_STATE_DIR: deploys.file('none') }),
    ),
  ).rejects.toThrow('is not a git checkout with a remote origin')
})
