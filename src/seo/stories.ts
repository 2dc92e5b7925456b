// What articles and projects have in common for pages, lists, sitemap and feed: a story in one language.
import type { Resource } from '../content/define-resource.ts'
import { articleCategories } from '../content/resources/article-categories.ts'
import { articles } from '../content/resources/articles.ts'
import { projects } from '../content/resources/projects.ts'
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import type { SnapshotEntry } from '../content/snapshot/snapshot-member.ts'
import { type Language, type Languages, own, type Worded } from './language.ts'
import { pathOfRecord } from './page-links.ts'
import { firstSentence } from './plain-text-lengths.ts'
import {
  type Article,
  type Category,
  later,
  type Project,
  type Summary,
  summary,
  whole,
} from './site-records.ts'

export type Picture = { src: string; alt: string; title: string | null }

export type Story = {
  id: number
  path: string
  title: Worded
  summary: Worded | null
  /** Sanitised HTML; null in lists. */
  body: Worded | null
  picture: Picture | null
  seoTitle: string | null
  seoDescription: string | null
  noindex: boolean
  /** Whether it has an English text; without one its English page only repeats the primary one. */
  inEnglish: boolean
  /** RFC 3339; null where a record has no date of its own. */
  publishedAt: string | null
  modifiedAt: string
  author: string | null
  category: string | null
  tags: readonly string[]
  questions: readonly { question: string; answer: string }[]
  client: string | null
  location: string | null
  year: number | null
  website: string | null
}

/** One of the two parts of the site that have pages of their own. */
export type Section = {
  resource: Resource
  pageKey: 'blog' | 'projects'
  path: '/blog' | '/projects'
  /** The story of a public record; `part` says whether its long texts are needed. */
  story(
    view: SnapshotView,
    entry: SnapshotEntry,
    how: { languages: Languages; language: Language; part: Part },
  ): Story
}

type Part = 'whole' | 'summary'
type How = { languages: Languages; language: Language }

const read = <Record>(entry: SnapshotEntry, part: Part): Summary<Record> =>
  part === 'whole' ? (whole<Record>(entry) as Summary<Record>) : summary<Record>(entry)

export const blog: Section = {
  resource: articles,
  pageKey: 'blog',
  path: '/blog',
  story(view, entry, { part, ...how }) {
    const article = read<Article>(entry, part)
    const { languages, language } = how
    const category = view.entries(articleCategories).find(({ id }) => id === article.category_id)

    const published = article.published_at ?? article.updated_at
    return {
      ...common(article, { prefix: '/blog/', entry, how }),
      summary: languages.pick(article, 'excerpt', language),
      body: languages.pick(article, 'content', language),
      seoDescription: languages.either(
        language,
        (languageAttributes) =>
          own(article, 'seo_description', languageAttributes) ??
          own(article, 'excerpt', languageAttributes) ??
          firstSentence(own(article, 'content', languageAttributes) ?? '', languageAttributes.tag),
      ),
      picture: picture(article, how, languages.text(article, 'image_title', language)),
      publishedAt: published,
      // A scheduled article was last written before it appeared.
      modifiedAt: later(article.updated_at, published),
      author: article.author,
      category: category ? languages.text(whole<Category>(category), 'title', language) : null,
      tags: article.tags,
      questions: (language.english ? article.faqs_en : article.faqs) ?? [],
    }
  },
}

export const portfolio: Section = {
  resource: projects,
  pageKey: 'projects',
  path: '/projects',
  story(_, entry, { part, ...how }) {
    const project = read<Project>(entry, part)
    const { languages, language } = how
    return {
      ...common(project, { prefix: '/projects/', entry, how }),
      summary: languages.pick(project, 'summary', language),
      body: languages.pick(project, 'body', language),
      seoDescription: languages.either(
        language,
        (languageAttributes) =>
          own(project, 'seo_description', languageAttributes) ??
          own(project, 'summary', languageAttributes) ??
          firstSentence(own(project, 'body', languageAttributes) ?? '', languageAttributes.tag),
      ),
      picture: picture(project, how, null),
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

/** What a list in this language holds: in English, only what exists in English. */
export function listed(
  view: SnapshotView,
  { resource }: Section,
  language: Language,
): readonly SnapshotEntry[] {
  const entries = view.entries(resource)
  return language.english ? entries.filter(({ inEnglish }) => inEnglish) : entries
}

type Common = Pick<
  Summary<Article> & Summary<Project>,
  'id' | 'slug' | 'title' | 'title_en' | 'seo_title' | 'seo_title_en' | 'noindex'
>

function common(record: Common, { prefix, entry, how }: { prefix: string; entry: SnapshotEntry; how: How }) {
  const { languages, language } = how
  return {
    id: record.id,
    path: pathOfRecord(prefix, record.slug),
    title: languages.pick(record, 'title', language) ?? { text: record.slug, language },
    // Another language's search title is no better than this one's title.
    seoTitle: own(record, 'title', language)
      ? own(record, 'seo_title', language)
      : languages.text(record, 'seo_title', language),
    noindex: record.noindex,
    inEnglish: entry.inEnglish,
    publishedAt: null,
    author: null,
    tags: [],
    questions: [],
    client: null,
    location: null,
    year: null,
    website: null,
  }
}

type Pictured = Pick<Summary<Article>, 'image' | 'image_alt' | 'image_alt_en'>

function picture(record: Pictured, { languages, language }: How, title: string | null): Picture | null {
  if (!record.image) return null
  return { src: record.image, alt: languages.text(record, 'image_alt', language) ?? '', title }
}
