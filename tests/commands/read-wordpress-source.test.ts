import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { importWordpress } from '../../src/commands/import-wordpress-command.ts'
import { journalPath, loginOf } from '../../src/commands/read-wordpress-source.ts'
import { startWordPress, WORDPRESS_LOGIN } from '../moving/wordpress/fake-wordpress.ts'
import { item, menuItem, read, wxr } from '../moving/wordpress/wxr.ts'
import { startService } from '../support/app.ts'

const directory = await mkdtemp(join(tmpdir(), 'frontage-wordpress-'))
afterAll(() => rm(directory, { recursive: true }))

describe('the application password', () => {
  test('comes from the environment, or from a file that it names', async () => {
    const file = join(directory, 'password')
    await writeFile(file, 'abcd efgh\n')
    expect(await loginOf('a', { WORDPRESS_APPLICATION_PASSWORD: 'x y' })).toEqual({
      user: 'a',
      password: 'x y',
    })
    expect(await loginOf('a', { WORDPRESS_APPLICATION_PASSWORD_FILE: file })).toEqual({
      user: 'a',
      password: 'abcd efgh',
    })
    expect(await loginOf(null, { WORDPRESS_APPLICATION_PASSWORD: 'x' })).toBeNull()
  })

  test('that is missing is a wrong use of the command', async () => {
    await expect(loginOf('a', {})).rejects.toThrow('in WORDPRESS_APPLICATION_PASSWORD, or in the file')
    await expect(loginOf('a', { WORDPRESS_APPLICATION_PASSWORD_FILE: '/nowhere' })).rejects.toThrow(
      '/nowhere is not a file',
    )
  })
})

test.each([
  ['export.xml', 'export.xml.media.jsonl'],
  ['https://old.example/blog', 'old.example.media.jsonl'],
  ['http://127.0.0.1:8080', '127.0.0.1-8080.media.jsonl'],
])('the files of %s are written down in %s', (source, path) => {
  expect(journalPath(source)).toBe(path)
})

test('a live site is imported with its drafts and its menu; a second run changes nothing', async () => {
  const service = await startService()
  const source = await read(
    wxr(
      [
        item({ id: 1, title: 'Public', slug: 'public', content: 'a\n\nb' }),
        item({ id: 2, title: 'Draft', status: 'draft' }),
        item({ id: 10, type: 'page', title: 'About', slug: 'about' }),
        menuItem({ id: 20, to: ['post_type', 'page', 10] }),
      ].join(''),
    ),
  )
  const site = startWordPress({ ...source, language: 'fa-IR' })
  const run = async (address = site.url) => {
    let output = ''
    const out = new Writable({
      write(chunk, _, done) {
        output += chunk
        done()
      },
    })
    const account = { email: service.adminEmail, password: service.adminPassword, token: null }
    const code = await importWordpress({
      file: address,
      site: { login: WORDPRESS_LOGIN, allowPrivate: true },
      url: service.url,
      ...account,
      isTTY: false,
      out,
    })
    return { code, output }
  }
  try {
    const first = await run()
    expect(first, first.output).toMatchObject({ code: 0 })
    const shown = async () =>
      (await fetch(`${service.url}/api/site`)).json() as Promise<Record<string, { title: string }[]>>
    const before = await shown()
    expect(before.articles!.map(({ title }) => title)).toEqual(['Public'])
    expect(before.pages!.map(({ title }) => title)).toEqual(['About'])
    expect(before.menu).toHaveLength(1)
    expect((await run()).output).toMatch(/articles +2 +0 +2 +0 +0/)
    expect(await shown()).toEqual(before)
    const gone = await run('http://127.0.0.1:1')
    expect(gone).toEqual({
      code: 1,
      output: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be read: .*Nothing was imported\.\n$/),
    })
  } finally {
    await site.stop()
    await service.stop()
  }
})
