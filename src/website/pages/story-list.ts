// The paged lists of articles and projects; articles also by category and by tag.
import { articleCategories } from '../../content/resources/article-categories.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import type { SnapshotEntry } from '../../content/snapshot/snapshot-member.ts'
import { MAX_TITLE_LENGTH } from '../../text/seo-analysis/search-result.ts'
import { shorten } from '../../text/shorten.ts'
import { searchForm } from '../forms/search-form.ts'
import * as jsonLd from '../render/json-ld.ts'
import { storyCard, wholeNumber } from '../render/page-components.ts'
import type { PageContent } from '../render/page-content.ts'
import { countPages, PER_PAGE, pagination } from '../render/pagination.ts'
import { html } from '../view/html.ts'
import type { Language } from '../view/language.ts'
import { pathTo, urlOf } from '../view/page-links.ts'
import { pageName } from '../view/page-name.ts'
import { type Category, readRecord } from '../view/site-records.ts'
import type { Site } from '../view/site-view.ts'
import { blog, entriesInLanguage, type Section, type Story } from '../view/stories.ts'
import { crumbsTo, hero, languageLinks } from './site-page.ts'

/** The articles of one category or with one tag; by default all stories. */
export type StoryFilter = { kind: 'category'; slug: string } | { kind: 'tag'; tag: string } | null

export type StoryList = { section: Section; page: number; filter?: StoryFilter }

/** Page `page` (from 1) of a section's list; null past the last page, and for a filter that fits no story. */
export function listPage(
  site: Site,
  view: SnapshotView,
  { section, page, filter = null }: StoryList,
): PageContent | null {
  const { language, languages } = site
  const { labels } = language
  const subject = filter && subjectOf(site, view, filter)
  if (filter && !subject) return null
  const entries = filteredEntries(view, section, { language, filter })
  const pageCount = countPages(entries.length)
  const isUsed =
    entries.length > 0 || filteredEntries(view, section, { language: languages.primary, filter }).length > 0
  if (page > pageCount || (filter && !isUsed)) return null
  const offset = (page - 1) * PER_PAGE
  const stories = entries
    .slice(offset, offset + PER_PAGE)
    .map((entry) => section.toStory(view, entry, { languages, language, detail: 'summary' }))
  const head = site.pageHead(section.pageKey)
  const name = pageName(site, section.pageKey)
  const suffix = page > 1 ? ` – ${labels.page} ${wholeNumber(page, language.tag)}` : ''
  const withPageNumber = (text: string) => shorten(text, MAX_TITLE_LENGTH - suffix.length) + suffix
  const heading = withPageNumber(subject ? `${subject.name} – ${name}` : (head.title ?? name))
  const description = subject
    ? (subject.description ?? titlesAbout(language, subject.name, stories))
    : (head.description ?? head.lede ?? site.tagline)
  const path = (candidate: Language, number: number) =>
    pathOfList(section, { language: candidate, page: number, filter })
  const url = site.bases.url + path(language, page)
  const crumbs = [...crumbsTo(site, section.pageKey), ...(subject ? [{ name: subject.name, path: url }] : [])]
  return {
    meta: {
      title: subject ? null : head.title && heading,
      heading,
      description,
      canonical: url,
      noindex: head.noindex || (!language.isPrimary && stories.length === 0),
      picture: head.image,
      article: null,
      graph: [
        jsonLd.listPage(site, {
          url,
          name: heading,
          description,
          items: stories.map((story) => ({ name: story.title.text, url: urlOf(site, story.path) })),
          offset,
        }),
        jsonLd.breadcrumbs(site, crumbs),
        ...jsonLd.siteGraph(site),
      ],
    },
    alternates: languages.all
      .filter((candidate) => {
        if (candidate === language) return true
        const { length } = filteredEntries(view, section, { language: candidate, filter })
        return length > 0 && page <= countPages(length)
      })
      .map((candidate) => ({ language: candidate, path: path(candidate, page) })),
    languageLinks: languageLinks(site, section.path),
    content: html`${hero(site, crumbs, {
      head: subject ? { ...head, actions: [], picture: null } : head,
      title: subject?.name ?? head.heading ?? head.title ?? name,
      lede: subject ? subject.description : head.lede,
      ...(section === blog && { extra: searchForm(site) }),
    })}
<div class="wrap page">${section === blog && categoryLinks(site, view, filter)}${
      stories.length === 0
        ? html`<p class="empty">${labels.emptyList}</p>`
        : html`<ul class="cards">${stories.map((story, index) => storyCard(site, story, { headingLevel: 2, isMain: index === 0 }))}</ul>`
    }
${pageCount > 1 && pagination(site, { page, pageCount, pathOf: (number) => path(language, number) })}</div>`,
  }
}

type ListPath = { language: Language; page?: number; filter: StoryFilter }

/** `/blog?category=engineering&lang=en&page=2` */
export function pathOfList(
  { path }: Pick<Section, 'path'>,
  { language, page = 1, filter }: ListPath,
): string {
  if (!filter) return pathTo(path, language, page)
  const [name, value] = filter.kind === 'category' ? ['category', filter.slug] : ['tag', filter.tag]
  return pathTo(`${path}?${name}=${encodeURIComponent(value)}`, language, page)
}

type Filtered = { language: Language; filter: StoryFilter }

function filteredEntries(
  view: SnapshotView,
  section: Section,
  { language, filter }: Filtered,
): readonly SnapshotEntry[] {
  const entries = entriesInLanguage(view, section, language)
  if (!filter) return entries
  if (filter.kind === 'tag') return entries.filter(({ tags }) => tags.includes(filter.tag))
  const category = view.find(articleCategories, filter.slug)
  return category ? entries.filter(({ categoryId }) => categoryId === category.id) : []
}

/** The subject of the filtered list; null for a category that does not exist. */
function subjectOf({ languages, language }: Site, view: SnapshotView, filter: NonNullable<StoryFilter>) {
  if (filter.kind === 'tag') return { name: filter.tag, description: null }
  const entry = view.find(articleCategories, filter.slug)
  if (!entry) return null
  const category = readRecord<Category>(entry)
  return {
    name: languages.text(category, 'title', language) ?? filter.slug,
    description: languages.text(category, 'description', language),
  }
}

/** The description of a list that editors give none: the titles that it has. */
const titlesAbout = ({ labels }: Language, subject: string, stories: readonly Story[]) =>
  labels.articlesAbout.replace('{subject}', () => subject) +
  stories.map(({ title }) => title.text).join(labels.comma)

/** Links to the categories with articles; nothing with fewer than two. */
function categoryLinks(site: Site, view: SnapshotView, filter: StoryFilter) {
  const { languages, language } = site
  const used = new Set(entriesInLanguage(view, blog, language).map(({ categoryId }) => categoryId))
  const categories = view.entries(articleCategories).filter(({ id }) => used.has(id))
  if (categories.length < 2) return null
  const link = (label: string, target: StoryFilter, isCurrent: boolean) =>
    html`<li>${
      isCurrent
        ? html`<span aria-current="page">${label}</span>`
        : html`<a href="${pathOfList(blog, { language, filter: target })}">${label}</a>`
    }</li>`
  return html`<nav aria-label="${language.labels.categories}"><ul class="chips">${link(language.labels.allArticles, null, filter === null)}${categories.map(
    (entry) => {
      const { title } = {
        title: languages.text(readRecord<Category>(entry), 'title', language) ?? entry.slug!,
      }
      const isCurrent = filter?.kind === 'category' && filter.slug === entry.slug
      return link(title, { kind: 'category', slug: entry.slug! }, isCurrent)
    },
  )}</ul></nav>`
}
