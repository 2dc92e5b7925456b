import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import {
  contentLanguages,
  fieldIn,
  fieldInAll,
  furtherFields,
  languagesWith,
  parseField,
  siteLanguageTags,
  textIn,
  withFallback,
} from '../../src/text/content-language.ts'

const [persian, english] = contentLanguages(siteLanguageTags('fa')) as [never, never]

test('the primary language is the first, with its direction', () => {
  expect(contentLanguages(['fa', 'en'])).toEqual([
    { tag: 'fa', key: 'primary', isPrimary: true, direction: 'rtl' },
    { tag: 'en', key: 'en', isPrimary: false, direction: 'ltr' },
  ])
  expect(contentLanguages(['de-AT', 'de-AT'])).toHaveLength(1)
})

test('fields have the suffix of their language', () => {
  expect([fieldIn('title', persian), fieldIn('title', english)]).toEqual(['title', 'title_en'])
  expect(fieldInAll('title')).toEqual(['title', 'title_en'])
  expect(furtherFields('title')).toEqual(['title_en'])
  expect(parseField('image_alt_en')).toEqual({ primary: 'image_alt', key: 'en' })
  expect(parseField('image_alt')).toEqual({ primary: 'image_alt', key: 'primary' })
})

describe('the text of a field', () => {
  const record = { title: 'پمپ', title_en: ' ', summary: 'خلاصه', summary_en: 'Summary' }

  test('is that of the language, and none where it is blank', () => {
    expect([textIn(record, 'summary', persian), textIn(record, 'summary', english)]).toEqual([
      'خلاصه',
      'Summary',
    ])
    expect(textIn(record, 'title', english)).toBeNull()
    expect(languagesWith(record, ['summary'])).toEqual(['en'])
    expect(languagesWith(record, ['title', 'summary'])).toEqual([])
    expect(languagesWith(record, [])).toEqual(['en'])
  })

  test('falls back to the primary language, and from there to nothing', () => {
    const find = (name: 'title' | 'summary') => (language: never) => textIn(record, name, language)
    expect(withFallback(english, { primary: persian, find: find('title') })).toBe('پمپ')
    expect(withFallback(english, { primary: persian, find: find('summary') })).toBe('Summary')
    expect(withFallback(persian, { primary: persian, find: () => null })).toBeNull()
  })
})

/** Definitions of columns and fields that are no text, demo content, and what is generated. */
const MAY_NAME_FIELDS = [
  'src/text/content-language.ts',
  'src/client/generated-types.ts',
  'src/content/demo/',
  'src/content/resources/',
  'src/platform/db/schema/',
]

test('only one module knows how the fields of a language are named', async () => {
  const found: string[] = []
  for (const path of new Glob('src/**/*.{ts,tsx}').scanSync('.')) {
    if (MAY_NAME_FIELDS.some((allowed) => path.startsWith(allowed))) continue
    if (/_en\b/.test(await Bun.file(path).text())) found.push(path)
  }
  expect(found).toEqual([])
})
