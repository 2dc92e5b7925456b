// The place of a preview and its size.
import { expect, test } from 'bun:test'
import { fitFrame } from '../../../../src/panel/record/preview/fit-frame.ts'
import { previewTarget } from '../../../../src/panel/record/preview/preview-target.ts'

test.each([
  [
    'a page of this service',
    '/blog/x?preview=t',
    'https://www.example.com/blog/x?preview=t',
    '',
    'own',
    '/blog/x?preview=t',
  ],
  [
    'its English view',
    '/blog/x?preview=t',
    'https://www.example.com/blog/x?preview=t',
    'lang=en',
    'own',
    '/blog/x?preview=t&lang=en',
  ],
  [
    'a page of the frontend',
    null,
    'https://next.example.com/p?path=%2Fblog%2Fx&t=t',
    'lang=en',
    'frontend',
    'https://next.example.com/p?path=%2Fblog%2Fx&t=t',
  ],
])('%s', (_, path, url, query, kind, address) => {
  expect(previewTarget({ path, url }, '', query)).toEqual({ kind, address } as never)
})

test('a record whose page the site leaves out has no preview to frame', () => {
  expect(previewTarget({ path: null, url: 'https://www.example.com/api/site?preview=t' }, '', '')).toEqual({
    kind: 'none',
  })
})

test('a page wider than its room is scaled down to it, a narrower one keeps its size', () => {
  expect(fitFrame('desktop', { width: 640, height: 400 })).toEqual({ scale: 0.5, width: 1_280, height: 800 })
  expect(fitFrame('phone', { width: 640, height: 400 })).toEqual({ scale: 1, width: 390, height: 400 })
  expect(fitFrame('phone', { width: 0, height: 0 })).toEqual({ scale: 1, width: 390, height: 0 })
})
