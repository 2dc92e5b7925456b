// The bundle that the image runs, in a folder that has nothing but what the image has.
import { afterAll, expect, test } from 'bun:test'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleService } from '../../deploy/image/bundle-service.ts'
import { noise } from '../support/images.ts'
import { startProcess } from '../support/service.ts'

const root = join(import.meta.dir, '../..')
const ADMIN = { email: 'admin@example.com', password: 'a password for the bundle' }

const directory = await mkdtemp(join(tmpdir(), 'frontage-bundle-'))
const app = join(directory, 'app')
await bundleService(app)
for (const path of ['package.json', 'drizzle'])
  await cp(join(root, path), join(app, path), { recursive: true })
await mkdir(join(app, 'dist/panel'), { recursive: true })
await Bun.write(join(app, 'dist/panel/index.html'), '<title>the panel</title>')
const service = await startProcess(
  { DATA_DIR: join(directory, 'data'), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  join(app, 'src/main.ts'),
)
const login = await fetch(`${service.url}/api/auth/login`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(ADMIN),
})
const { token } = (await login.json()) as { token: string }
const headers = { Authorization: `Bearer ${token}` }

afterAll(async () => {
  await service?.stop()
  await rm(directory, { recursive: true, force: true })
})

test('it serves the website with its styles and fonts, the panel and the API reference', async () => {
  const page = await (await fetch(`${service.url}/`)).text()
  expect(page).toContain('<html')
  const files = [...page.matchAll(/(?:href|url\()="?(\/(?:styles|fonts)\/[^")]+)/g)].map(([, path]) => path!)
  expect(files.some((path) => path.startsWith('/fonts/'))).toBe(true)
  for (const path of [
    '/admin',
    '/api/docs',
    '/api/docs/start.js',
    '/api/docs/start.css',
    ...new Set(files),
  ]) {
    expect([path, (await fetch(`${service.url}${path}`)).status]).toEqual([path, 200])
  }
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css'])
    expect((await fetch(`${service.url}/api/docs/${file}`)).status).toBe(200)
  expect(await (await fetch(`${service.url}/api/openapi.json`)).json()).toHaveProperty('openapi')
})

test('it sanitizes a long text, which takes a thread', async () => {
  const content = `<p onclick="x()">long</p>${'<p>text</p>'.repeat(7_000)}`
  const response = await fetch(`${service.url}/api/admin/articles`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'long', content }),
  })
  expect(response.status).toBe(201)
  expect(((await response.json()) as { content: string }).content).toStartWith('<p>long</p><p>text</p>')
})

test('it converts an image', async () => {
  const form = new FormData()
  const jpeg = new Uint8Array(await noise(800, 600).jpeg().toBuffer())
  form.set('file', new Blob([jpeg]), 'picture.jpg')
  const uploaded = await fetch(`${service.url}/api/admin/upload`, { method: 'POST', headers, body: form })
  expect(uploaded.status).toBe(201)
})

test('stack traces name the sources', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', JWT_SECRET: 'x'.repeat(32), PORT: '0' }
  const { stdout } = Bun.spawnSync([process.execPath, join(directory, 'app/src/main.ts'), 'serve'], { env })
  expect(JSON.parse(stdout.toString()).err.stack).toContain('src/platform/db/migrate.ts:')
})

test('it draws the icon of a service', async () => {
  const created = await fetch(`${service.url}/api/admin/services`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Transport', icon: 'truck' }),
  })
  expect(created.status).toBe(201)
  expect(await (await fetch(`${service.url}/services`)).text()).toContain('<svg class="icon"')
})
