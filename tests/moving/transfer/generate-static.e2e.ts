import { afterEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateStaticSite } from '../../../src/commands/generate-static-command.ts'
import { fillWithDemo } from '../../../src/content/demo/load-demo.ts'
import { addDemoImages } from '../../../src/media/demo-images.ts'
import { storeFile } from '../../../src/media/store-file.ts'
import { staticFile, staticLink } from '../../../src/moving/transfer/static-links.ts'
import { collectOutput } from '../../support/collect-output.ts'
import { pdf } from '../../support/pdfs.ts'
import { cleanUp, createDirectory, embedded, onServer, withService } from './installations.ts'

afterEach(cleanUp)

async function generate(environment: Record<string, string>, frontend: string | null = null) {
  const { out, output } = collectOutput()
  const directory = join(await createDirectory(), 'public')
  const code = await generateStaticSite({ directory, frontend, environment, out, isTTY: false })
  const read = (name: string) => readFile(join(directory, name), 'utf8')
  return { code, output: output(), directory, read }
}

test('the demo site becomes files in both languages, whose links lead to files; dead links are listed', async () => {
  const environment = await onServer()
  await withService(environment, async ({ deps, admin }) => {
    const { mediaBase, url: siteUrl } = deps.config.site
    await fillWithDemo({ database: deps.database, clock: deps.clock, mediaBase, siteUrl })
    await addDemoImages(deps.media)
    for (let number = 1; number <= 12; number++) {
      const article = { title: `مقاله ${number}`, title_en: `More ${number}`, slug: `more-${number}` }
      const published = { status: 'published', published_at: '2026-01-01T00:00:00Z' }
      await admin('POST', '/api/admin/articles', { body: { ...article, ...published } })
    }
    await admin('POST', '/api/admin/redirects', { body: { from_path: '/old', to_path: '/blog/more-1' } })
    await admin('POST', '/api/admin/articles', { body: { title: 'A secret draft', slug: 'draft' } })
    const ctx = { ...deps.media, actor: { kind: 'system', name: 'test' } as const }
    const brochure = { name: 'brochure', month: '2024/05', alt: null, title: null }
    await storeFile(ctx, { ...brochure, bytes: pdf() })
    const linking = {
      title: 'با کاتالوگ',
      slug: 'brochure',
      content: `<p><a href="/media/2024/05/brochure.pdf">a</a></p>`,
    }
    await admin('POST', '/api/admin/articles', { body: { ...linking, status: 'published' } })
    const gone = { title: 'با پیوند مرده', slug: 'gone', content: '<p><a href="/gone">gone</a></p>' }
    await admin('POST', '/api/admin/articles', { body: { ...gone, status: 'published' } })
  })
  const { code, output, read, directory } = await generate(environment)
  expect(output.match(/^dead link .*$/gm)).toEqual(['dead link /gone (/blog/gone)'])
  expect(code).toBe(1)

  expect(await read('blog/index.html')).toContain('href="/blog/page/2/"')
  const page = await read('en/blog/more-1/index.html')
  expect(page).toContain('<link rel="canonical" href="https://www.example.com/en/blog/more-1/">')
  expect(page).toContain('hreflang="fa" href="https://www.example.com/blog/more-1/"')
  for (const file of [
    'en/blog/page/2/index.html',
    'projects/index.html',
    'en/projects/index.html',
    '404.html',
  ])
    expect(await read(file)).toContain('<!doctype html>')
  for (const file of ['blog/index.html', 'sitemap.xml', 'blog/feed.xml', '404.html', 'en/blog/index.html'])
    expect(await read(file)).not.toMatch(/(?:href="|<loc>)[^"<]*[?&]lang=en/)
  expect(await read('sitemap.xml')).toContain('<loc>https://www.example.com/en/blog/more-1/</loc>')
  expect(await read('en/blog/feed.xml')).toContain('href="https://www.example.com/en/blog/more-1/"')
  expect(JSON.parse(await read('site.json')).articles.length).toBeGreaterThan(12)
  expect(await read('robots.txt')).toContain('Sitemap: https://www.example.com/sitemap.xml')
  expect(await read('_redirects')).toMatch(/^\/old\/ \/blog\/more-1\/ 301$/m)
  expect(await read('_redirects')).toMatch(/^\/en\/old\/ \/en\/blog\/more-1\/ 301$/m)
  expect(await read('old/index.html')).toContain('content="0; url=/blog/more-1/"')
  expect(await read('index.html')).toContain('href="/services/procurement/"')
  expect(await read('blog/category/engineering/index.html')).toContain('sizing-pumps-right')
  expect(existsSync(join(directory, 'media/2024/05/gearbox-loading.jpg'))).toBe(true)
  expect(await read('blog/brochure/index.html')).toContain('href="/media/2024/05/brochure.pdf"')
  expect(await read('media/2024/05/brochure.pdf')).toStartWith('%PDF-')
  expect(existsSync(join(directory, 'blog/draft'))).toBe(false)
  expect(await read('site.json')).not.toContain('A secret draft')
})

test('a site whose links all lead somewhere exits with 0; the pages of a frontend count', async () => {
  const environment = await embedded()
  await withService(environment, async ({ admin }) => {
    const page = { title: 'Jobs', slug: 'jobs', body: '<p><a href="/careers">open positions</a></p>' }
    await admin('POST', '/api/admin/pages', { body: page })
  })
  expect(await generate(environment)).toMatchObject({ code: 1 })
  const frontend = await createDirectory()
  await mkdir(join(frontend, 'careers'))
  for (const file of ['index.html', 'careers/index.html'])
    await writeFile(join(frontend, file), '<!doctype html>frontend')
  const { code, output, read } = await generate(environment, frontend)
  expect(output).not.toContain('dead link')
  expect(code).toBe(0)
  expect(await read('index.html')).toBe('<!doctype html>frontend')
})

test.each([
  ['/blog', '/blog/', 'blog/index.html'],
  ['/blog?page=2&lang=en', '/en/blog/page/2/', 'en/blog/page/2/index.html'],
  ['/?lang=en', '/en/', 'en/index.html'],
  ['/blog?tag=a%20b&lang=en&page=2', '/en/blog/tag/a%20b/page/2/', 'en/blog/tag/a b/page/2/index.html'],
  ['/blog/feed.xml?lang=en', '/en/blog/feed.xml', 'en/blog/feed.xml'],
  ['https://www.example.com/projects/a#b', '/projects/a/', 'projects/a/index.html'],
  [
    '/media/2026/01/a.jpg?w=640&ratio=16x9&f=auto&v=aqko9a',
    '/media/2026/01/derived/a.jpg/640-16x9-aqko9a.webp',
    'media/2026/01/derived/a.jpg/640-16x9-aqko9a.webp',
  ],
  [
    '/media/2026/01/a.jpg?w=640',
    '/media/2026/01/derived/a.jpg/640.jpg',
    'media/2026/01/derived/a.jpg/640.jpg',
  ],
  ['/media/2026/01/a.jpg?lang=en', '/media/2026/01/a.jpg', 'media/2026/01/a.jpg'],
])('%s is at %s', (link, path, file) => {
  const target = staticLink(link, { siteUrl: 'https://www.example.com', from: '/' })
  expect(target?.path).toBe(path)
  expect(staticFile(path)).toBe(file)
})

test('links elsewhere stay, and no link leaves the directory', () => {
  const from = { siteUrl: 'https://www.example.com', from: '/blog' }
  for (const link of ['https://other.example/x', '//other.example/x', 'mailto:a@b.c', '#top'])
    expect(staticLink(link, from)).toBeNull()
  expect(staticLink('https://www.example.com.evil.example/', from)).toBeNull()
  for (const path of ['/%2e%2e/x', '/a%2f..%2fb/', '/a%00b/', '/.git/config', `/${'a'.repeat(256)}/`])
    expect(staticFile(path)).toBeNull()
})
