import { type ContentLanguage, fieldIn } from '../../text/content-language.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { articles } from '../resources/articles.ts'
import { faqs } from '../resources/faqs.ts'
import { pages } from '../resources/pages.ts'
import { projects } from '../resources/projects.ts'
import { services } from '../resources/services.ts'
import { type FieldTexts, textOf } from './field-texts.ts'

/** A record in one language, as plain text, and its words to index. */
type Content = {
  title: string
  titleWords: string[]
  keywordWords: string[]
  body: string
  bodyWords: string[]
}

type Searchable = { resource: Resource; title: string; keywords: string[]; body: string[] }

const SEARCHABLE: readonly Searchable[] = [
  { resource: articles, title: 'title', keywords: ['tags'], body: ['excerpt', 'content', 'faqs'] },
  {
    resource: projects,
    title: 'title',
    keywords: ['category', 'client', 'location'],
    body: ['summary', 'body'],
  },
  { resource: services, title: 'title', keywords: [], body: ['summary', 'body'] },
  { resource: pages, title: 'title', keywords: [], body: ['body'] },
  { resource: faqs, title: 'question', keywords: ['category'], body: ['answer'] },
]

export const searchableResources: readonly Resource[] = SEARCHABLE.map(({ resource }) => resource)

/** The record's text in a language; null where it has no title in it. Fields without a translation have one text for all. */
export function contentOf(
  texts: FieldTexts,
  resource: Resource,
  row: Row,
  language: ContentLanguage,
): Content | null {
  const { title, keywords, body } = SEARCHABLE.find((searchable) => searchable.resource === resource)!
  const nameOf = (field: string) => {
    const name = fieldIn(field, language)
    return name in row ? name : field
  }
  const read = (fields: readonly string[]) => fields.map((field) => texts.read(resource, row, nameOf(field)))
  const titleText = textOf(row[nameOf(title)])
  if (titleText === '') return null
  const bodyTexts = read(body)
  return {
    title: titleText,
    titleWords: read([title]).flatMap(({ words }) => words),
    keywordWords: read(keywords).flatMap(({ words }) => words),
    body: joinBlocks(bodyTexts.flatMap(({ blocks }) => blocks)),
    bodyWords: bodyTexts.flatMap(({ words }) => words),
  }
}

/** On one line, with a dot between a heading, item or cell and what follows it. */
const joinBlocks = (blocks: readonly string[]) =>
  blocks.reduce((text, block, index) => {
    const isSentence = !/[\p{L}\p{N}]/u.test(blocks[index - 1]?.at(-1) ?? '')
    return text + (index === 0 ? '' : isSentence ? ' ' : ' · ') + block
  }, '')

export const isSearchable = (resource: Resource) => searchableResources.includes(resource)

/** The words of a record in all languages. */
export const allWordsOf = (texts: FieldTexts, resource: Resource, row: Row): string[] =>
  Object.keys(resource.input.shape).flatMap((name) => texts.read(resource, row, name).words)
