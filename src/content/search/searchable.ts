import { type ContentLanguage, fieldIn } from '../../text/content-language.ts'
import { plainTextOf, textBlocksOf } from '../../text/plain-text.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { articles } from '../resources/articles.ts'
import { faqs } from '../resources/faqs.ts'
import { pages } from '../resources/pages.ts'
import { projects } from '../resources/projects.ts'
import { services } from '../resources/services.ts'

/** A record in one language, as plain text. */
export type Content = { title: string; keywords: string; body: string }

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
export function contentOf(resource: Resource, row: Row, language: ContentLanguage): Content | null {
  const { title, keywords, body } = SEARCHABLE.find((searchable) => searchable.resource === resource)!
  const inLanguage = (field: string) => {
    const name = fieldIn(field, language)
    return row[name in row ? name : field]
  }
  const blocksOf = (fields: string[]) =>
    fields.flatMap((field) => {
      const text = textOf(inLanguage(field))
      return resource.fieldKinds.get(field) === 'rich'
        ? textBlocksOf(text)
        : text.replace(/\s+/g, ' ').trim() || []
    })
  const titleText = textOf(inLanguage(title))
  return titleText === ''
    ? null
    : {
        title: titleText,
        keywords: blocksOf(keywords).join(' '),
        body: joinBlocks(blocksOf(body)),
      }
}

/** On one line, with a dot between a heading, item or cell and what follows it. */
const joinBlocks = (blocks: readonly string[]) =>
  blocks.reduce((text, block, index) => {
    const isSentence = !/[\p{L}\p{N}]/u.test(blocks[index - 1]?.at(-1) ?? '')
    return text + (index === 0 ? '' : isSentence ? ' ' : ' · ') + block
  }, '')

export const isSearchable = (resource: Resource) => searchableResources.includes(resource)

/** All texts of a record in all languages. */
export function allTextOf(resource: Resource, row: Row): string {
  const texts = Object.keys(resource.input.shape).map((name) => {
    const text = textOf(row[name])
    return resource.fieldKinds.get(name) === 'rich' ? plainTextOf(text) : text
  })
  return texts.filter((text) => text !== '').join(' ')
}

/** Lists (tags, questions and answers) as their texts. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(' ')
  return ''
}
