// The page of one article or project.
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import { withResponsiveImages } from './body-images.ts'
import { html, raw } from './html.ts'
import * as jsonLd from './json-ld.ts'
import {
  breadcrumb,
  date,
  languageAttributes,
  paragraphs,
  storyCard,
  wholeNumber,
} from './page-components.ts'
import { pathTo, urlOf, withMediaBase } from './page-links.ts'
import type { PageContent } from './render-page.ts'
import { responsiveImage } from './responsive-image.ts'
import type { Site } from './site-view.ts'
import { entriesInLanguage, type Section, type Story } from './stories.ts'
import { sectionName } from './story-list.ts'

const MAX_RELATED = 3
/** The text column; see `--read` in the style sheet. */
const COLUMN_SIZES = '(min-width: 46.5rem) 44rem, calc(100vw - 2.5rem)'

export function storyPage(
  site: Site,
  view: SnapshotView,
  { section, story }: { section: Section; story: Story },
): PageContent {
  const { language, languages } = site
  const isArticle = section.pageKey === 'blog'
  const pageLanguages = languages.ofPage(story.inEnglish)
  // An English page without a translation repeats the primary one and points to it.
  const canonicalLanguage = pageLanguages.includes(language) ? language : languages.primary
  const canonical = urlOf({ ...site, language: canonicalLanguage }, story.path)
  const crumbs = [
    { name: language.labels.home, path: '/' },
    { name: sectionName(site, section), path: section.path },
    { name: story.title.text, path: story.path },
  ]
  const graph = [
    isArticle ? jsonLd.blogPosting(site, story, canonical) : jsonLd.project(site, story, canonical),
    jsonLd.faqPage(story, canonical) ?? [],
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
    alternates: pageLanguages.map((candidate) => ({
      language: candidate,
      path: pathTo(story.path, candidate),
    })),
    content: html`${breadcrumb(site, crumbs)}
<article class="story"${languageAttributes(story.title, language)}>
<header>${story.category && html`<p class="kicker">${story.category}</p>`}
<h1>${story.title.text}</h1>
${story.summary && html`<p class="lede"${languageAttributes(story.summary, story.title.language)}>${story.summary.text}</p>`}
${byline(site, story)}</header>
${figure(site, story)}
${facts(site, story)}
${story.body && html`<div class="prose"${languageAttributes(story.body, story.title.language)}>${raw(withMediaBase(site.bases, withResponsiveImages(site, story.body.text, COLUMN_SIZES)))}</div>`}
${questions(site, story)}
${story.tags.length > 0 && html`<ul class="tags">${story.tags.map((tag) => html`<li dir="auto">${tag}</li>`)}</ul>`}
</article>
${relatedStories(site, view, { section, story })}`,
  }
}

function byline({ language }: Site, story: Story) {
  if (!story.publishedAt) return null
  const updatedLater = story.modifiedAt.slice(0, 10) > story.publishedAt.slice(0, 10)
  return html`<p class="byline">${story.author && html`<span class="author">${story.author}</span>`}${date(language, story.publishedAt)}${
    updatedLater && html`<span>${language.labels.updated}: ${date(language, story.modifiedAt)}</span>`
  }</p>`
}

function figure(site: Site, { picture }: Story) {
  if (!picture) return null
  const image = { url: picture.src, alt: picture.alt, sizes: COLUMN_SIZES, isEager: true }
  return html`<figure class="cover">${responsiveImage(site, image)}${
    picture.title && html`<figcaption>${picture.title}</figcaption>`
  }</figure>`
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

function questions({ language }: Site, story: Story) {
  return (
    story.questions.length > 0 &&
    html`<section class="questions"><h2>${language.labels.questions}</h2>${story.questions.map(
      ({ question, answer }) =>
        html`<details><summary>${question}</summary><div>${paragraphs(answer)}</div></details>`,
    )}</section>`
  )
}

/** Cards of the stories after this one in the list, wrapping around, so that every story is linked from others. */
function relatedStories(
  site: Site,
  view: SnapshotView,
  { section, story }: { section: Section; story: Story },
) {
  const { languages, language } = site
  const entries = entriesInLanguage(view, section, language)
  const index = entries.findIndex(({ id }) => id === story.id)
  const related = [
    ...entries.slice(index + 1, index + 1 + MAX_RELATED),
    ...entries.slice(0, Math.max(index, 0)),
  ]
    .slice(0, MAX_RELATED)
    .map((entry) => section.toStory(view, entry, { languages, language, detail: 'summary' }))
  if (related.length === 0) return null
  const { labels } = language
  const heading = section.pageKey === 'blog' ? labels.moreArticles : labels.moreProjects
  return html`<aside class="more"><h2>${heading}</h2><ul class="cards">${related.map((other) => storyCard(site, other, { headingLevel: 3 }))}</ul></aside>`
}
