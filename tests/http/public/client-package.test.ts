// GET /client.tgz, which tests/client installs with npm.
import { afterAll, expect, test } from 'bun:test'
import packageJson from '../../../package.json' with { type: 'json' }
import { startApp } from '../../support/app.ts'

const app = await startApp()
afterAll(() => app[Symbol.asyncDispose]())

test('the package has the version of the service, an ETag, and the same bytes each time it is built', async () => {
  await using other = await startApp()
  const [answer, again] = await Promise.all([app, other].map(({ app }) => app.request('/client.tgz')))
  expect(answer!.status).toBe(200)
  expect(answer!.headers.get('Content-Type')).toBe('application/gzip')
  expect(again!.headers.get('ETag')).toBe(answer!.headers.get('ETag'))
  const files = await new Bun.Archive(await answer!.arrayBuffer()).files()
  const manifest = JSON.parse(await files.get('package/package.json')!.text())
  expect(manifest).toMatchObject({ name: 'frontage', version: packageJson.version })
  const headers = { 'If-None-Match': again!.headers.get('ETag')! }
  expect((await app.app.request('/client.tgz', { headers })).status).toBe(304)
})

test('takes no parameters', async () => {
  const { status, body } = await app.anyone('GET', '/client.tgz?v=1')
  expect([status, body.code]).toEqual([422, 'validation_failed'])
})
