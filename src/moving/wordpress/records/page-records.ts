// Converts selected pages of WordPress to free pages.
import { imageOf, type RecordContext, seoFieldsIn } from './article-records.ts'
import { withoutKeyphrases } from './custom-types.ts'
import { titleOf } from './post-fields.ts'
import type { PostWithSlug } from './select-posts.ts'
import { noteSeoLosses } from './seo-notes.ts'
import type { TextRecord } from './text-records.ts'
import { type FurtherTexts, type Texts, translated, translatedFrom } from './translated-fields.ts'

export type PageRecord = { title: string; slug: string; noindex?: true } & FurtherTexts<'title', string> &
  Texts<'body' | 'seo_title' | 'seo_description', string>

export type PageToImport = TextRecord & { resource: 'pages'; record: PageRecord }

export function toPage({ slug, ...texts }: PostWithSlug, context: RecordContext): PageToImport {
  const { post, english } = texts
  const record = { kind: 'pages', name: titleOf(post) }
  const seo = seoFieldsIn(texts, context)
  const has = { keyphrase: false, titleAndDescription: true, noindex: true }
  for (const fields of seo.all) noteSeoLosses(fields, { ...record, has, usesImage: false }, context.change)
  if (imageOf(texts, context, { all: [] }).image)
    context.change('pages', record.name, 'featured image left out: pages have none')
  return {
    resource: 'pages',
    name: record.name,
    image: null,
    imageAltInEnglish: null,
    texts,
    parent: null,
    record: {
      ...translated('title', record.name, english && titleOf(english)),
      slug,
      ...translatedFrom('body', texts, (text) => context.convertContent(record, text).html),
      ...withoutKeyphrases(seo.fields),
    } as PageRecord,
  }
}
