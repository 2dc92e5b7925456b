// The paged lists of articles and projects; articles also by category and by tag.
import { articleCategories } from '../../content/resources/article-categories.ts'
import { groupOfCategory, groupOfTag } from '../../content/snapshot/entry-order.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { needTexts, type SnapshotEntry } from '../../content/snapshot/snapshot-entry.ts'
import { MAX_TITLE_LENGTH } from '../../text/seo-analysis/search-result.ts'
import { shorten } from '../../text/shorten.ts'
import { searchForm } from '../forms/search-form.ts'
import * as jsonLd from '../render/json-ld.ts'
import { storyCard, wholeNumber } from '../render/page-components.ts'
import type { PageContent } from '../render/page-content.ts'
import { countPages, PER_PAGE, pageNumberOf, pagination } from '../render/pagination.ts'
import { html } from '../view/html.ts'
import type { Language } from '../view/language.ts'
import { pathTo, urlOf } from '../view/page-links.ts'
import { pageName } from '../view/page-name.ts'
import { type Category, readRecord } from '../view/site-records.ts'
import type { Site } from '../view/site-view.ts'
import { blog, entriesInLanguage, type Section, type Story } from '../view/stories.ts'
import { crumbsTo, hero, languageLinks } from './site-page.ts'

/** The articles of one category, given by its slug, with one tag, or both; by default all stories. */
export type StoryFilter = { category?: string; tag?: string } | null

export type StoryList = { section: Section; page: number; filter?: StoryFilter }

/** The list that the query of an address names; null where `page` is no number of a page. */
export function listOf(section: Section, query: (name: string) => string | undefined): StoryList | null {
  const page = pageNumberOf(query('page'))
  const [category, tag] = section === blog ? [query('category'), query('tag')] : []
  const filter =
    category || tag
      ? { ...(category && { category: category.toLowerCase().normalize('NFC') }), ...(tag && { tag }) }
      : null
  return page === null ? null : { section, page, filter }
}

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
  const stories = needTexts(entries.slice(offset, offset + PER_PAGE)).map((entry) =>
    section.toStory(view, entry, { languages, language, detail: 'summary' }),
  )
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
      ...(section === blog && { extra: searchForm(site, blog.path) }),
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
  const parameters = (['category', 'tag'] as const).flatMap((name) =>
    filter[name] === undefined ? [] : [`${name}=${encodeURIComponent(filter[name])}`],
  )
  return pathTo(`${path}?${parameters.join('&')}`, language, page)
}

type Filtered = { language: Language; filter: StoryFilter }

function filteredEntries(
  view: SnapshotView,
  section: Section,
  { language, filter }: Filtered,
): readonly SnapshotEntry[] {
  const order = section.order(view)
  if (!filter) return entriesInLanguage(order, language)
  const { category: slug, tag } = filter
  const group = slug === undefined ? groupOfTag(tag ?? '') : categoryGroup(view.find(articleCategories, slug))
  const inGroup = group === null ? [] : order.group(group)
  const entries =
    slug === undefined || tag === undefined ? inGroup : inGroup.filter(({ tags }) => tags.includes(tag))
  return language.isPrimary ? entries : entries.filter((entry) => isTranslated(entry, language))
}

const categoryGroup = (category: SnapshotEntry | null) => category && groupOfCategory(category.id)

const isTranslated = ({ translations }: SnapshotEntry, { key }: Language) => translations.includes(key)

/** The subject of the filtered list; null for a category that does not exist. */
function subjectOf({ languages, language }: Site, view: SnapshotView, filter: NonNullable<StoryFilter>) {
  const { category: slug, tag } = filter
  if (slug === undefined) return { name: tag ?? '', description: null }
  const entry = view.find(articleCategories, slug)
  if (!entry) return null
  const category = readRecord<Category>(entry)
  const name = languages.text(category, 'title', language) ?? slug
  return tag === undefined
    ? { name, description: languages.text(category, 'description', language) }
    : { name: `${name} – ${tag}`, description: null }
}

/** The description of a list that editors give none: the titles that it has. */
const titlesAbout = ({ labels }: Language, subject: string, stories: readonly Story[]) =>
  labels.articlesAbout.replace('{subject}', () => subject) +
  stories.map(({ title }) => title.text).join(labels.comma)

/** Links to the categories with articles; nothing with fewer than two. */
function categoryLinks(site: Site, view: SnapshotView, filter: StoryFilter) {
  const { languages, language } = site
  const order = blog.order(view)
  const categories = view.entries(articleCategories).filter(({ id }) => {
    const entries = order.group(groupOfCategory(id))
    return language.isPrimary ? entries.length > 0 : entries.some((entry) => isTranslated(entry, language))
  })
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
      const isCurrent = filter?.category === entry.slug && filter?.tag === undefined
      return link(title, { category: entry.slug! }, isCurrent)
    },
  )}</ul></nav>`
}
