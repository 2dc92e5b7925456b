// Stories: articles and projects in one shape and one language, for pages, lists, sitemap and feed.
import { blogOrder } from '../../content/articles/blog-order.ts'
import type { Resource } from '../../content/definition/define-resource.ts'
import { articleCategories } from '../../content/resources/article-categories.ts'
import { articles } from '../../content/resources/articles.ts'
import { projects } from '../../content/resources/projects.ts'
import { type EntryOrder, groupOfLanguage } from '../../content/snapshot/entry-order.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import type { SnapshotEntry } from '../../content/snapshot/snapshot-entry.ts'
import { type FieldIn, fieldIn, textIn } from '../../text/content-language.ts'
import { countWords } from '../../text/count-words.ts'
import { readingMinutes } from '../../text/seo-analysis/reading-time.ts'
import type { Language, Languages, LocalizedText } from './language.ts'
import { pathOfRecord } from './page-links.ts'
import {
  type Article,
  type Category,
  lastModified,
  type Project,
  readRecord,
  readSummary,
  type Summary,
} from './site-records.ts'
import { searchTexts } from './text-excerpts.ts'

export type Picture = { src: string; alt: string; title: string | null }

export type Story = {
  id: number
  path: string
  title: LocalizedText
  summary: LocalizedText | null
  /** Sanitised HTML; null in lists. */
  body: LocalizedText | null
  picture: Picture | null
  seoTitle: string | null
  seoDescription: string | null
  noindex: boolean
  /** The languages in which it has a title; its pages in the others repeat the primary language. */
  languages: readonly Language[]
  /** RFC 3339; null for projects. */
  publishedAt: string | null
  modifiedAt: string
  /** The time that the text of an article takes to read; null for projects. Ask for what is shown only. */
  readingMinutes: () => number | null
  author: string | null
  category: string | null
  /** The slug of an article's category; null for projects. */
  categorySlug: string | null
  tags: readonly string[]
  questions: readonly { question: string; answer: string }[]
  client: string | null
  location: string | null
  year: number | null
  website: string | null
}

/** `full` includes the body; `summary` is enough for lists. */
type Detail = 'full' | 'summary'

type InLanguage = { languages: Languages; language: Language }

/** A part of the website that has a list page and a page per record. */
export type Section = {
  resource: Resource
  pageKey: 'blog' | 'projects'
  path: '/blog' | '/projects'
  /** The records in the order of the list page. */
  order(view: SnapshotView): EntryOrder
  toStory(view: SnapshotView, entry: SnapshotEntry, options: InLanguage & { detail: Detail }): Story
}

export const blog: Section = {
  resource: articles,
  pageKey: 'blog',
  path: '/blog',
  order: blogOrder,
  toStory(view, entry, { detail, languages, language: wanted }) {
    const article = read<Article>(entry, detail)
    const language = languages.ofTexts(entry, wanted)
    const inLanguage = { languages, language }
    const category = view.entries(articleCategories).find(({ id }) => id === article.category_id)
    return {
      ...commonFields(article, { prefix: '/blog/', entry, ...inLanguage }),
      summary: languages.localized(article, 'excerpt', language),
      body: languages.localized(article, 'content', language),
      ...searchTexts(article, { summary: 'excerpt', body: 'content', ...inLanguage }),
      picture: pictureOf(article, inLanguage, languages.text(article, 'image_title', language)),
      publishedAt: article.published_at ?? article.updated_at,
      modifiedAt: lastModified(article),
      readingMinutes: () => minutesToRead(entry, inLanguage),
      author: languages.text(article, 'author', language),
      category: category ? languages.text(readRecord<Category>(category), 'title', language) : null,
      categorySlug: category?.slug ?? null,
      tags: article.tags,
      questions: article[fieldIn('faqs', language)] ?? [],
    }
  },
}

export const portfolio: Section = {
  resource: projects,
  pageKey: 'projects',
  path: '/projects',
  order: (view) => view.order(projects, 'position'),
  toStory(_, entry, { detail, languages, language: wanted }) {
    const project = read<Project>(entry, detail)
    const language = languages.ofTexts(entry, wanted)
    const inLanguage = { languages, language }
    return {
      ...commonFields(project, { prefix: '/projects/', entry, ...inLanguage }),
      summary: languages.localized(project, 'summary', language),
      body: languages.localized(project, 'body', language),
      ...searchTexts(project, { summary: 'summary', body: 'body', ...inLanguage }),
      picture: pictureOf(project, inLanguage, null),
      modifiedAt: project.updated_at,
      category: languages.text(project, 'category', language),
      client: languages.text(project, 'client', language),
      location: languages.text(project, 'location', language),
      year: project.year,
      website: project.link,
    }
  },
}

export const sections: readonly Section[] = [blog, portfolio]

/** The entries of a list page in this language: that of the primary one has all records, the others those that are translated. */
export const entriesInLanguage = (order: EntryOrder, language: Language): readonly SnapshotEntry[] =>
  language.isPrimary ? order.all : order.group(groupOfLanguage(language.key))

const read = <Record>(entry: SnapshotEntry, detail: Detail): Summary<Record> =>
  detail === 'full' ? (readRecord<Record>(entry) as Summary<Record>) : readSummary<Record>(entry)

type CommonRecord = Pick<Summary<Article> & Summary<Project>, 'id' | 'slug' | FieldIn<'title'> | 'noindex'>

/** The fields that both kinds fill alike, and the defaults of those that one kind lacks. */
function commonFields(
  record: CommonRecord,
  { prefix, entry, languages, language }: InLanguage & { prefix: string; entry: SnapshotEntry },
) {
  return {
    id: record.id,
    path: pathOfRecord(prefix, record.slug),
    title: languages.localized(record, 'title', language) ?? { text: record.slug, language },
    noindex: record.noindex,
    languages: languages.ofPage(({ key }) => entry.translations.includes(key)),
    publishedAt: null,
    readingMinutes: () => null,
    author: null,
    categorySlug: null,
    tags: [],
    questions: [],
    client: null,
    location: null,
    year: null,
    website: null,
  }
}

/** The minutes as the panel shows them; null for an article without a text. */
function minutesToRead(entry: SnapshotEntry, { languages, language }: InLanguage): number | null {
  const words = languages.withFallback(
    language,
    (candidate) => entry.words?.[fieldIn('words', candidate)] ?? countedWords(entry, candidate),
  )
  return words ? readingMinutes(words) : null
}

/** Counts the words of a text that was written before writes counted them. */
function countedWords(entry: SnapshotEntry, language: Language): number | null {
  const text = textIn(readRecord<Article>(entry), 'content', language)
  return text === null ? null : countWords(text)
}

type Illustrated = Pick<Summary<Article>, 'image' | FieldIn<'image_alt'>>

function pictureOf(
  record: Illustrated,
  { languages, language }: InLanguage,
  title: string | null,
): Picture | null {
  if (!record.image) return null
  return { src: record.image, alt: languages.text(record, 'image_alt', language) ?? '', title }
}
