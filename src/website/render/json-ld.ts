// schema.org structured data (JSON-LD) of the pages; see
// https://developers.google.com/search/docs/appearance/structured-data.
import type {
  AboutPage,
  BlogPosting,
  BreadcrumbList,
  CollectionPage,
  ContactPage,
  CreativeWork,
  FAQPage,
  ImageGallery,
  ImageObject,
  LocalBusiness,
  Organization,
  Service,
  Thing,
  WebPage,
  WebSite,
} from 'schema-dts'
import { shorten } from '../../text/shorten.ts'
import { toAbsolute, urlOf } from '../view/page-links.ts'
import { searchImages } from '../view/preview-image.ts'
import type { Site } from '../view/site-view.ts'
import type { Picture, Story } from '../view/stories.ts'
import { MAX_DESCRIPTION_LENGTH } from '../view/text-excerpts.ts'

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
    ...(story.picture && { image: searchImageObjects(site, story.picture) }),
    dateModified: story.modifiedAt,
    inLanguage: story.title.language.tag,
    isPartOf: reference(site, 'website'),
  }
}

/** Null without questions: search engines reject an empty FAQPage. `answer` is text or HTML. */
export function questions(
  items: readonly { question: string; answer: string }[],
  url: string,
): (FAQPage & object) | null {
  if (items.length === 0) return null
  return {
    '@type': 'FAQPage',
    '@id': `${url}#faq`,
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

type PageNode = { url: string; name: string; description: string | null }

const pageProperties = (site: Site, { url, name, description }: PageNode) => ({
  '@id': url,
  url,
  name,
  ...(description && { description: shorten(description, MAX_DESCRIPTION_LENGTH) }),
  inLanguage: site.language.tag,
  isPartOf: reference(site, 'website'),
})

type PlainPage = (AboutPage | ContactPage | WebPage) & object

/** A page without a list. */
export const page = (
  site: Site,
  { type, ...node }: PageNode & { type: 'AboutPage' | 'ContactPage' | 'WebPage' },
) =>
  ({
    '@type': type,
    ...pageProperties(site, node),
    about: reference(site, 'organization'),
  }) as PlainPage

export const imageGallery = (
  site: Site,
  { pictures, ...node }: PageNode & { pictures: readonly Picture[] },
): ImageGallery & object => ({
  '@type': 'ImageGallery',
  ...pageProperties(site, node),
  image: pictures.map((picture) => imageObject(site, picture)),
})

export const service = (
  site: Site,
  { url, name, description, picture }: PageNode & { picture: Picture | null },
): Service & object => ({
  '@type': 'Service',
  '@id': `${url}#service`,
  url,
  mainEntityOfPage: url,
  name,
  ...(description && { description: shorten(description, MAX_DESCRIPTION_LENGTH) }),
  ...(picture && { image: imageObject(site, picture) }),
  provider: reference(site, 'organization'),
})

type Place = {
  id: number
  name: string
  address: string | null
  city: string | null
  phone: string | null
  email: string | null
  map: string | null
  coordinates: { latitude: number; longitude: number } | null
  image: string | null
}

export const localBusiness = (site: Site, place: Place): LocalBusiness & object => ({
  '@type': 'LocalBusiness',
  ...reference(site, `office-${place.id}`),
  name: place.name,
  url: urlOf(site, site.has('contact') ? '/contact' : '/'),
  parentOrganization: reference(site, 'organization'),
  ...((place.address || place.city) && {
    address: {
      '@type': 'PostalAddress',
      ...(place.address && { streetAddress: place.address }),
      ...(place.city && { addressLocality: place.city }),
    },
  }),
  ...(place.phone && { telephone: place.phone }),
  ...(place.email && { email: place.email }),
  ...(place.map && { hasMap: place.map }),
  ...(place.coordinates && { geo: { '@type': 'GeoCoordinates', ...place.coordinates } }),
  ...(place.image && { image: toAbsolute(site.bases, place.image) ?? place.image }),
})

/** A page with a list of other pages; `offset`: how many stand on the pages before. */
export const listPage = (
  site: Site,
  {
    items,
    offset = 0,
    ...node
  }: PageNode & { items: readonly { name: string; url: string }[]; offset?: number },
): CollectionPage & object => ({
  '@type': 'CollectionPage',
  ...pageProperties(site, node),
  mainEntity: {
    '@type': 'ItemList',
    itemListElement: items.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: offset + index + 1,
      url,
      name,
    })),
  },
})

/** The crops that search engines choose from; the image itself if it is not in the library. */
function searchImageObjects(site: Site, { src, alt, title }: Picture) {
  const caption = title || alt
  const objects = searchImages(site, src).map(({ url, size }): ImageObject & object => ({
    '@type': 'ImageObject',
    url,
    contentUrl: url,
    ...(size && { width: String(size.width), height: String(size.height) }),
    ...(caption && { caption }),
  }))
  return objects.length === 1 ? objects[0]! : objects
}

function imageObject(site: Site, { src, alt, title }: Picture): ImageObject & object {
  const url = toAbsolute(site.bases, src) ?? src
  return { '@type': 'ImageObject', url, contentUrl: url, ...((title || alt) && { caption: title ?? alt }) }
}
