// The demo site on a port, and the addresses of its kinds of pages, for drives.
import { createApp } from '../../src/app.ts'
import { fillWithDemo } from '../../src/content/demo/load-demo.ts'
import { addDemoImages } from '../../src/media/demo-images.ts'
import { startApp } from '../support/app.ts'

const PATHS = [
  ...['/', '/about', '/services', '/services/procurement', '/investment', '/gallery', '/contact'],
  ...['/projects', '/projects/east-treatment-plant-pumps', '/pages/privacy'],
  ...[
    '/blog',
    '/blog?category=engineering',
    `/blog?tag=${encodeURIComponent('پمپ')}`,
    '/blog?q=pump',
    '/search',
    '/search?q=pump',
    '/blog/sizing-pumps-right',
  ],
]

/** One page of each kind, in both languages. */
export const pageAddresses: readonly string[] = PATHS.flatMap((path) => [path, inEnglish(path)])

export function inEnglish(path: string) {
  return `${path}${path.includes('?') ? '&' : '?'}lang=en`
}

export async function startDemoWebsite() {
  // Listens first, because the pages contain the address.
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(null, { status: 503 }),
  })
  const url = `http://127.0.0.1:${server.port}`
  const site = await startApp({ SITE_URL: url })
  const { database, clock, config, media } = site.deps
  await fillWithDemo({ database, clock, mediaBase: config.site.mediaBase, siteUrl: config.site.url })
  await addDemoImages(media)
  server.reload({ fetch: createApp(site.deps).fetch })
  return {
    url,
    async stop() {
      await server.stop(true)
      await site[Symbol.asyncDispose]()
    },
  }
}
