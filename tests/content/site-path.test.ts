import { describe, expect, test } from 'bun:test'
import { redirectSource } from '../../src/content/definition/field-types.ts'
import {
  canonicalLink,
  canonicalPath,
  canonicalSource,
  matchingSources,
  resolveLink,
  toRelativeLink,
} from '../../src/content/site-path.ts'

describe('canonicalPath', () => {
  test.each([
    ['/', '/'],
    ['/%D9%86%D9%85%D8%A7', '/نما'],
    ['/نما', '/نما'],
    ['/cafe\u0301', '/café'],
    ['/a%20b', '/a b'],
    ['/a%2fb', '/a%2Fb'],
    ['/100%25', '/100%25'],
    ['/a%2541', '/a%2541'],
  ])('%s becomes %s, idempotently', (given, canonical) => {
    expect(canonicalPath(given)).toBe(canonical)
    expect(canonicalPath(canonical)).toBe(canonical)
  })

  test.each([
    '',
    'a',
    '//other.example',
    '/\\other.example',
    '/%5Cother.example',
    'https://other.example/a',
    '/a?b',
    '/a#b',
    '/100%',
    '/%FF',
    '/a%0Ab',
    '/a%20',
    '/a%E2%80%AEb',
    '/a\0',
    '/\ud800',
  ])('%j is not a path of this site', (given) => {
    expect(canonicalPath(given)).toBeNull()
  })
})

test.each([
  ['/%D9%86?x=%D9%86#%D9%86', '/ن?x=%D9%86#%D9%86'],
  ['/a%E2%80%AEb', '/a%E2%80%AEb'],
  ['https://other.example/%D9%86', 'https://other.example/%D9%86'],
  ['//other.example/%D9%86', '//other.example/%D9%86'],
])('canonicalLink: %s becomes %s', (given, canonical) => {
  expect(canonicalLink(given)).toBe(canonical)
  expect(canonicalLink(canonical)).toBe(canonical)
})

describe('canonicalSource', () => {
  test.each([
    ['/%6Fld', '/old'],
    ['/?p=12', '/?p=12'],
    ['/%6Fld/?q=a%20b', '/old/?q=a+b'],
    ['/?feed=rss%32', '/?feed=rss2'],
    ['/?p', '/?p='],
  ])('%s becomes %s, idempotently', (given, canonical) => {
    expect(canonicalSource(given)).toBe(canonical)
    expect(canonicalSource(canonical)).toBe(canonical)
  })

  test.each(['/?p=1&q=2', '/?', '/?=1', '/?lang=en', '/?p=1#x', '?p=1', 'https://other.example/?p=1'])(
    '%j is no source of a redirect',
    (given) => {
      expect(canonicalSource(given)).toBeNull()
    },
  )
})

test('a request matches the sources with one of its parameters first, then its path, also without the slash', () => {
  expect(matchingSources('/', '?utm=1&p=12')).toEqual(['/?utm=1', '/?p=12', '/'])
  expect(matchingSources('/old/', '?p=1')).toEqual(['/old/?p=1', '/old?p=1', '/old/', '/old'])
  expect(matchingSources('/old', '')).toEqual(['/old'])
  expect(matchingSources('/', `?${'a=1&'.repeat(1_000)}`)).toHaveLength(21)
})

describe('resolveLink', () => {
  test.each([
    ['/b?x=1#y', '/a', '/b'],
    ['/./%D9%86', '/a', '/ن'],
    ['b', '/a/', '/a/b'],
    ['?x=1', '/نما', '/نما'],
    ['https://other.example/a', '/a', null],
    ['//other.example/a', '/a', null],
  ])('%s on the page %s resolves to %s', (link, from, path) => {
    expect(resolveLink(link, from)).toMatchObject({ path })
  })

  test.each(['mailto:a@b.example', 'tel:+98210', 'https://'])('%s resolves to null', (link) => {
    expect(resolveLink(link, '/a')).toBeNull()
  })
})

test('a site path is stored in canonical form, to which the length limit applies', () => {
  const path = `/${'ن'.repeat(799)}`
  expect(redirectSource().parse(` ${encodeURI(path)} `)).toBe(path)
  expect(redirectSource().safeParse(`${path}ن`).success).toBe(false)
  expect(redirectSource().safeParse('//other.example').success).toBe(false)
})

describe('toRelativeLink', () => {
  test.each([
    ['https://www.example.com/a', '/a'],
    ['https://www.example.com/%D9%86?b=c#d', '/ن?b=c#d'],
    ['https://www.example.com', '/'],
    ['HTTPS://WWW.example.com:443/a', '/a'],
    ['http://www.example.com/a', 'http://www.example.com/a'],
    ['https://example.com/a', 'https://example.com/a'],
    ['https://www.example.com.evil.example/a', 'https://www.example.com.evil.example/a'],
    ['https://u@www.example.com/a', 'https://u@www.example.com/a'],
    ['https://www.example.com//evil.example', 'https://www.example.com//evil.example'],
    ['//www.example.com/a', '/a'],
    ['//other.example/a', '//other.example/a'],
    ['//', '//'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['/a', '/a'],
  ])('%s is %s', (link, expected) => {
    expect(toRelativeLink(link, 'https://www.example.com')).toBe(expected)
  })
})
