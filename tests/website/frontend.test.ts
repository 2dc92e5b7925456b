// A frontend of one's own: its document around the pages, and the files of its build.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { FrontendFiles, isUnchanged } from '../../src/website/frontend-files.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { attribute, parseHtml, textOf } from '../support/html.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'frontage-frontend-')))
afterAll(() => rmSync(root, { recursive: true }))

const write = (path: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

const SCRIPT = `export const text = '${'a long text '.repeat(300)}'`
const INDEX = `<!doctype html><html><head><title>Plain</title><script type="module" src="/assets/index-B3xk9a_Q.js"></script></head><body><div id="app"></div></body></html>`
const LARGE = new Uint8Array(4 * 1_048_576 + 10).map((_, index) => index % 251)

write('secret.txt', 'outside the build')
write('dist/index.html', INDEX)
write('dist/assets/index-B3xk9a_Q.js', SCRIPT)
write('dist/assets/logo.svg', `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(600)}</svg>`)
write('dist/assets/photo-20240115.jpg', 'jpeg')
write('dist/film.mp4', LARGE)
write('dist/.env', 'KEY=1')
write('dist/.well-known/security.txt', 'Contact: mailto:a@example.com')
write('dist/راهنما.txt', 'help')
symlinkSync(join(root, 'secret.txt'), join(root, 'dist/link.txt'))
symlinkSync(root, join(root, 'dist/up'))
symlinkSync(join(root, 'dist'), join(root, 'current'))

let site: TestApp
// The API document does not know the frontend's paths, so answers are not compared with it.
let app: ReturnType<typeof createApp>
beforeAll(async () => {
  site = await startApp({ SPA_DIR: join(root, 'current'), SITE_PAGES: 'home blog contact' })
  app = createApp(site.deps, () => '192.0.2.1')
  await site.admin('POST', '/api/admin/redirects', { body: { from_path: '/old', to_path: '/blog' } })
})
afterAll(() => site?.[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(path, { headers: { Accept: 'text/html', ...headers } })

describe('with SPA_DIR', () => {
  test('the pages are rendered into its index.html', async () => {
    for (const [path, heading] of [
      ['/', 'localhost'],
      ['/contact?lang=en', 'Contact us'],
    ]) {
      const page = parseHtml(await (await get(path!)).text())
      expect(textOf(page.one('h1'))).toBe(heading!)
      expect(attribute(page.one('script', { type: 'module' }), 'src')).toBe('/assets/index-B3xk9a_Q.js')
      expect(page.all('link', { rel: 'canonical' })).toHaveLength(1)
    }
  })

  test('any other path is its plain index.html, also that of a page left out by SITE_PAGES', async () => {
    for (const path of ['/somewhere', '/deep/er/', '/about', '/services/x', '/index.html/x']) {
      const response = await get(path)
      expect([path, response.status, await response.text()]).toEqual([path, 200, INDEX])
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      const etag = response.headers.get('ETag')!
      expect((await get(path, { 'If-None-Match': etag })).status).toBe(304)
    }
    expect((await get('/somewhere', { Accept: '*/*' })).status).toBe(200)
  })

  test('a missing file, an unknown record, an API path and another media type are 404', async () => {
    for (const path of ['/assets/gone-B3xk9a_Q.js', '/blog/nothing', '/api/nothing'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    expect((await get('/somewhere', { Accept: 'application/json' })).status).toBe(404)
    expect((await app.request('/somewhere', { method: 'POST' })).status).toBe(404)
  })

  test('redirects of editors go before the plain document', async () => {
    const response = await get('/old')
    expect([response.status, response.headers.get('Location')]).toEqual([301, '/blog'])
  })

  test('hashed files are immutable, others revalidate', async () => {
    const cacheOf = async (path: string) => (await get(path)).headers.get('Cache-Control')
    expect(await cacheOf('/assets/index-B3xk9a_Q.js')).toBe('public, max-age=31536000, immutable')
    for (const path of ['/assets/logo.svg', '/assets/photo-20240115.jpg', '/film.mp4'])
      expect(await cacheOf(path)).toBe('public, max-age=0, must-revalidate')
  })

  test.each(['br', 'gzip'])('files are served in %s', async (encoding) => {
    const response = await get('/assets/index-B3xk9a_Q.js', { 'Accept-Encoding': encoding })
    expect(response.headers.get('Content-Encoding')).toBe(encoding)
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    const bytes = await response.bytes()
    expect(bytes.length).toBeLessThan(SCRIPT.length / 10)
    const decoded = encoding === 'gzip' ? Bun.gunzipSync(new Uint8Array(bytes)) : null
    if (decoded) expect(new TextDecoder().decode(decoded)).toBe(SCRIPT)
  })

  test('types come from the names of the files', async () => {
    for (const [path, type] of [
      ['/assets/index-B3xk9a_Q.js', 'text/javascript;charset=utf-8'],
      ['/assets/logo.svg', 'image/svg+xml'],
      [`/${encodeURIComponent('راهنما')}.txt`, 'text/plain;charset=utf-8'],
      ['/.well-known/security.txt', 'text/plain;charset=utf-8'],
    ]) {
      const { headers } = await get(path!)
      expect([path, headers.get('Content-Type'), headers.get('X-Content-Type-Options')]).toEqual([
        path!,
        type!,
        'nosniff',
      ])
    }
  })

  test('large files are streamed, in ranges', async () => {
    const whole = await get('/film.mp4')
    expect(await whole.bytes()).toEqual(LARGE)
    const part = await get('/film.mp4', { Range: 'bytes=10-19' })
    expect([part.status, part.headers.get('Content-Range')]).toEqual([206, `bytes 10-19/${LARGE.length}`])
    expect(await part.bytes()).toEqual(LARGE.slice(10, 20))
    expect((await get('/film.mp4', { Range: `bytes=${LARGE.length}-` })).status).toBe(416)
    expect((await get('/film.mp4', { 'If-None-Match': whole.headers.get('ETag')! })).status).toBe(304)
  })

  test('nothing outside the build is served: links, hidden files, climbing paths', async () => {
    for (const path of [
      '/link.txt',
      '/up/secret.txt',
      '/.env',
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%5c..%5csecret.txt',
      '/assets//../../secret.txt',
      '//secret.txt',
      '/assets/%00/logo.svg',
    ]) {
      const response = await get(path)
      const text = await response.text()
      expect({ path, leaks: /outside the build|KEY=1/.test(text) }).toEqual({ path, leaks: false })
      expect(response.status).not.toBe(500)
    }
  })

  test('a large file that was replaced by a link is gone', async () => {
    write('dist/swapped.bin', LARGE)
    const files = await FrontendFiles.open(join(root, 'dist'), { version: '1', onError: () => {} })
    const file = (await files.find('/swapped.bin', '1'))!
    rmSync(join(root, 'dist/swapped.bin'))
    symlinkSync(join(root, 'dist/film.mp4'), join(root, 'dist/swapped.bin'))
    expect(await isUnchanged(file)).toBe(false)
    rmSync(join(root, 'dist/swapped.bin'))
  })

  test('a new build is served once its index.html has changed; the old hashed files stay', async () => {
    const files = await FrontendFiles.open(join(root, 'dist'), { version: '1', onError: () => {} })
    rmSync(join(root, 'dist/assets/logo.svg'))
    rmSync(join(root, 'dist/assets/index-B3xk9a_Q.js'))
    write('dist/assets/index-C4yl0b_R.js', 'new')
    const names = ['/assets/index-B3xk9a_Q.js', '/assets/index-C4yl0b_R.js', '/assets/logo.svg']
    const found = (version: string) =>
      Promise.all(names.map(async (name) => (await files.find(name, version)) !== null))
    expect(await found('1')).toEqual([true, false, true])
    expect(await found('2')).toEqual([true, true, false])
  })
})

test('a directory that cannot be read stops the start with its name', async () => {
  const opened = FrontendFiles.open(join(root, 'none'), { version: '1', onError: () => {} })
  await expect(opened).rejects.toThrow(`SPA_DIR ${join(root, 'none')} cannot be read (ENOENT)`)
})
