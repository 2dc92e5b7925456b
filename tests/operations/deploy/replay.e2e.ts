// A recorded delivery sent again must not roll production back; a rollback that the git host asks for must work.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { asGitea, asGitHub, createDeployedSite, pushOf, startReceiver } from '../../support/deploys.ts'

const UP = 'echo "$GIT_COMMIT 200" > ../running'
const FAST = { 'build.sh': 'true', 'up.sh': UP }

/** A receiver with three commits pushed to the branch, oldest first. */
async function setUp() {
  await using opened = new AsyncDisposableStack()
  const { host, file, environment } = opened.use(await createDeployedSite(FAST))
  const receiver = await startReceiver(environment({ DEPLOY_READY_TIMEOUT_SECONDS: '30' }))
  opened.defer(async () => void (await receiver.stop()))
  const stack = opened.move()
  const send = (body: string, sender = asGitHub, delivery?: string) =>
    receiver.post(body, sender(body, delivery))
  return {
    host,
    receiver,
    send,
    /** Sends a push and waits for the end of its deploy. */
    async deploy(commit: string, more: Record<string, unknown> = {}) {
      const { status, body } = await send(JSON.stringify(pushOf(commit, more)))
      expect(status).toBe(202)
      return receiver.until(body.deploy_id, ['deployed', 'failed_deploy', 'superseded'])
    },
    running: () => readFileSync(file('running'), 'utf8').split(' ')[0],
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test.concurrent('a recorded push sent again under a new delivery id is a duplicate', async () => {
  await using on = await setUp()
  const [older, newer] = [await on.host.push({ mark: '1' }), await on.host.push({ mark: '2' })]
  const recorded = JSON.stringify(pushOf(older, { forced: true }))
  const first = await on.send(recorded, asGitHub, 'recorded')
  await on.receiver.until(first.body.deploy_id, ['deployed'])
  await on.deploy(newer)
  const replay = await on.send(recorded, asGitHub, 'chosen-by-the-attacker')
  expect([replay.status, replay.body]).toEqual([200, { duplicate: true, deploy_id: 1, state: 'deployed' }])
  expect(on.running()).toBe(newer)
})

test.concurrent('the delivery id of a failed deploy does not make the body of a successful one new', async () => {
  await using on = await setUp()
  const older = await on.host.push({ mark: '1' })
  const recorded = JSON.stringify(pushOf(older, { forced: true }))
  await on.receiver.until((await on.send(recorded)).body.deploy_id, ['deployed'])
  const broken = JSON.stringify(pushOf(await on.host.push({ 'build.sh': 'exit 1' })))
  const failed = await on.send(broken, asGitHub, 'the-failed-one')
  await on.receiver.until(failed.body.deploy_id, ['failed_deploy'])
  await on.deploy(await on.host.push(FAST))
  const replay = await on.send(recorded, asGitHub, 'the-failed-one')
  expect([replay.status, replay.body.duplicate]).toEqual([200, true])
})

test.concurrent('a push of an ancestor of the deployed commit is ignored', async () => {
  await using on = await setUp()
  const [older, newer] = [await on.host.push({ mark: '1' }), await on.host.push({ mark: '2' })]
  await on.deploy(newer)
  // The push is signed, but was never received before: its delivery was delayed.
  const late = await on.send(JSON.stringify(pushOf(older)))
  expect([late.status, late.body]).toEqual([200, { ignored: 'ancestor' }])
  expect(on.running()).toBe(newer)
  expect((await on.receiver.get('/deploys')).body.total).toBe(1)
})

test.concurrent('an ancestor that waited while a newer commit was deployed is superseded', async () => {
  await using on = await setUp()
  const older = await on.host.push({ mark: '1' })
  const newer = await on.host.push({ mark: '2' })
  // A slow fetch: the older push arrives before the newer commit is checked out.
  await on.host.inCheckout('config', 'remote.origin.uploadpack', 'sleep 1; git-upload-pack')
  await on.send(JSON.stringify(pushOf(newer)))
  await on.receiver.until(1, ['building'])
  const { status, body } = await on.send(JSON.stringify(pushOf(older)))
  expect(status).toBe(202)
  const waiting = await on.receiver.until(body.deploy_id, ['superseded', 'deployed', 'failed_deploy'])
  expect(waiting).toMatchObject({ state: 'superseded', error: 'a newer commit is already deployed' })
  expect(on.running()).toBe(newer)
})

test.concurrent('a rollback by force-push is deployed: GitHub sends forced', async () => {
  await using on = await setUp()
  const [older, newer] = [await on.host.push({ mark: '1' }), await on.host.push({ mark: '2' })]
  await on.deploy(newer)
  expect((await on.deploy(older, { forced: true })).state).toBe('deployed')
  expect(on.running()).toBe(older)
})

test.concurrent('a rollback by force-push is deployed: before names the deployed commit', async () => {
  await using on = await setUp()
  const [older, newer] = [await on.host.push({ mark: '1' }), await on.host.push({ mark: '2' })]
  await on.deploy(newer)
  const body = JSON.stringify(pushOf(older, { before: newer }))
  const answer = await on.send(body, asGitea)
  expect(answer.status).toBe(202)
  await on.receiver.until(answer.body.deploy_id, ['deployed'])
  expect(on.running()).toBe(older)
})

test.concurrent('a rollback by force-push is deployed: before names the commit that was checked out by hand', async () => {
  await using on = await setUp()
  const [older, newer] = [await on.host.push({ mark: '1' }), await on.host.push({ mark: '2' })]
  await on.host.inCheckout('fetch', '--quiet', 'origin')
  await on.host.inCheckout('checkout', '--quiet', '--detach', newer)
  expect((await on.deploy(older, { before: newer })).state).toBe('deployed')
  expect(on.running()).toBe(older)
})

test.concurrent('a rollback by force-push is deployed: before names the last push, whose build failed', async () => {
  await using on = await setUp()
  const [older, newer] = [await on.host.push({ mark: '1' }), await on.host.push({ mark: '2' })]
  await on.deploy(newer)
  const broken = await on.host.push({ 'build.sh': 'exit 1' })
  expect((await on.deploy(broken)).state).toBe('failed_deploy')
  expect((await on.deploy(older, { before: broken })).state).toBe('deployed')
  expect(on.running()).toBe(older)
})

test.concurrent('a failed push is retried on redelivery, but not once a newer commit is deployed', async () => {
  await using on = await setUp()
  const failing = await on.host.push({ 'build.sh': 'test -e ../repaired' })
  const recorded = JSON.stringify(pushOf(failing, { forced: true, before: on.host.first }))
  const first = await on.send(recorded, asGitHub, 'failing')
  await on.receiver.until(first.body.deploy_id, ['failed_deploy'])
  const again = await on.send(recorded, asGitHub, 'failing')
  expect(again.status).toBe(202)
  await on.receiver.until(again.body.deploy_id, ['failed_deploy'])
  const newer = await on.host.push(FAST)
  expect((await on.deploy(newer)).state).toBe('deployed')
  const replay = await on.send(recorded, asGitHub, 'failing')
  expect([replay.status, replay.body]).toEqual([200, { ignored: 'ancestor' }])
  expect(on.running()).toBe(newer)
})

test.concurrent('a commit that was rewritten before it was fetched is superseded, without an alert', async () => {
  await using on = await setUp()
  const before = on.host.first
  const rewritten = await on.host.push({ mark: '1' })
  await on.host.git('reset', '--quiet', '--hard', before)
  const current = await on.host.push({ mark: '2' })
  const { state, error } = await on.deploy(rewritten, { before })
  expect([state, error]).toEqual(['superseded', 'the branch was rewritten without this commit'])
  expect((await on.deploy(current, { before: rewritten, forced: true })).state).toBe('deployed')
  expect(on.running()).toBe(current)
})

test.concurrent('a rewritten commit whose push arrives after that of its successor is superseded', async () => {
  await using on = await setUp()
  const rewritten = await on.host.push({ mark: '1' })
  await on.host.git('reset', '--quiet', '--hard', on.host.first)
  const current = await on.host.push({ mark: '2' })
  await on.deploy(current, { before: rewritten, forced: true })
  expect((await on.deploy(rewritten, { before: on.host.first })).state).toBe('superseded')
  expect(on.running()).toBe(current)
})

test.concurrent('a commit that was taken back by a rewrite is superseded', async () => {
  await using on = await setUp()
  const kept = await on.host.push({ mark: '1' })
  await on.deploy(kept)
  const taken = await on.host.push({ mark: '2' })
  await on.host.git('push', '--quiet', '--force', 'origin', `${kept}:refs/heads/production`)
  // A slow fetch: the push that takes the commit back arrives in the meantime.
  await on.host.inCheckout('config', 'remote.origin.uploadpack', 'sleep 1; git-upload-pack')
  const first = await on.send(JSON.stringify(pushOf(taken, { before: kept })))
  await on.receiver.until(first.body.deploy_id, ['building'])
  await on.send(JSON.stringify(pushOf(kept, { before: taken, forced: true })))
  expect((await on.receiver.until(first.body.deploy_id, ['superseded', 'failed_deploy'])).state).toBe(
    'superseded',
  )
})

test.concurrent('a commit that a lagging mirror does not have yet fails', async () => {
  await using on = await setUp()
  const before = await on.host.push({ mark: '1' })
  await on.host.git('commit', '--quiet', '--allow-empty', '--message', 'later')
  const later = await on.host.git('rev-parse', 'HEAD')
  const { state, error } = await on.deploy(later, { before })
  expect([state, error]).toEqual(['failed_deploy', `fetch: ${later} is not on the branch production`])
})
