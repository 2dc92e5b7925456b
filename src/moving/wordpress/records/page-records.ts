// Converts selected pages of WordPress to free pages.

import type { AddNote } from '../convert/import-notes.ts'
import { titleOf } from './post-fields.ts'
import { type RecordContext, readHead } from './read-head.ts'
import type { PostWithSlug } from './select-posts.ts'
import { type FurtherTexts, postsOf, type TextRecord, type Texts, translatedFrom } from './text-records.ts'

export type PageRecord = { title: string; slug: string; noindex?: true } & FurtherTexts<'title', string> &
  Texts<'body' | 'seo_title' | 'seo_description', string>

export type PageToImport = TextRecord & { resource: 'pages'; record: PageRecord }

export function toPage({ slug, ...texts }: PostWithSlug, context: RecordContext): PageToImport {
  const record = { kind: 'pages' as const, name: titleOf(texts.post) }
  const has = { keyphrase: false, titleAndDescription: true, noindex: true }
  const { image, names, seoFields } = readHead(texts, { ...record, has, takesPreview: false }, context)
  if (image) context.change('pages', record.name, 'featured image left out: pages have none')
  return {
    resource: 'pages',
    name: record.name,
    image: null,
    furtherAlts: {},
    texts,
    parent: null,
    record: {
      ...names,
      slug,
      ...translatedFrom('body', texts, (text) => context.convertContent(record, text).html),
      ...seoFields,
    } as PageRecord,
  }
}

/** The pages with their parents, parents first; otherwise in the same order. */
export function inHierarchy(pages: readonly PageToImport[], change: AddNote): PageToImport[] {
  const byId = new Map(pages.flatMap((page) => postsOf(page.texts).map(({ id }) => [id, page])))
  const parents = new Map<PageToImport, PageToImport>()
  for (const page of pages) {
    const ids = idsOfParents(page)
    const parent = ids.map((id) => byId.get(id)).find((found) => found !== undefined && found !== page)
    if (parent && !isBelow(parent, page, parents)) parents.set(page, parent)
    else if (ids.length > 0)
      change('pages', page.record.title, 'no longer below another page: that one is not imported')
  }
  const levelOf = (page: PageToImport): number => {
    let level = 0
    for (let above = parents.get(page); above; above = parents.get(above)) level++
    return level
  }
  return pages
    .map((page) => ({
      page: { ...page, parent: parents.get(page)?.record.slug ?? null },
      level: levelOf(page),
    }))
    .sort((a, b) => a.level - b.level)
    .map(({ page }) => page)
}

/** The text in the primary language comes first. */
const idsOfParents = ({ texts }: PageToImport) =>
  postsOf(texts).flatMap(({ parentId }) => (parentId > 0 ? [parentId] : []))

/** Whether `page` is `other` or stands below it. */
function isBelow(page: PageToImport, other: PageToImport, parents: ReadonlyMap<PageToImport, PageToImport>) {
  for (let above: PageToImport | undefined = page; above; above = parents.get(above))
    if (above === other) return true
  return false
}
