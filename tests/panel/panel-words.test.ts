// The texts of the interface: the language that is chosen, values in texts, Persian for react-aria.
import { describe, expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { GROUPS, groupOf, loadGroup, type RoomName } from '../../src/panel/app/words/dictionaries.ts'
import { fileProblems } from '../../src/panel/app/words/fa/problems.ts'
import { chooseLanguage } from '../../src/panel/app/words/language.ts'
import { createTranslate } from '../../src/panel/app/words/translate.ts'
import * as persian from '../../src/panel/build/persian-strings.ts'
import { messagesOf } from '../../src/panel/build/react-aria-strings.ts'
import { allWords } from './support/all-words.ts'

const [en, fa] = [await allWords('en'), await allWords('fa')]

const none = { parameter: null, stored: null, browser: [], primary: null }

test.each([
  ['the address', { ...none, parameter: 'fa', stored: 'en', browser: ['en-US'] }, 'fa'],
  ['the last choice', { ...none, stored: 'fa', browser: ['en-US'] }, 'fa'],
  ['the first browser language that there is', { ...none, browser: ['de-DE', 'fa-IR', 'en'] }, 'fa'],
  ['the primary language of the site', { ...none, browser: ['de'], primary: 'fa' }, 'fa'],
  ['English otherwise', { ...none, parameter: 'xx', browser: ['de'], primary: 'de' }, 'en'],
] as const)('the language of the interface comes from %s', (_, sources, language) => {
  expect(chooseLanguage(sources)).toBe(language)
})

describe('a text with values', () => {
  const words = { moved: 'Moved to {position} of {total}', rows: '{count} rows', rows_one: '{count} row' }

  test('has numbers in the digits of the language', () => {
    expect(createTranslate(words, 'en')('moved', { position: 3, total: 1200 })).toBe('Moved to 3 of 1,200')
    expect(createTranslate(words, 'fa')('moved', { position: 3, total: 12 })).toBe('Moved to ۳ of ۱۲')
  })

  test('has a form of its own for one', () => {
    const t = createTranslate(words, 'en')
    expect([t('rows', { count: 1 }), t('rows', { count: 2 })]).toEqual(['1 row', '2 rows'])
  })
})

test('a change is told in plain words, whatever kind of record it is', () => {
  const t = createTranslate(en.overview, 'en')
  const change = { actor: 'Sara', resource: 'Redirect' }
  expect([t('created', change), t('changed', { ...change, fields: 'Status' })]).toEqual([
    'Redirect added by Sara',
    'Redirect changed by Sara: Status',
  ])
})

test('the group of each room is the file with its texts', async () => {
  for (const group of GROUPS) {
    const rooms = Object.keys(await loadGroup('en', group)) as Exclude<RoomName, 'sign_in'>[]
    expect(rooms).not.toEqual([])
    expect(rooms.filter((room) => groupOf(room) !== group)).toEqual([])
  }
})

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name)

test('Persian texts name no value that the English ones lack', () => {
  const differing = Object.entries(en).flatMap(([room, words]) =>
    Object.entries(words as Record<string, string>)
      .filter(([key, text]) => {
        const translated = (fa as Record<string, Record<string, string>>)[room]![key]!
        return placeholders(translated).some((name) => !placeholders(text).includes(name))
      })
      .map(([key]) => `${room}.${key}`),
  )
  expect(differing).toEqual([])
})

test('Persian texts have Persian letters, digits and no Arabic ones', () => {
  const wrong = Object.entries(fa).flatMap(([room, words]) =>
    Object.entries(words as Record<string, string>)
      .map(([key, text]) => [key, text.replaceAll(/\{\w+\}/g, '')] as const)
      .filter(
        ([, text]) => /[يك٠-٩]/.test(text) || (/[A-Za-z]{2}/.test(text) && !/[\u0600-\u06ff]/.test(text)),
      )
      .map(([key, text]) => `${room}.${key}: ${text}`),
  )
  expect(wrong).toEqual([])
})

test('Persian texts have Persian digits, outside keys, codes and what is typed in Latin', () => {
  const wrong = Object.entries(fa).flatMap(([room, words]) =>
    Object.entries(words as Record<string, string>)
      .filter(([, text]) => /(?<![\w#:])[0-9]/.test(text.replaceAll(/\u2066.*?\u2069/g, '')))
      .map(([key, text]) => `${room}.${key}: ${text}`),
  )
  expect(wrong).toEqual([])
})

test('every reason to refuse a file has a Persian sentence', async () => {
  const sources = await Promise.all(
    ['process-image', 'prepare-file'].map((name) => Bun.file(`src/media/${name}.ts`).text()),
  )
  const codes = [...sources.join('').matchAll(/refused\('(\w+)'|path: 'file', code: '(\w+)'/g)].map(
    ([, image, document]) => image ?? document!,
  )
  expect(codes.length).toBeGreaterThan(5)
  expect(codes.filter((code) => !fileProblems[code])).toEqual([])
})

test('every message of react-aria has a Persian form', async () => {
  const modules = dirname(dirname(Bun.resolveSync('react-aria/package.json', import.meta.dir)))
  const paths = [
    ...new Bun.Glob(
      '{react-aria,react-stately,react-aria-components}/dist/private/**/intlStrings.mjs',
    ).scanSync(modules),
  ]
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths) {
    const file = join(modules, path)
    const names = messagesOf(file, await Bun.file(file).text())
    const english = (await import(names.english)).default as Record<string, unknown>
    const translated = (persian as unknown as Record<string, persian.Strings>)[names.persian]
    expect([path, Object.keys(translated ?? {}).toSorted()]).toEqual([path, Object.keys(english).toSorted()])
  }
})
