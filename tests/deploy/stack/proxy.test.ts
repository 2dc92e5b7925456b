// The shipped Caddyfile in front of two replicas that refuse connections for a moment, as all of them do in a deploy.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { YAML } from 'bun'
import { freePort } from '../../support/free-port.ts'

const root = join(import.meta.dir, '../../..')
/** Older releases close a request's body, or mix up bodies, when a connection is refused. */
const NEEDED = '2.11.2'
const binary = process.env.CADDY ?? Bun.which('caddy')
const version = binary ? Bun.spawnSync([binary, 'version']).stdout.toString().replace(/^v/, '').trim() : null
const isNewEnough = version !== null && Bun.semver.order(version.split(' ')[0]!, NEEDED) >= 0
if (!isNewEnough) console.log(`skipped: the proxy (needs Caddy ${NEEDED}, found ${version ?? 'none'})`)
const on = test.skipIf(!isNewEnough)

let directory: string
let proxy: Bun.Subprocess
let port: number
let replicas: number[]

beforeAll(async () => {
  if (!isNewEnough || !binary) return
  directory = await mkdtemp(join(tmpdir(), 'frontage-proxy-'))
  port = await freePort()
  replicas = [await freePort(), await freePort()]
  const shipped = await Bun.file(join(root, 'deploy/compose/proxy/Caddyfile')).text()
  const options = `{
	admin off
	http_port ${await freePort()}
	https_port ${port}
	skip_install_trust
	local_certs
}
`
  const upstreams = replicas.map((replica) => `127.0.0.1:${replica}`).join(' ')
  const file = join(directory, 'Caddyfile')
  await Bun.write(file, options + shipped.replace('api:3000', upstreams))
  proxy = Bun.spawn([binary, 'run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      HOME: directory,
      XDG_DATA_HOME: directory,
      XDG_CONFIG_HOME: directory,
      API_HOST: 'api.localhost',
      SITE_HOST: 'www.localhost',
      ADMIN_HOST: 'admin.localhost',
      CASDOOR_HOST: 'id.localhost',
      PROXY_GATEWAY: '127.0.0.1',
    },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  // Answered by the proxy itself.
  while ((await ask('/metrics').catch(() => null))?.status !== 404) await Bun.sleep(20)
})
afterAll(async () => {
  proxy?.kill()
  await proxy?.exited
  if (directory) await rm(directory, { recursive: true })
})

const ask = (path: string, init: RequestInit = {}, host = 'api.localhost') =>
  fetch(`https://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { Host: host },
    tls: { rejectUnauthorized: false, serverName: host },
  } as never)

test('the pinned Caddy sends a request’s own body on a retry', async () => {
  const compose = YAML.parse(await Bun.file(join(root, 'compose.yaml')).text()) as {
    services: { proxy: { image: string } }
  }
  const pinned = /^caddy:([\d.]+)-alpine(?:@sha256:\w{64})?$/.exec(compose.services.proxy.image)?.[1] ?? ''
  expect(Bun.semver.order(pinned, NEEDED)).toBeGreaterThanOrEqual(0)
})

on('requests wait while every replica refuses, and each arrives with the body it was sent with', async () => {
  const bodies = Array.from({ length: 40 }, (_, number) =>
    // One longer than what proxies buffer, the others of the same length.
    number === 7 ? 'x'.repeat(5 * 1024 * 1024) : `edit ${100 + number}`,
  )
  const methods = ['POST', 'PATCH', 'PUT', 'DELETE']
  const answers = Promise.all(
    bodies.map(async (body, number) => {
      const response = await ask(`/${number}`, { method: methods[number % 4]!, body })
      return { status: response.status, text: await response.text() }
    }),
  )
  // Each has been refused after this time.
  await Bun.sleep(500)
  const served = replicas.map((replica) =>
    Bun.serve({
      port: replica,
      hostname: '127.0.0.1',
      fetch: async (request) => new Response(`${new URL(request.url).pathname} ${await request.text()}`),
    }),
  )
  const expected = bodies.map((body, number) => ({ status: 200, text: `/${number} ${body}` }))
  expect((await answers).map(({ status, text }) => ({ status, text: text.slice(0, 99) }))).toEqual(
    expected.map(({ status, text }) => ({ status, text: text.slice(0, 99) })),
  )
  expect(await answers).toEqual(expected)
  await Promise.all(served.map((server) => server.stop(true)))
})

on(
  'without a frontend, the host of the site shows the website of the service, that of the panel the panel, and its metrics to nobody',
  async () => {
    const served = replicas.map((replica) =>
      Bun.serve({
        port: replica,
        hostname: '127.0.0.1',
        fetch: (request) => new Response(`service ${new URL(request.url).pathname}`),
      }),
    )
    const paths = [
      '/',
      '/about',
      '/api/contact',
      '/admin/reset-password',
      '/newsletter/unsubscribe',
      '/fonts/a',
    ]
    for (const path of paths)
      expect(await (await ask(path, {}, 'www.localhost')).text()).toBe(`service ${path}`)
    expect(await (await ask('/admin', {}, 'admin.localhost')).text()).toBe('service /admin')
    expect((await ask('/metrics', {}, 'www.localhost')).status).toBe(404)
    await Promise.all(served.map((server) => server.stop(true)))
  },
)
