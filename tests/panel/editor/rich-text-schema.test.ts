// The editor's schema against the sanitizer's allow-list: what the editor writes is what the sanitizer stores.
import { expect, test } from 'bun:test'
import { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { serializeHtml } from '../../../src/panel/editor/serialize-html.ts'
import { sanitizeRichText } from '../../../src/platform/security/sanitize-rich-text.ts'
import { ATTRIBUTES, TAGS } from '../../../src/text/rich-text-allow-list.ts'
import { documents, schema } from './random-documents.ts'

const sanitize = (html: string) => sanitizeRichText(html, { mediaBase: 'https://cdn.example.com' })
const written = (content: object[]) => serializeHtml(Node.fromJSON(schema, { type: 'doc', content }))

test('the sanitizer stores what the editor writes, byte for byte', () => {
  fc.assert(
    fc.property(documents, (doc) => {
      const html = serializeHtml(doc)
      expect(sanitize(html)).toBe(html)
    }),
    { numRuns: 200 },
  )
})

const types = [...Object.values(schema.nodes), ...Object.values(schema.marks)]
const rules = types.flatMap((type) => (type.spec.parseDOM ?? []).map(({ tag = '' }) => ({ tag, type })))
const parsedTags = new Set(rules.flatMap(({ tag }) => tag.split(', ').map((it) => it.replace(/[:[].*/, ''))))

test('the editor knows every tag that may be stored', () => {
  const readByTheTable = ['col', 'colgroup', 'tbody', 'tfoot', 'thead']
  expect(TAGS.filter((tag) => !parsedTags.has(tag))).toEqual(readByTheTable)
})

test('the editor keeps every attribute that may be stored', () => {
  const keeps = (tag: string, name: string) =>
    rules.some((rule) => rule.tag.split(/\[|, /)[0] === tag && rule.type.spec.attrs?.[name] !== undefined)
  const lost = Object.entries(ATTRIBUTES).flatMap(([tag, names]) =>
    names.filter((name) => !keeps(tag === '*' ? 'p' : tag, name)).map((name) => `${tag} ${name}`),
  )
  // The first two say nothing if they have no widths; the third is `src` in the editor, with `isLeftOut`.
  expect(lost).toEqual(['col span', 'colgroup span', 'img data-foreign-src'])
})

test('every node and mark keeps direction and language', () => {
  const without = types.filter(({ spec }) => spec.toDOM && !(spec.attrs?.dir && spec.attrs?.lang))
  expect(without.map(({ name }) => name)).toEqual(['hardBreak', 'wordBreak'])
})

test('an empty document is the empty string', () => {
  expect(written([{ type: 'paragraph' }])).toBe('')
  expect(written([{ type: 'paragraph' }, { type: 'paragraph' }])).toBe('<p></p><p></p>')
})

const line = (value: string) => ({ type: 'paragraph', content: [{ type: 'text', text: value }] })
const cell = (type: string, value: string) => ({ type, content: [line(value)] })

test('items and cells with a single paragraph are written without its tag', () => {
  const nested = { type: 'bulletList', content: [{ type: 'listItem', content: [line('b')] }] }
  expect(
    written([{ type: 'bulletList', content: [{ type: 'listItem', content: [line('a'), nested] }] }]),
  ).toBe('<ul><li>a<ul><li>b</li></ul></li></ul>')
  expect(
    written([{ type: 'bulletList', content: [{ type: 'listItem', content: [line('a'), line('b')] }] }]),
  ).toBe('<ul><li><p>a</p><p>b</p></li></ul>')
})

test('rows of header cells at the top are the head of a table, rows from a foot at its end the foot', () => {
  const row = (type: string, value: string, attrs = {}) => ({
    type: 'tableRow',
    attrs,
    content: [cell(type, value)],
  })
  const rows = [row('tableHeader', 'h'), row('tableCell', 'b'), row('tableCell', 'f', { isFooter: true })]
  expect(written([{ type: 'table', attrs: { caption: 'c' }, content: rows }])).toBe(
    '<table><caption>c</caption><thead><tr><th>h</th></tr></thead><tbody><tr><td>b</td></tr></tbody>' +
      '<tfoot><tr><td>f</td></tr></tfoot></table>',
  )
})

test('a link into a new tab is written with the `rel` that the sanitizer adds', () => {
  const marks = [{ type: 'link', attrs: { href: '/a', target: '_blank' } }]
  expect(written([{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks }] }])).toBe(
    '<p><a href="/a" target="_blank" rel="noopener">x</a></p>',
  )
})

test('a picture that is being uploaded is not written', () => {
  const picture = (src: string) => ({ type: 'picture', attrs: { src, alt: 'a' } })
  expect(written([picture('#pasted-1'), picture('/media/a.jpg')])).toBe(
    '<figure><img src="/media/a.jpg" alt="a" /></figure>',
  )
})
