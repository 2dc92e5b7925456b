// The blog as an Atom feed (RFC 4287), newest first, one per language.
import { articleCategories } from '../../content/resources/article-categories.ts'
import { articles } from '../../content/resources/articles.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { needTexts } from '../../content/snapshot/snapshot-entry.ts'
import { escapeXml } from '../view/html.ts'
import { toAbsolute, urlOf, withAbsoluteLinks } from '../view/page-links.ts'
import type { Site } from '../view/site-view.ts'
import { blog, entriesInLanguage, type Story } from '../view/stories.ts'

/** The resources that the feed reads in addition to `siteResources`. */
export const feedResources = [articles, articleCategories]

const MAX_ENTRIES = 20

export function atomFeed(site: Site, view: SnapshotView): string {
  const { language, languages, name } = site
  const head = site.pageHead('blog')
  const entries = entriesInLanguage(view.order(articles, 'newest'), language)
  const stories = needTexts(entries.slice(0, MAX_ENTRIES)).map((entry) =>
    blog.toStory(view, entry, { languages, language, detail: 'full' }),
  )
  const updated =
    stories
      .map(({ modifiedAt }) => modifiedAt)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00Z'
  const self = urlOf(site, '/blog/feed.xml')
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language.tag)}">
<id>${escapeXml(self)}</id>
<title>${escapeXml(head.title ?? name)}</title>
${head.description ? `<subtitle>${escapeXml(head.description)}</subtitle>\n` : ''}<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(urlOf(site, '/blog'))}"/>
<updated>${escapeXml(updated)}</updated>
<author><name>${escapeXml(name)}</name></author>
${stories.map((story) => entry(site, story)).join('')}</feed>
`
}

function entry(site: Site, story: Story): string {
  const image = story.picture ? toAbsolute(site.bases, story.picture.src) : null
  const lines = [
    // An id that does not change with the slug.
    `<id>${escapeXml(`${urlOf(site, '/blog')}#article-${story.id}`)}</id>`,
    `<title>${escapeXml(story.title.text)}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(urlOf(site, story.path))}"/>`,
    image && `<link rel="enclosure" type="${imageType(image)}" href="${escapeXml(image)}"/>`,
    `<published>${escapeXml(story.publishedAt ?? story.modifiedAt)}</published>`,
    `<updated>${escapeXml(story.modifiedAt)}</updated>`,
    story.author && `<author><name>${escapeXml(story.author)}</name></author>`,
    ...[story.category ?? [], ...story.tags].flat().map((term) => `<category term="${escapeXml(term)}"/>`),
    story.summary && `<summary>${escapeXml(story.summary.text)}</summary>`,
    story.body &&
      `<content type="html" xml:lang="${escapeXml(story.body.language.tag)}">${escapeXml(withAbsoluteLinks(site.bases, story.body.text))}</content>`,
  ]
  return `<entry>\n${lines.filter(Boolean).join('\n')}\n</entry>\n`
}

const imageType = (url: string) => {
  const extension = /\.(png|webp|gif|avif)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase()
  return `image/${extension ?? 'jpeg'}`
}
