// GET /admin: the page of the panel, its assets, and what is said without a build.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { panelRoutes } from '../../../src/http/admin/panel-routes.ts'
import type { AppEnv } from '../../../src/http/requests/app-env.ts'
import { onError } from '../../../src/http/responses/problem-responses.ts'
import { toConfig } from '../../../src/platform/config/config.ts'
import { parseEnv, SERVICE } from '../../../src/platform/config/env.ts'
import { createLog } from '../../../src/platform/log.ts'

const build = mkdtempSync(join(tmpdir(), 'panel-'))
beforeAll(() => {
  mkdirSync(join(build, 'assets'))
  writeFileSync(
    join(build, 'index.html'),
    '<html lang="%LANGUAGE%" data-session="%SESSION%"><div id="panel"></div>',
  )
  writeFileSync(join(build, 'assets/main-abc.js'), 'plain')
  writeFileSync(join(build, 'assets/main-abc.js.br'), 'brotli')
  writeFileSync(join(build, 'assets/main-abc.js.gz'), 'gzip')
  writeFileSync(join(build, 'assets/assets-abc.json'), '[]')
  writeFileSync(join(build, 'build.json'), '{}')
})
afterAll(() => rmSync(build, { recursive: true }))

function serve(directory: string, env: Record<string, string> = {}) {
  const config = toConfig(
    parseEnv({ JWT_SECRET: 'a test key that is longer than 32 bytes', ...env }, SERVICE),
  )
  const app = new Hono<AppEnv>().route('/admin', panelRoutes({ config }, directory))
  app.onError(onError({ log: createLog('silent'), reports: { report() {} } as never }))
  return (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers }, { requestId: 'test' } as never)
}

describe('with a build', () => {
  test.each(['/admin', '/admin/', '/admin/articles/3', '/admin/sign-in'])(
    '%s is the page, revalidated each time, with the policy of the panel',
    async (path) => {
      const answer = await serve(build)(path)
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
      expect(await answer.text()).toBe('<html lang="fa" data-session="browser"><div id="panel"></div>')
      expect(answer.headers.get('Content-Security-Policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
    },
  )

  test.each<[string, Record<string, string>]>([
    ['tab', { SPA_DIR: '/srv/frontend' }],
    ['tab', { SPA_INDEX: '/srv/frontend/index.html' }],
    ['browser', { SPA_DIR: '/srv/frontend', ADMIN_HOST: 'admin.example.com' }],
    ['browser', {}],
  ])('the page knows that a session lasts as long as its %s with %p', async (session, env) => {
    const answer = await serve(build, env)('/admin')
    expect(await answer.text()).toContain(`data-session="${session}"`)
  })

  test('the panel may call the identity provider', async () => {
    const answer = await serve(build, {
      OIDC_ISSUER: 'https://id.example.com/realm',
      OIDC_AUDIENCE: 'panel',
    })('/admin')
    expect(answer.headers.get('Content-Security-Policy')).toContain(
      "connect-src 'self' https://id.example.com;",
    )
  })

  test('the panel may frame the previews of the frontend', async () => {
    const answer = await serve(build, { PREVIEW_URL: 'https://next.example.com{path}?preview={token}' })(
      '/admin',
    )
    expect(answer.headers.get('Content-Security-Policy')).toContain(
      "frame-src 'self' https://next.example.com;",
    )
  })

  test.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['', null, 'plain'],
  ])('an asset is sent for good, compressed for Accept-Encoding %p', async (accepted, encoding, body) => {
    const answer = await serve(build)('/admin/assets/main-abc.js', { 'Accept-Encoding': accepted })
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('Content-Encoding')).toBe(encoding)
    expect(await answer.text()).toBe(body)
  })

  test('the list of assets is JSON', async () => {
    const answer = await serve(build)('/admin/assets/assets-abc.json')
    expect(answer.headers.get('Content-Type')).toBe('application/json')
    expect(await answer.text()).toBe('[]')
  })

  test.each(['main-old.js', 'main-abc.js.br', '..%2Fbuild.json', '..%2Findex.html'])(
    'an asset that the build does not have is a 404 problem: %s',
    async (name) => {
      const answer = await serve(build)(`/admin/assets/${name}`)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    },
  )

  test.each([
    '/admin/assets',
    '/admin/assets/',
    '/admin/assets/main-abc.js/',
    '/admin/assets/main-abc.js/x',
    '/admin/assets/fonts/a',
    '/admin/favicon.ico',
    '/admin/index.html/articles',
    '/admin/articles/x.json',
  ])('%s is a 404 problem, never the page', async (path) => {
    const answer = await serve(build)(path, { Accept: 'text/html' })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  })

  test.each(['/admin/articles/3/', '/admin/seo-meta/home', '/admin/x.1', '/admin/pages/v1.2'])(
    '%s is the page',
    async (path) => {
      expect((await serve(build)(path)).status).toBe(200)
    },
  )
})

test('without a build, the page says how to make one', async () => {
  const answer = await serve(join(build, 'missing'))('/admin')
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([503, 'no-store'])
  expect(await answer.text()).toContain('bun run panel')
})
