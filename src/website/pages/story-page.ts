// The page of one article or project.
import { articleLinks } from '../../content/articles/article-links.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { needTexts, type SnapshotEntry } from '../../content/snapshot/snapshot-entry.ts'
import { plainQuestions } from '../blocks/questions.ts'
import * as jsonLd from '../render/json-ld.ts'
import {
  breadcrumb,
  COLUMN_SIZES,
  date,
  languageAttributes,
  readingTime,
  richText,
  storyCard,
  wholeNumber,
} from '../render/page-components.ts'
import type { PageContent } from '../render/page-content.ts'
import { pageImage } from '../render/page-image.ts'
import { html } from '../view/html.ts'
import { pathTo, urlOf } from '../view/page-links.ts'
import type { Site } from '../view/site-view.ts'
import { entriesInLanguage, type Section, type Story } from '../view/stories.ts'
import { crumbsTo, languageSwitch } from './site-page.ts'
import { pathOfList } from './story-list.ts'

const MAX_RELATED = 3

export function storyPage(
  site: Site,
  view: SnapshotView,
  { section, story, entry }: Shown & { story: Story },
): PageContent {
  const { language, languages } = site
  const isArticle = section.pageKey === 'blog'
  // A page in a language without a translation repeats the primary one and points to it.
  const canonicalLanguage = story.languages.includes(language) ? language : languages.primary
  const canonical = urlOf({ ...site, language: canonicalLanguage }, story.path)
  const crumbs = [...crumbsTo(site, section.pageKey), { name: story.title.text, path: story.path }]
  const graph = [
    isArticle ? jsonLd.blogPosting(site, story, canonical) : jsonLd.project(site, story, canonical),
    jsonLd.questions(story.questions, canonical) ?? [],
    jsonLd.breadcrumbs(site, crumbs),
    jsonLd.siteGraph(site),
  ].flat()
  const { publishedAt, modifiedAt } = story
  return {
    meta: {
      title: story.seoTitle,
      heading: story.title.text,
      description: story.seoDescription,
      canonical,
      noindex: story.noindex,
      picture: story.picture ?? site.pageHead(section.pageKey).image,
      article:
        isArticle && publishedAt
          ? { publishedAt, modifiedAt, section: story.category, tags: story.tags }
          : null,
      graph,
    },
    alternates: story.languages.map((candidate) => ({
      language: candidate,
      path: pathTo(story.path, candidate),
    })),
    languageLinks: languageSwitch(site, {
      path: story.path,
      languages: story.languages,
      instead: section.path,
    }),
    content: html`<div class="wrap page">${breadcrumb(site, crumbs)}
<article class="story"${languageAttributes(story.title, language)}>
<header>${category(site, story)}
<h1>${story.title.text}</h1>
${story.summary && html`<p class="lede"${languageAttributes(story.summary, story.title.language)}>${story.summary.text}</p>`}
${byline(site, story)}</header>
${figure(site, story)}
${facts(site, story)}
${story.body && html`<div class="prose"${languageAttributes(story.body, story.title.language)}>${richText(site, story.body.text)}</div>`}
${plainQuestions(site, story.questions)}
${
  story.tags.length > 0 &&
  html`<ul class="tags">${story.tags.map(
    (tag) =>
      html`<li><a href="${pathOfList(section, { language, filter: { tag } })}" dir="auto">${tag}</a></li>`,
  )}</ul>`
}
${neighbours(site, view, { section, entry })}</article>
${relatedStories(site, view, { section, entry })}</div>`,
  }
}

function byline({ language }: Site, story: Story) {
  if (!story.publishedAt) return null
  const updatedLater = story.modifiedAt.slice(0, 10) > story.publishedAt.slice(0, 10)
  return html`<p class="byline">${story.author && html`<span class="author">${story.author}</span>`}${date(language, story.publishedAt)}${readingTime(language, story)}${
    updatedLater && html`<span>${language.labels.updated}: ${date(language, story.modifiedAt)}</span>`
  }</p>`
}

/** A link to the list of the article's category. */
function category({ language }: Site, { category: name, categorySlug: slug }: Story) {
  if (!name) return null
  if (!slug) return html`<p class="kicker">${name}</p>`
  const href = pathOfList({ path: '/blog' }, { language, filter: { category: slug } })
  return html`<p class="kicker"><a href="${href}">${name}</a></p>`
}

function figure(site: Site, { picture }: Story) {
  if (!picture) return null
  const image = pageImage(site, picture, { sizes: COLUMN_SIZES, isMain: true })
  return html`<figure class="cover">${image}${picture.title && html`<figcaption>${picture.title}</figcaption>`}</figure>`
}

function facts({ language: { labels, tag } }: Site, { client, location, year, website }: Story) {
  const rows = [
    { name: labels.client, value: client },
    { name: labels.location, value: location },
    { name: labels.year, value: year === null ? null : wholeNumber(year, tag) },
    {
      name: labels.website,
      value:
        website &&
        html`<a href="${website}" rel="noopener" dir="ltr">${website.replace(/^https?:\/\/|\/$/g, '')}</a>`,
    },
  ].filter(({ value }) => value)
  return (
    rows.length > 0 &&
    html`<dl class="facts">${rows.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
  )
}

/** The entry that the page is of. */
type Shown = { section: Section; entry: SnapshotEntry }

/** Links to the article before this one in the blog and to the one after it. */
function neighbours(site: Site, view: SnapshotView, { section, entry }: Shown) {
  if (section.pageKey !== 'blog') return null
  const { languages, language } = site
  const { labels } = language
  const order = section.order(view)
  const entries = entriesInLanguage(order, language)
  const index = order.indexOf(entry, entries)
  const link = (other: SnapshotEntry | undefined, label: string, rel: 'prev' | 'next') => {
    if (!other) return null
    const { title, path } = section.toStory(view, other, { languages, language, detail: 'summary' })
    return html`<a class="${rel}" rel="${rel}" href="${pathTo(path, language)}"><small>${label}</small>${title.text}</a>`
  }
  if (index === -1 || entries.length === 1) return null
  return html`<nav class="neighbours" aria-label="${labels.blog}">${link(entries[index - 1], labels.previousArticle, 'prev')}${link(entries[index + 1], labels.nextArticle, 'next')}</nav>`
}

/**
 * Cards of articles about the same subject, or else of the stories after this one in the list, wrapping around, so that
 * every story is linked from others.
 */
function relatedStories(site: Site, view: SnapshotView, { section, entry }: Shown) {
  const { languages, language } = site
  const { labels } = language
  const order = section.order(view)
  const entries = entriesInLanguage(order, language)
  const index = order.indexOf(entry, entries)
  const isBlog = section.pageKey === 'blog'
  const about = isBlog && index !== -1 ? articleLinks(view, entry).related : []
  const shown = new Set(about.filter((other) => order.indexOf(other, entries) !== -1))
  const isRelated = shown.size > 0
  for (const other of [
    ...entries.slice(index + 1, index + 1 + MAX_RELATED),
    ...entries.slice(0, MAX_RELATED),
  ])
    if (other !== entries[index]) shown.add(other)
  const related = needTexts([...shown].slice(0, MAX_RELATED)).map((other) =>
    section.toStory(view, other, { languages, language, detail: 'summary' }),
  )
  if (related.length === 0) return null
  const heading = isRelated ? labels.relatedArticles : isBlog ? labels.moreArticles : labels.moreProjects
  return html`<section class="more"><h2>${heading}</h2><ul class="cards">${related.map((other) => storyCard(site, other, { headingLevel: 3 }))}</ul></section>`
}
