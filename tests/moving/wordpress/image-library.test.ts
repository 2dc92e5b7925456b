import { expect, test } from 'bun:test'
import {
  createImageLibrary,
  mediaUrlsIn,
  originalsOf,
  replaceMediaUrls,
} from '../../../src/moving/wordpress/convert/image-library.ts'
import { item, read, wxr } from './wxr.ts'

const attachment = (id: number, url: string) => item({ id, type: 'attachment', url, title: `Image ${id}` })

const library = createImageLibrary(
  await read(
    wxr(`<link>https://www.old.example</link>
      ${attachment(1, 'https://files.example/2013/sea.jpg')}
      ${attachment(2, 'https://files.example/2013/wide-150x150.jpg')}`),
  ),
)

test.each([
  ['the URL of an attachment', 'https://files.example/2013/sea.jpg', 'https://files.example/2013/sea.jpg'],
  ['over http', 'http://files.example/2013/sea.jpg', 'https://files.example/2013/sea.jpg'],
  ['without a scheme', '//files.example/2013/sea.jpg', 'https://files.example/2013/sea.jpg'],
  ['a scaled copy', 'https://files.example/2013/sea-300x200.jpg', 'https://files.example/2013/sea.jpg'],
  ['a requested width', 'https://files.example/2013/sea.jpg?w=150&h=9', 'https://files.example/2013/sea.jpg'],
  [
    'a size in the original name',
    'https://files.example/2013/wide-150x150.jpg',
    'https://files.example/2013/wide-150x150.jpg',
  ],
  ['a file that is not in the export', 'https://old.example/a.jpg?b=c#d', 'https://old.example/a.jpg?b=c'],
  ['another site', 'https://else.example/2013/sea.jpg', null],
  ['a path', '/media/2013/sea.jpg', null],
  ['embedded data', 'data:image/png;base64,AAAA', null],
])('%s', (_, url, expected) => {
  expect(library.find(url)?.url ?? null).toBe(expected)
})

test('replaces URLs of images and of links to them, however escaped, and nothing else', () => {
  const html =
    '<p>a &lt; b <a href="https://old.example/a.jpg"><img src="https://old.example/a.jpg?x=1&#038;y=2" alt="A &amp; b"></a>' +
    '<img src="https://else.example/b.jpg"/> <a href="https://old.example/post/">post</a></p>'
  expect(mediaUrlsIn(html)).toEqual([
    'https://old.example/a.jpg',
    'https://old.example/a.jpg?x=1&y=2',
    'https://else.example/b.jpg',
  ])
  const newUrlOf = (url: string) =>
    url.startsWith('https://old.example/a.jpg') ? { url: '/media/2026/01/a.jpg', alt: 'New' } : null
  expect(replaceMediaUrls(html, newUrlOf)).toBe(
    '<p>a &lt; b <a href="/media/2026/01/a.jpg"><img src="/media/2026/01/a.jpg" alt="A &amp; b"></a>' +
      '<img src="https://else.example/b.jpg"/> <a href="https://old.example/post/">post</a></p>',
  )
})

test('an image without a text alternative gets that of its attachment', () => {
  const replace = () => ({ url: '/media/a.jpg', alt: 'The "sea" & more' })
  expect(
    replaceMediaUrls('<img src="/x.jpg"><img src="/x.jpg" alt=""><img src="/x.jpg" alt="Own">', replace),
  ).toBe(
    '<img src="/media/a.jpg" alt="The &quot;sea&quot; & more"><img src="/media/a.jpg" alt="The &quot;sea&quot; & more"><img src="/media/a.jpg" alt="Own">',
  )
})

test('an image that could not be stored is left out with its address, which the next run finds', () => {
  const url = 'https://old.example/a.jpg?x=1&amp;y=2'
  const leftOut = replaceMediaUrls(`<a href="${url}"><img src="${url}" alt="A"></a>`, () => ({ url: null }))
  expect(leftOut).toBe(`<a href="${url}"><img alt="A" data-foreign-src="${url}"></a>`)
  expect(mediaUrlsIn(leftOut)).toContain('https://old.example/a.jpg?x=1&y=2')
  expect(replaceMediaUrls(leftOut, () => ({ url: '/media/a.jpg' }))).toBe(
    '<a href="/media/a.jpg"><img alt="A" src="/media/a.jpg"></a>',
  )
})

test.each([
  ['a scaled copy', { url: 'https://old.example/a-300x200.jpg' }, ['a.jpg', 'a-300x200.jpg']],
  [
    'a copy scaled down at upload',
    { url: 'https://old.example/a-scaled.jpg', id: 1 },
    ['a.jpg', 'a-scaled.jpg'],
  ],
  [
    'a size of such a copy',
    { url: 'https://old.example/a-scaled-300x200.jpg' },
    ['a.jpg', 'a-scaled-300x200.jpg'],
  ],
  [
    'an attachment whose name ends in a size',
    { url: 'https://old.example/a-300x200.jpg', id: 1 },
    ['a-300x200.jpg'],
  ],
  ['a PDF', { url: 'https://old.example/a.pdf' }, ['a.pdf']],
  ['a requested width', { url: 'https://old.example/a.jpg?w=9' }, ['a.jpg?w=9']],
])('the largest original of %s is tried first', (_, source, names) => {
  expect(originalsOf({ alt: '', title: '', ...source })).toEqual(
    names.map((name) => `https://old.example/${name}`),
  )
})
