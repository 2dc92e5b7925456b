// The page of one article or project.
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import { html, raw } from './html.ts'
import * as jsonLd from './json-ld.ts'
import { addressOf } from './meta-tags.ts'
import { mediaSource, pathTo, withMedia } from './page-links.ts'
import { breadcrumb, date, languageAttributes, paragraphs, storyCard, wholeNumber } from './page-parts.ts'
import type { Draft } from './render-page.ts'
import type { Site } from './site-view.ts'
import { listed, type Section, type Story } from './stories.ts'
import { sectionName } from './story-list.ts'

const MORE = 3

export function storyPage(
  site: Site,
  view: SnapshotView,
  { section, story }: { section: Section; story: Story },
): Draft {
  const { language, languages } = site
  const isArticle = section.pageKey === 'blog'
  const url = addressOf(site, story.path)
  const tongues = story.inEnglish ? languages.all : [languages.primary]
  const alternates = tongues.map((languageAttributes) => ({
    language: languageAttributes,
    path: pathTo(story.path, languageAttributes),
  }))
  // A page that only repeats the primary language's says so.
  const canonical = tongues.includes(language)
    ? url
    : addressOf({ ...site, language: languages.primary }, story.path)
  const crumbs = [
    { name: language.words.home, path: '/' },
    { name: sectionName(site, section), path: section.path },
    { name: story.title.text, path: story.path },
  ]
  const graph = [
    isArticle ? jsonLd.blogPosting(site, story, canonical) : jsonLd.project(site, story, canonical),
    jsonLd.faqPage(story, canonical) ?? [],
    jsonLd.breadcrumbs(site, crumbs),
    jsonLd.siteGraph(site),
  ].flat()
  return {
    meta: {
      title: story.seoTitle,
      heading: story.title.text,
      description: story.seoDescription,
      canonical,
      noindex: story.noindex,
      picture: story.picture ?? site.pageHead(section.pageKey).image,
      article:
        isArticle && story.publishedAt
          ? {
              publishedAt: story.publishedAt,
              modifiedAt: story.modifiedAt,
              section: story.category,
              tags: story.tags,
            }
          : null,
      graph,
    },
    alternates,
    content: html`${breadcrumb(site, crumbs)}
<article class="story"${languageAttributes(story.title, language)}>
<header>${story.category && html`<p class="kicker">${story.category}</p>`}
<h1>${story.title.text}</h1>
${story.summary && html`<p class="lede"${languageAttributes(story.summary, story.title.language)}>${story.summary.text}</p>`}
${byline(site, story)}</header>
${figure(site, story)}
${facts(site, story)}
${story.body && html`<div class="prose"${languageAttributes(story.body, story.title.language)}>${raw(withMedia(site.bases, story.body.text))}</div>`}
${questions(site, story)}
${story.tags.length > 0 && html`<ul class="tags">${story.tags.map((tag) => html`<li dir="auto">${tag}</li>`)}</ul>`}
</article>
${more(site, view, { section, story })}`,
  }
}

function byline({ language }: Site, story: Story) {
  if (!story.publishedAt) return null
  const updated = story.modifiedAt.slice(0, 10) > story.publishedAt.slice(0, 10)
  return html`<p class="byline">${story.author && html`<span class="author">${story.author}</span>`}${date(language, story.publishedAt)}${
    updated && html`<span>${language.words.updated}: ${date(language, story.modifiedAt)}</span>`
  }</p>`
}

function figure({ bases }: Site, { picture }: Story) {
  if (!picture) return null
  return html`<figure class="cover"><img src="${mediaSource(bases, picture.src)}" alt="${picture.alt}">${
    picture.title && html`<figcaption>${picture.title}</figcaption>`
  }</figure>`
}

function facts({ language: { words, tag } }: Site, { client, location, year, website }: Story) {
  const rows = [
    { name: words.client, value: client },
    { name: words.location, value: location },
    { name: words.year, value: year === null ? null : wholeNumber(year, tag) },
    {
      name: words.website,
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
    html`<section class="questions"><h2>${language.words.questions}</h2>${story.questions.map(
      ({ question, answer }) =>
        html`<details><summary>${question}</summary><div>${paragraphs(answer)}</div></details>`,
    )}</section>`
  )
}

function more(site: Site, view: SnapshotView, { section, story }: { section: Section; story: Story }) {
  const { languages, language } = site
  // A few beside this one, so that each story is linked from others.
  const entries = listed(view, section, language)
  const place = entries.findIndex(({ id }) => id === story.id)
  const others = [...entries.slice(place + 1, place + 1 + MORE), ...entries.slice(0, Math.max(place, 0))]
    .slice(0, MORE)
    .map((entry) => section.story(view, entry, { languages, language, part: 'summary' }))
  if (others.length === 0) return null
  const { words } = language
  const title = section.pageKey === 'blog' ? words.moreArticles : words.moreProjects
  return html`<aside class="more"><h2>${title}</h2><ul class="cards">${others.map((other) => storyCard(site, other, 3))}</ul></aside>`
}
