// The pages above pages, as WordPress stores them in `wp:post_parent`.
import type { AddNote } from '../convert/import-notes.ts'
import type { PageToImport } from './page-records.ts'
import { postsOf } from './text-records.ts'

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
const idsOfParents = ({ texts: { post, english } }: PageToImport) =>
  [post.parentId, english?.parentId ?? 0].filter((id) => id > 0)

/** Whether `page` is `other` or stands below it. */
function isBelow(page: PageToImport, other: PageToImport, parents: ReadonlyMap<PageToImport, PageToImport>) {
  for (let above: PageToImport | undefined = page; above; above = parents.get(above))
    if (above === other) return true
  return false
}
