// Archives that are damaged, foreign, newer or hostile: refused with a sentence, and nothing is changed.
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { cp, mkdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { create, Header } from 'tar'
import { SCHEMA_VERSION } from '../../../src/moving/transfer/archive-format.ts'
import {
  cleanUp,
  createDirectory,
  type Environment,
  embedded,
  onServer,
  runExport,
  runImport,
  siteOf,
  withService,
} from './installations.ts'

let original = ''
let target: Environment = {}
let site = ''
beforeAll(async () => {
  const source = await embedded()
  await withService(source, async ({ admin }) => {
    await admin('POST', '/api/admin/faqs', { body: { question: 'Question', answer: 'Answer' } })
    await admin('POST', '/api/admin/pages', { body: { title: 'Page', body: '<p>text</p>' } })
    await admin('PATCH', '/api/admin/about/1', { body: { title: 'Changed' } })
  })
  original = join(await createDirectory(), 'archive')
  await runExport({ environment: source, path: original })
  target = await onServer()
  site = await siteOf(target)
})

let directory = ''
/** A copy of the archive that a test may damage. */
async function copy() {
  directory = join(tmpdir(), `frontage-transfer-${crypto.randomUUID()}`)
  await cp(original, directory, { recursive: true })
  return directory
}
afterEach(() => rm(directory, { recursive: true, force: true }))
afterAll(cleanUp)

async function expectRefusal(path: string, reason: RegExp, maxGb?: number) {
  const { code, output } = await runImport({ environment: target, path, ...(maxGb && { maxGb }) })
  expect(output.trim().split('\n').at(-1)).toMatch(reason)
  expect(code).toBe(1)
  expect(await siteOf(target)).toBe(site)
}

/** Changes a file of the archive together with its checksum. */
async function rewrite(path: string, name: string, change: (text: string) => string) {
  const text = change(await readFile(join(path, name), 'utf8'))
  await writeFile(join(path, name), text)
  await changeManifest(path, ({ files }) => {
    const records = text === '' ? 0 : text.trimEnd().split('\n').length
    const sha256 = new Bun.CryptoHasher('sha256').update(text).digest('hex')
    files[name] = { sha256, bytes: Buffer.byteLength(text), records }
  })
}

async function changeManifest(path: string, change: (manifest: any) => void) {
  const manifest = JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8'))
  change(manifest)
  await writeFile(join(path, 'manifest.json'), JSON.stringify(manifest))
}

test('a changed byte is noticed by its checksum', async () => {
  const path = await copy()
  const file = join(path, 'resources/faqs.ndjson')
  await writeFile(file, (await readFile(file, 'utf8')).replace('Question', 'Questiom'))
  await expectRefusal(path, /resources\/faqs\.ndjson does not match its checksum\. Nothing was imported\.$/)
})

test('a missing file is noticed', async () => {
  const path = await copy()
  await rm(join(path, 'resources/faqs.ndjson'))
  await expectRefusal(path, /is damaged: resources\/faqs\.ndjson is missing\./)
})

test('a truncated .tar.gz is refused', async () => {
  const path = await copy()
  const file = join(path, 'archive.tar.gz')
  await create({ file, cwd: path, gzip: true, portable: true }, [
    'manifest.json',
    'resources',
    'media.ndjson',
  ])
  for (const share of [0.3, 0.9]) {
    await truncate(file, Math.floor((await stat(file)).size * share))
    await expectRefusal(file, /is damaged: |is not an archive/)
  }
})

test('an archive of a newer version is refused', async () => {
  const path = await copy()
  await changeManifest(path, (manifest) => {
    manifest.schema_version = SCHEMA_VERSION + 1
  })
  await expectRefusal(
    path,
    /was made by a newer version \(schema \d+; this program has \d+\)\. Upgrade first\./,
  )
})

test('an archive in another primary language is refused, one of another region is not', async () => {
  const path = await copy()
  await changeManifest(path, (manifest) => {
    manifest.languages = ['de', 'en']
  })
  await expectRefusal(
    path,
    /primary language is de in the archive and fa here\. .* SITE_PRIMARY_LANGUAGE=de\. Nothing was imported\.$/,
  )
  await changeManifest(path, (manifest) => {
    manifest.languages = ['fa-AF', 'en']
  })
  expect(await runImport({ environment: await onServer(), path })).toMatchObject({ code: 0 })
})

test('a name that only looks like an archive is refused', async () => {
  const path = join(await createDirectory(), 'site.zip')
  const { code, output } = await runExport({ environment: target, path })
  expect({ code, output }).toEqual({ code: 1, output: `${path} must end in .tar.gz, or name a directory.\n` })
})

test('another directory or file is not an archive', async () => {
  const path = await copy()
  await rm(join(path, 'manifest.json'))
  await expectRefusal(path, /is not an archive of this program: it has no manifest\.json\./)
  await writeFile(join(path, 'file.tar.gz'), 'not a gzip file')
  await expectRefusal(join(path, 'file.tar.gz'), /is damaged|is not an archive/)
  await expectRefusal(join(path, 'nowhere'), /does not exist\.$/)
})

/** A tar file with one entry of any name and type, after a valid manifest. */
async function tarWith(path: string, entry: { path: string; type: string; linkpath?: string }, body = '') {
  const blocks: Buffer[] = []
  const add = (values: object, content: string) => {
    const size = Buffer.byteLength(content)
    const header = Buffer.alloc(512)
    new Header({ mode: 0o644, uid: 0, gid: 0, mtime: new Date(0), size, ...values } as never).encode(header)
    blocks.push(header, Buffer.from(content), Buffer.alloc((512 - (size % 512)) % 512))
  }
  add({ path: 'manifest.json', type: 'File' }, await readFile(join(path, 'manifest.json'), 'utf8'))
  add(entry, body)
  const file = join(path, 'hostile.tar.gz')
  await writeFile(file, gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)])))
  return file
}

test.each([
  { path: '../outside.txt', type: 'File' },
  { path: 'media/../../outside.txt', type: 'File' },
  { path: '/tmp/outside.txt', type: 'File' },
  { path: 'media/2026/01/.hidden', type: 'File' },
  { path: 'media/link.jpg', type: 'SymbolicLink', linkpath: '/etc/passwd' },
  { path: 'media/link.jpg', type: 'Link', linkpath: '/etc/passwd' },
  { path: 'other.txt', type: 'File' },
])('a tar entry $type $path is refused', async (entry) => {
  const path = await copy()
  const file = await tarWith(path, entry, entry.type === 'File' ? 'x' : '')
  await expectRefusal(file, /is damaged: it contains ".*", which is not part of an archive\./)
  expect(await Bun.file(join(tmpdir(), 'outside.txt')).exists()).toBe(false)
})

test.each([
  ['above the limit', 21e9, 20, /unpacks to 21\.0 GB or more, above the limit of 20 GB\. .* --max-gb/],
  ['larger than the free space', 900_000e9, 999_999, /unpacks to 900000\.0 GB, but only .* are free in /],
])('an archive that is %s when unpacked is refused before it is', async (_, bytes, maxGb, reason) => {
  const path = await copy()
  await changeManifest(path, ({ files }) => {
    files['media/2026/01/large.webp'] = { sha256: '0'.repeat(64), bytes, records: null }
  })
  const file = await tarWith(path, { path: 'media/2026/01/large.webp', type: 'File' }, 'x')
  await expectRefusal(file, reason, maxGb)
})

test('a tar entry of another size than the manifest says is refused, and one that comes twice', async () => {
  const path = await copy()
  const entry = { path: 'resources/pages.ndjson', type: 'File' }
  const larger = await tarWith(path, entry, 'x'.repeat(100_000))
  await expectRefusal(larger, /resources\/pages\.ndjson has 100000 bytes instead of \d+\./)
  const file = join(path, 'twice.tar.gz')
  const names = ['manifest.json', entry.path, entry.path]
  await create({ file, cwd: path, gzip: true, portable: true }, names)
  await expectRefusal(file, /is damaged: it contains resources\/pages\.ndjson twice\./)
})

test('a link in a directory is not followed', async () => {
  const path = await copy()
  const file = join(path, 'resources/faqs.ndjson')
  const elsewhere = join(path, 'elsewhere')
  await mkdir(elsewhere)
  await cp(file, join(elsewhere, 'faqs'))
  await rm(file)
  await symlink(join(elsewhere, 'faqs'), file)
  await expectRefusal(path, /resources\/faqs\.ndjson is not a regular file\./)
})

test('a manifest that names files outside the archive is refused', async () => {
  const path = await copy()
  await changeManifest(path, ({ files }) => {
    files['../secret'] = files['media.ndjson']
  })
  await expectRefusal(path, /it lists "\.\.\/secret", which is not part of an archive\./)
})

test('an invalid record is refused by its id and field, and no other record is imported', async () => {
  const path = await copy()
  await rewrite(path, 'resources/pages.ndjson', (text) =>
    text.replace('"slug":"page"', '"slug":"not a slug"'),
  )
  await expectRefusal(path, /resources\/pages\.ndjson: record 1 is invalid: slug: /)
})

test('unknown fields are refused', async () => {
  const path = await copy()
  await rewrite(path, 'resources/pages.ndjson', (text) => text.replace('"slug":', '"colour":"red","slug":'))
  await expectRefusal(path, /record 1 is invalid: colour: unknown field/)
})

test('records that refer to each other in a circle are refused', async () => {
  const path = await copy()
  const line = (id: number, parent: number) =>
    JSON.stringify({
      id,
      version: 1,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
      position: id,
      label: `${id}`,
      url: '/',
      parent_id: parent,
      location: 'header',
      opens_new_tab: false,
    })
  await rewrite(path, 'resources/menu.ndjson', () => `${line(1, 2)}\n${line(2, 1)}\n`)
  await expectRefusal(path, /resources\/menu\.ndjson has records .* that refer to each other in a circle\./)
})

test('markup of a record is sanitized as in any write', async () => {
  const path = await copy()
  await rewrite(path, 'resources/pages.ndjson', (text) =>
    text.replace('<p>text</p>', '<p>text</p><script>pwned()</script>'),
  )
  const environment = await onServer()
  expect(await runImport({ environment, path })).toMatchObject({ code: 0 })
  const body = await siteOf(environment)
  expect(body).toContain('<p>text</p>')
  expect(body).not.toContain('pwned')
})

test('a file that is not the image its record says is refused', async () => {
  const path = await copy()
  const bytes = '<html><script>alert(1)</script></html>'
  const image = {
    id: 1,
    version: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    state: 'ready',
    path: '2026/01/page.html',
    mime: 'text/html',
    width: 1,
    height: 1,
    size: bytes.length,
    alt: null,
    title: null,
    uploaded_by: null,
  }
  await mkdir(join(path, 'media/2026/01'), { recursive: true })
  await writeFile(join(path, 'media/2026/01/page.html'), bytes)
  await rewrite(path, 'media.ndjson', () => `${JSON.stringify(image)}\n`)
  await changeManifest(path, ({ files }) => {
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    files['media/2026/01/page.html'] = { sha256, bytes: bytes.length, records: null }
  })
  await expectRefusal(path, /The file 2026\/01\/page\.html is invalid: The file is not a JPEG/)
})
