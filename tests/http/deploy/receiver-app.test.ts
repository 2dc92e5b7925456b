// The receiver's responses; only accepted deliveries run a command.
import { afterAll, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import {
  asGitHub,
  createGitHost,
  digest,
  pushOf,
  STATUS_TOKEN,
  startReceiver,
} from '../../support/deploys.ts'

const start = (name: string, more: Record<string, string>) =>
  startReceiver({
    DEPLOY_REPO_DIR: host.checkout,
    DEPLOY_STATE_DIR: join(host.root, name),
    DEPLOY_BUILD: '["touch","../ran"]',
    DEPLOY_UP: '["touch","../ran"]',
    DEPLOY_READY_URL: 'http://127.0.0.1:1/health/ready',
    DEPLOY_READY_TIMEOUT_SECONDS: '1',
    HOME: host.root,
    ...more,
  })

const host = await createGitHost({ file: 'x' })
const receiver = await start('state', {})
const withoutStatusToken = await start('without-token', { DEPLOY_STATUS_TOKEN: '' })
afterAll(async () => {
  await receiver.stop()
  await withoutStatusToken.stop()
  await host.remove()
})

const validBody = () => JSON.stringify(pushOf(host.first))
const hasRun = () => existsSync(join(host.root, 'ran'))
const deploys = async () => (await receiver.get('/deploys')).body.total

/** Expects a problem document, and that nothing was recorded or run. */
async function expectRefused(answer: { status: number; body: any; headers: Headers }, status: number) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  expect(answer.body).toMatchObject({ status, code: expect.any(String), request_id: expect.any(String) })
  expect([await deploys(), hasRun()]).toEqual([0, false])
}

const withSignature = (signature: string | null, body = validBody()) => {
  const { 'X-Hub-Signature-256': _, ...rest } = asGitHub(body)
  return { ...rest, ...(signature !== null && { 'X-Hub-Signature-256': signature }) }
}

test.each<[string, () => Record<string, string>]>([
  ['none', () => withSignature(null)],
  ['an empty one', () => withSignature('')],
  ['a short one', () => withSignature(`sha256=${digest(validBody()).slice(1)}`)],
  ['one in upper case', () => withSignature(`sha256=${digest(validBody()).toUpperCase()}`)],
  ['one with an upper-case prefix', () => withSignature(`SHA256=${digest(validBody())}`)],
  ['SHA-1 alone', () => ({ ...withSignature(null), 'X-Hub-Signature': `sha1=${'a'.repeat(40)}` })],
  ['another secret', () => withSignature(`sha256=${digest(validBody(), 'another')}`)],
  [
    'an invalid one before a valid one',
    () => ({ ...withSignature(`sha256=${'0'.repeat(64)}`), 'X-Gitea-Signature': digest(validBody()) }),
  ],
])('signature: %s is 401', async (_, headers) => {
  const answer = await receiver.post(validBody(), headers())
  await expectRefused(answer, 401)
  expect(answer.headers.get('WWW-Authenticate')).toBeTruthy()
})

test('a repeated signature header is 401', async () => {
  const body = validBody()
  const head = Object.entries({
    ...asGitHub(body),
    'Content-Length': String(body.length),
    Host: 'x',
    Connection: 'close',
  })
  const signature = `X-Hub-Signature-256: sha256=${digest(body)}\r\n`
  const text = `POST /hooks/deploy HTTP/1.1\r\n${signature}${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
  const answer = await new Promise<string>((resolve) => {
    let got = ''
    const socket = connect(Number(new URL(receiver.url).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (data) => {
      got += data
    })
    socket.on('close', () => resolve(got))
  })
  expect(answer).toStartWith('HTTP/1.1 401')
  expect([await deploys(), hasRun()]).toEqual([0, false])
})

test.each<[string, (body: string) => string]>([
  ['one more character', (body) => `${body} `],
  [
    'another commit',
    (body) => body.replace(/"after":"../, (start) => `"after":"${start.endsWith('ff') ? '00' : 'ff'}`),
  ],
  ['another branch', (body) => body.replace('refs/heads/production', 'refs/heads/productioN')],
  ['nothing', () => ''],
])('a body that does not match the signature is 401: %s', async (_, change) => {
  await expectRefused(await receiver.post(change(validBody()), asGitHub(validBody())), 401)
})

test('a body of 30 MB is 413 by its Content-Length', async () => {
  const large = new Uint8Array(30 * 1_048_576)
  const headers = { ...asGitHub(''), 'X-Hub-Signature-256': `sha256=${digest(large)}` }
  await expectRefused(await receiver.post(large, headers), 413)
})

test('a chunked body of 30 MB is 413', async () => {
  const chunk = new Uint8Array(1_048_576)
  let left = 30
  const body = new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(chunk)
      else controller.close()
    },
  })
  const answer = await fetch(`${receiver.url}/hooks/deploy`, { method: 'POST', body, headers: asGitHub('') })
  expect(answer.status).toBe(413)
})

const send = (body: string, headers: Record<string, string> = {}) =>
  receiver.post(body, { ...asGitHub(body), ...headers })
const sendPush = (more: Record<string, unknown>) => send(JSON.stringify(pushOf(host.first, more)))

test.each<[string, () => ReturnType<typeof send>, string]>([
  ['a ping', () => send('{"zen":"x"}', { 'X-GitHub-Event': 'ping' }), 'event'],
  ['another event', () => send(validBody(), { 'X-GitHub-Event': 'release' }), 'event'],
  ['another branch', () => sendPush({ ref: 'refs/heads/main' }), 'ref'],
  ['a tag', () => sendPush({ ref: 'refs/tags/production' }), 'ref'],
  ['a deletion', () => sendPush({ deleted: true, after: '0'.repeat(40) }), 'deletion'],
  ['a shell in the ref', () => sendPush({ ref: 'refs/heads/production$(touch ../ran)' }), 'ref'],
  ['a shell in the event', () => send(validBody(), { 'X-GitHub-Event': '`touch ../ran`' }), 'event'],
])('%s is 200 and ignored', async (_, request, why) => {
  const { status, body } = await request()
  expect([status, body]).toEqual([200, { ignored: why }])
  expect([await deploys(), hasRun()]).toEqual([0, false])
})

test.each<[string, () => ReturnType<typeof send>, number]>([
  ['not JSON', () => send('{"ref":'), 400],
  ['nothing', () => send(''), 400],
  ['100,000 nested lists', () => send('['.repeat(100_000)), 400],
  ['a form', () => send(validBody(), { 'Content-Type': 'application/x-www-form-urlencoded' }), 415],
  ['no event', () => send(validBody(), { 'X-GitHub-Event': '' }), 400],
  ['a shell in the delivery id', () => send(validBody(), { 'X-GitHub-Delivery': '$(touch ../ran)' }), 400],
  ['a shell in the commit', () => sendPush({ after: '$(touch ../ran)' }), 422],
  ['an option as the commit', () => sendPush({ after: '--orphan=x' }), 422],
  ['a list', () => send('[]'), 422],
])('a signed delivery is refused: %s', async (_, request, status) => {
  await expectRefused(await request(), status)
})

test('unknown paths are 404 and wrong methods 405', async () => {
  await expectRefused(await receiver.get('/hooks'), 404)
  const wrong = await receiver.get('/hooks/deploy')
  await expectRefused(wrong, 405)
  expect(wrong.headers.get('Allow')).toBe('POST')
})

test('/health names the build', async () => {
  const health = await receiver.get('/health', null)
  expect([health.status, health.body, health.headers.get('X-App-Commit')]).toEqual([
    200,
    { status: 'ok' },
    'unknown',
  ])
})

test('/metrics is on a port of its own, where nothing else is', async () => {
  expect((await receiver.get('/metrics', null)).status).toBe(404)
  expect((await receiver.get('/metrics', STATUS_TOKEN)).status).toBe(404)
  const answer = await fetch(receiver.metricsUrl)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const { origin } = new URL(receiver.metricsUrl)
  for (const path of ['/', '/deploys', '/health', '/hooks/deploy'])
    expect((await fetch(origin + path)).status).toBe(404)
})

test('the metrics have every final state from the start, and requests by route', async () => {
  const body = await receiver.metrics()
  for (const state of ['deployed', 'failed_deploy', 'superseded'])
    expect(body).toContain(`deploys_total{state="${state}"} 0\n`)
  expect(body).toContain('http_requests_total{method="POST",route="/hooks/deploy",status="401",ok="false"}')
})

test.skipIf(!Bun.which('promtool'))('promtool accepts the metrics', async () => {
  const body = await receiver.metrics()
  const child = Bun.spawn(['promtool', 'check', 'metrics'], {
    stdin: new Blob([body]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  expect(await new Response(child.stderr).text()).toBe('')
  expect(await child.exited).toBe(0)
})

test.each(['/deploys', '/deploys/1'])(
  '%s requires the status token and is 404 when none is configured',
  async (path) => {
    for (const token of [null, 'wrong', `${STATUS_TOKEN}x`]) {
      const answer = await receiver.get(path, token)
      expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer'])
    }
    for (const token of [null, STATUS_TOKEN, ''])
      expect((await withoutStatusToken.get(path, token)).status).toBe(404)
  },
)

test.each(['0', 'x', '1e3', '99999'])('an unknown deploy id is 404: %s', async (id) => {
  expect((await receiver.get(`/deploys/${id}`)).status).toBe(404)
})

test('invalid paging parameters are 422', async () => {
  expect((await receiver.get('/deploys?page=0')).status).toBe(422)
  expect((await receiver.get('/deploys?per_page=101')).status).toBe(422)
})

test('shell characters in unused fields are harmless: the commit is deployed, and only the configured commands run', async () => {
  const evil = '$(touch ../evil) `touch ../evil` ; touch ../evil | & > ../evil \n \u0000 " \' \\'
  const before = readdirSync(host.root)
  const answer = await sendPush({
    before: evil,
    pusher: { name: evil, email: evil },
    repository: { full_name: evil, clone_url: evil, default_branch: evil },
    head_commit: { id: evil, message: evil },
    commits: [{ id: evil, message: evil, added: [evil] }],
    compare: evil,
  })
  expect(answer.status).toBe(202)
  const deploy = await receiver.until(answer.body.deploy_id, ['failed_deploy', 'deployed'])
  expect(deploy.error).toStartWith('readiness: ')
  expect(deploy.log).not.toContain('evil')
  expect(readdirSync(host.root).filter((name) => !before.includes(name))).toEqual(['ran'])
  const { body } = await receiver.get('/deploys?per_page=1')
  expect(body).toMatchObject({ page: 1, per_page: 1, total: 1, items: [{ id: 1 }] })
  expect(body.items[0]).not.toContainKey('log')
})
