// Post types of plugins and themes that `--map` imports as records of a resource.

import { plainText, truncate } from '../convert/to-plain-text.ts'
import type { Post } from '../read/wordpress-export.ts'
import { excerptOf } from './article-records.ts'
import { titleOf } from './post-fields.ts'
import { type RecordContext, readHead } from './read-head.ts'
import type { PostWithSlug } from './select-posts.ts'
import {
  type PostTexts,
  TEXT_RESOURCES,
  type TextRecord,
  type TextResource,
  textsOf,
  translatedFrom,
} from './text-records.ts'

export type MappedResource = Exclude<TextResource, 'articles' | 'pages'>

/** The resource for each post type. Articles and pages are made like those of posts and pages. */
export type TypeMap = ReadonlyMap<string, TextResource>

export const MAP_TARGETS = Object.keys(TEXT_RESOURCES) as TextResource[]
export const MAPPED_RESOURCES: readonly MappedResource[] = MAP_TARGETS.filter(
  (name) => name !== 'articles' && name !== 'pages',
)

export type MappedRecord = TextRecord & { resource: MappedResource }

const MAX_QUOTE = 2_000

/** Null if the record lacks a text that the resource requires. */
export function toMappedRecord(
  resource: MappedResource,
  { slug, ...texts }: PostWithSlug,
  context: RecordContext,
): MappedRecord | null {
  const { convertContent } = context
  const { post } = texts
  const { path, body: bodyField } = TEXT_RESOURCES[resource]
  const name = truncate(titleOf(post), resource === 'faqs' ? 500 : 300)
  const parts: Record<string, unknown> = {
    ...(path !== null && { slug }),
    ...(bodyField !== null &&
      translatedFrom(bodyField, texts, (text) => convertContent({ kind: resource, name }, text).html)),
    ...extraFields(resource, texts),
  }
  const required = resource === 'testimonials' ? 'quote' : resource === 'faqs' ? 'answer' : null
  if (required !== null && !parts[required]) {
    // A text that exists only in a further language stands in the primary one too.
    const [text] = [...textsOf(parts, required).values()].filter(Boolean)
    if (!text) return null
    parts[required] = text
  }
  const hasSeo = resource === 'projects'
  const has = { keyphrase: false, titleAndDescription: hasSeo, noindex: hasSeo }
  const { image, names, seoFields } = readHead(
    texts,
    { kind: resource, name, has, takesPreview: true },
    context,
  )
  const shown = resource === 'faqs' ? null : image
  return {
    resource,
    name,
    image: shown,
    furtherAlts: {},
    texts,
    record: { ...names, ...parts, ...seoFields },
  }
}

function extraFields(resource: MappedResource, texts: PostTexts): Record<string, unknown> {
  switch (resource) {
    case 'projects':
      return {
        ...translatedFrom('summary', texts, excerptOf),
        ...translatedFrom('category', texts, firstTermOf),
      }
    case 'services':
      return translatedFrom('summary', texts, excerptOf)
    case 'testimonials':
      return translatedFrom('quote', texts, (post) => truncate(plainText(post.content), MAX_QUOTE) || null)
    case 'team':
      return translatedFrom('job_title', texts, (post) => truncate(plainText(post.excerpt), 300) || null)
    case 'faqs':
      return translatedFrom('category', texts, firstTermOf)
  }
}

const LANGUAGE_TAXONOMIES = new Set(['language', 'post_translations'])

const firstTermOf = ({ categories, terms }: Post) => {
  const own = terms.filter(({ taxonomy }) => !LANGUAGE_TAXONOMIES.has(taxonomy))
  return truncate(plainText((own[0] ?? categories[0])?.name ?? ''), 300) || null
}
