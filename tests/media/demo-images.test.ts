import { expect, test } from 'bun:test'
import { fillWithDemo } from '../../src/content/demo/load-demo.ts'
import { addDemoImages } from '../../src/media/demo-images.ts'
import { startApp } from '../support/app.ts'

test('stores every image of the demo site once', async () => {
  await using app = await startApp()
  const { database, clock, media, config } = app.deps
  await fillWithDemo({ database, clock, mediaBase: config.site.mediaBase, siteUrl: config.site.url })
  await addDemoImages(media)
  await addDemoImages(media)
  const { body: site } = await app.anyone('GET', '/api/site')
  const shown = new Set(JSON.stringify(site).match(/\/media\/[^"\\ ]+/g))
  expect(shown.size).toBe(4)
  for (const url of shown) {
    const { status, headers } = await app.anyone('GET', url)
    expect([url, status, headers.get('Content-Type')]).toEqual([url, 200, 'image/jpeg'])
  }
  const { body } = await app.admin('GET', '/api/admin/media')
  expect(body.total).toBe(4)
  expect(body.items.every(({ alt }: { alt: string }) => alt.length > 10)).toBe(true)
})
