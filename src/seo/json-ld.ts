// schema.org structured data (JSON-LD) of the pages; see
// https://developers.google.com/search/docs/appearance/structured-data.
import type {
  BlogPosting,
  BreadcrumbList,
  CollectionPage,
  CreativeWork,
  FAQPage,
  ImageObject,
  Organization,
  Thing,
  WebSite,
} from 'schema-dts'
import { toAbsolute, urlOf } from './page-links.ts'
import type { Site } from './site-view.ts'
import type { Picture, Story } from './stories.ts'
import { MAX_DESCRIPTION_LENGTH, shorten } from './text-excerpts.ts'

/** Characters of a headline that search engines accept. */
const MAX_HEADLINE_LENGTH = 110

export type Crumb = { name: string; path: string }

const reference = (site: Site, fragment: string) => ({ '@id': `${site.bases.url}/#${fragment}` })

/** The nodes that every page includes. */
export const siteGraph = (site: Site): Thing[] => [organization(site), website(site)]

export function organization(site: Site): Organization & object {
  const { contact, bases } = site
  const profiles = site.social.flatMap(({ url }) =>
    /^https?:/i.test(url) ? (toAbsolute(bases, url) ?? []) : [],
  )
  return {
    '@type': 'Organization',
    ...reference(site, 'organization'),
    name: site.name,
    url: `${bases.url}/`,
    ...(site.tagline && { slogan: site.tagline }),
    ...(site.logo && { logo: imageObject(site, site.logo) }),
    ...(contact.email && { email: contact.email }),
    ...(contact.phone && { telephone: contact.phone }),
    ...(contact.address && { address: { '@type': 'PostalAddress', streetAddress: contact.address } }),
    ...(profiles.length > 0 && { sameAs: profiles }),
  }
}

function website(site: Site): WebSite & object {
  return {
    '@type': 'WebSite',
    ...reference(site, 'website'),
    url: `${site.bases.url}/`,
    name: site.name,
    inLanguage: site.languages.all.map(({ tag }) => tag),
    publisher: reference(site, 'organization'),
  }
}

export function breadcrumbs(site: Site, crumbs: readonly Crumb[]): BreadcrumbList & object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: urlOf(site, path),
    })),
  }
}

export function blogPosting(site: Site, story: Story, url: string): BlogPosting & object {
  return {
    '@type': 'BlogPosting',
    '@id': `${url}#article`,
    mainEntityOfPage: url,
    ...commonProperties(site, story, url),
    headline: shorten(story.title.text, MAX_HEADLINE_LENGTH),
    ...(story.publishedAt && { datePublished: story.publishedAt }),
    author: story.author ? { '@type': 'Person', name: story.author } : reference(site, 'organization'),
    publisher: reference(site, 'organization'),
    ...(story.category && { articleSection: story.category }),
    ...(story.tags.length > 0 && { keywords: [...story.tags] }),
  }
}

export function project(site: Site, story: Story, url: string): CreativeWork & object {
  return {
    '@type': 'CreativeWork',
    '@id': `${url}#project`,
    mainEntityOfPage: url,
    ...commonProperties(site, story, url),
    name: story.title.text,
    creator: reference(site, 'organization'),
    ...(story.category && { genre: story.category }),
    ...(story.client && { sponsor: { '@type': 'Organization', name: story.client } }),
    ...(story.location && { locationCreated: { '@type': 'Place', name: story.location } }),
    ...(story.year && { dateCreated: String(story.year) }),
  }
}

function commonProperties(site: Site, story: Story, url: string) {
  return {
    url,
    ...(story.seoDescription && { description: shorten(story.seoDescription, MAX_DESCRIPTION_LENGTH) }),
    ...(story.picture && { image: imageObject(site, story.picture) }),
    dateModified: story.modifiedAt,
    inLanguage: story.title.language.tag,
    isPartOf: reference(site, 'website'),
  }
}

/** Null without questions: search engines reject an empty FAQPage. */
export function faqPage(story: Story, url: string): (FAQPage & object) | null {
  if (story.questions.length === 0) return null
  return {
    '@type': 'FAQPage',
    '@id': `${url}#faq`,
    mainEntity: story.questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

type List = {
  url: string
  name: string
  description: string | null
  stories: readonly Story[]
  offset: number
}

export function collectionPage(
  site: Site,
  { url, name, description, stories, offset }: List,
): CollectionPage & object {
  return {
    '@type': 'CollectionPage',
    '@id': url,
    url,
    name,
    ...(description && { description: shorten(description, MAX_DESCRIPTION_LENGTH) }),
    inLanguage: site.language.tag,
    isPartOf: reference(site, 'website'),
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: stories.map((story, index) => ({
        '@type': 'ListItem',
        position: offset + index + 1,
        url: urlOf(site, story.path),
        name: story.title.text,
      })),
    },
  }
}

function imageObject(site: Site, { src, alt, title }: Picture): ImageObject & object {
  const url = toAbsolute(site.bases, src) ?? src
  return { '@type': 'ImageObject', url, contentUrl: url, ...((title || alt) && { caption: title ?? alt }) }
}
