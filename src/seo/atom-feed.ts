// The blog as an Atom feed (RFC 4287), newest first, one for each language.
import { articleCategories } from '../content/resources/article-categories.ts'
import { articles } from '../content/resources/articles.ts'
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import { escapeXml } from './html.ts'
import { addressOf } from './meta-tags.ts'
import { absolute, withAbsoluteLinks } from './page-links.ts'
import type { Site } from './site-view.ts'
import { blog, listed, type Story } from './stories.ts'

/** The resources that a feed reads beside those of the site. */
export const feedResources = [articles, articleCategories]

const ENTRIES = 20

export function atomFeed(site: Site, view: SnapshotView): string {
  const { language, languages, name } = site
  const head = site.pageHead('blog')
  const stories = [...listed(view, blog, language)]
    .sort((a, b) => b.from - a.from || b.id - a.id)
    .slice(0, ENTRIES)
    .map((entry) => blog.story(view, entry, { languages, language, part: 'whole' }))
  const updated =
    stories
      .map(({ modifiedAt }) => modifiedAt)
      .sort()
      .at(-1) ?? '1970-01-01T00:00:00Z'
  const self = addressOf(site, '/blog/feed.xml')
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language.tag)}">
<id>${escapeXml(self)}</id>
<title>${escapeXml(head.title ?? name)}</title>
${head.description ? `<subtitle>${escapeXml(head.description)}</subtitle>\n` : ''}<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(addressOf(site, '/blog'))}"/>
<updated>${escapeXml(updated)}</updated>
<author><name>${escapeXml(name)}</name></author>
${stories.map((story) => entry(site, story)).join('')}</feed>
`
}

function entry(site: Site, story: Story): string {
  const url = addressOf(site, story.path)
  const image = story.picture ? absolute(site.bases, story.picture.src) : null
  // An id that outlives a change of the slug.
  const id = `${addressOf(site, '/blog')}#article-${story.id}`
  return `<entry>
<id>${escapeXml(id)}</id>
<title>${escapeXml(story.title.text)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
${image ? `<link rel="enclosure" type="${imageType(image)}" href="${escapeXml(image)}"/>\n` : ''}<published>${escapeXml(story.publishedAt ?? story.modifiedAt)}</published>
<updated>${escapeXml(story.modifiedAt)}</updated>
${story.author ? `<author><name>${escapeXml(story.author)}</name></author>\n` : ''}${[
  story.category ?? [],
  ...story.tags,
]
  .flat()
  .map((term) => `<category term="${escapeXml(term)}"/>\n`)
  .join('')}${story.summary ? `<summary>${escapeXml(story.summary.text)}</summary>\n` : ''}${
  story.body
    ? `<content type="html" xml:lang="${escapeXml(story.body.language.tag)}">${escapeXml(withAbsoluteLinks(site.bases, story.body.text))}</content>\n`
    : ''
}</entry>
`
}

const imageType = (url: string) => {
  const extension = /\.(png|webp|gif|avif)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase()
  return `image/${extension ?? 'jpeg'}`
}
