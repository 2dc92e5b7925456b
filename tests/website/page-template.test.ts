import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../src/platform/log.ts'
import { parseTemplate, TemplateFile } from '../../src/website/render/page-template.ts'
import { Languages } from '../../src/website/view/language.ts'
import { attribute, parseHtml, textOf } from '../support/html.ts'

const directory = mkdtempSync(join(tmpdir(), 'frontage-template-'))
const log = createLog('silent')
afterAll(() => rmSync(directory, { recursive: true }))

const SPA = `\uFEFF<!doctype html>
<html lang="en" class="app"><head>
<meta charset="utf-8"><title>Old</title>
<meta name="Description" content="old"><META PROPERTY="og:title" CONTENT="old"><meta name="twitter:card" content="old">
<link rel="canonical" href="/old"><link rel="alternate" hreflang="en" href="/old"><link rel="icon" href="/icon.png">
<script type="application/ld+json">{"old":1}</script>
<script>window.flag = "&amp;"\r\n</script>
<link rel="stylesheet" href="/a.css" media="print" onload="this.media=&quot;all&quot;">
<script type="module" src="/assets/main.js"></script>
</head><body><svg><title>drawing</title></svg><div id="app"><p>Loading</p><div></div></div><div id="root">other</div></body></html>`

const persian = new Languages(['fa']).primary
const parts = { language: persian, head: '<title>New $& $1</title>', content: '<main>New $$</main>' }

describe('a template', () => {
  const page = parseHtml(parseTemplate(SPA).fill(parts))

  test('takes language, head and content', () => {
    const root = page.one('html')
    expect([attribute(root, 'lang'), attribute(root, 'dir'), attribute(root, 'class')]).toEqual([
      'fa',
      'rtl',
      'app',
    ])
    expect(page.all('title').map(textOf)).toEqual(['drawing', 'New $& $1'].toSorted())
    expect(textOf(page.one('div', { id: 'app' }))).toBe('New $$')
    expect(textOf(page.one('div', { id: 'root' }))).toBe('other')
  })

  test('loses the tags that every page has, and keeps the rest', () => {
    expect(['description', 'og:title', 'twitter:card'].map(page.meta)).toEqual([null, null, null])
    expect(page.all('link').map((link) => attribute(link, 'rel'))).toEqual(['icon', 'stylesheet'])
    expect(page.all('script')).toHaveLength(2)
  })

  test('allows its own inline code in the policy', () => {
    const hash = (text: string) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`
    expect(parseTemplate(SPA).policy([])).toBe(
      `script-src 'self' https: ${hash('window.flag = "&amp;"\n')} 'unsafe-hashes' ${hash('this.media="all"')}; ` +
        "object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
    )
  })
})

test.each([
  ['<head></head><div id=root></div>', 'has no <html> tag'],
  ['<html><body><div id=root></div></body></html>', 'has no <head>'],
  ['<html><head><body><div id=root></div></body></html>', 'has no <head>'],
  ['<html><head></head><body><div id=main></div></body></html>', 'has no root element'],
  ['<html><head></head><body><!-- <div id=root></div> --></body></html>', 'has no root element'],
])('%s %s', (document, problem) => {
  expect(() => parseTemplate(document)).toThrow(problem)
})

test.each(['<div id=root>', '<main id=app>', '<section data-root>'])('%s is a root element', (tag) => {
  const name = tag.match(/\w+/)![0]
  const filled = parseTemplate(`<html><head></head><body>${tag}</${name}></body></html>`).fill(parts)
  expect(filled).toContain(`${tag}<main>New $$</main></${name}>`)
})

describe('a template file', () => {
  test('that is missing or invalid is an error with the path', async () => {
    const path = join(directory, 'bad.html')
    await expect(TemplateFile.open(path, log)).rejects.toThrow(
      `SPA_INDEX: must be the index.html of a built frontend, such as /srv/frontend/dist/index.html; ${path} does not exist`,
    )
    await expect(TemplateFile.open(path, log, { setting: 'SPA_DIR' })).rejects.toThrow(
      `SPA_DIR: must be the directory of a built frontend with its index.html, such as /srv/frontend/dist; ${path} does not exist`,
    )
    writeFileSync(path, '<html><head></head></html>')
    await expect(TemplateFile.open(path, log)).rejects.toThrow(`${path} has no root element`)
  })

  test('is reloaded when it changes; an invalid version is ignored', async () => {
    const path = join(directory, 'index.html')
    writeFileSync(path, SPA)
    const file = await TemplateFile.open(path, log, { everyMs: 0 })
    const first = await file.current()
    expect(await file.current()).toBe(first)
    writeFileSync(path, '<html>')
    expect(await file.current()).toBe(first)
    writeFileSync(path, SPA.replace('class="app"', 'class="new app"'))
    const second = await file.current()
    expect(second.version).not.toBe(first.version)
    expect(second.fill(parts)).toContain('class="new app"')
    rmSync(path)
    expect(await file.current()).toBe(second)
  })
})

test('the policy of the built-in template allows no scripts', async () => {
  const template = await (await TemplateFile.open(null, log)).current()
  expect(template.policy([])).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src \* data:; /)
})
