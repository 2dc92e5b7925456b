import { pathOfPage } from '../text/site-pages.ts'
import type { Pages } from './page-cache.ts'
import { recordPages } from './pages/record-pages.ts'
import { type SinglePage, singlePages } from './pages/single-pages.ts'
import { listOf } from './pages/story-list.ts'
import type { SiteAddress } from './redirects/trace-redirects.ts'
import type { RenderedPage } from './render/render-page.ts'
import type { Language } from './view/language.ts'
import { sections } from './view/stories.ts'

const singleNames = Object.keys(singlePages) as SinglePage[]

/** The page at an address of the site; null where there is none. Searches are not pages here. */
export async function findPage(
  pages: Pages,
  { path, search }: SiteAddress,
  language: Language,
): Promise<RenderedPage | null> {
  const single = singleNames.find((name) => pathOfPage(name) === path)
  if (single) return pages.has(single) ? pages.single(single, language) : null
  const section = sections.find((candidate) => candidate.path === path)
  if (section) {
    const query = new URLSearchParams(search)
    const list = listOf(section, (name) => query.get(name) ?? undefined)
    return list && pages.has(section.pageKey) ? pages.list(list, language) : null
  }
  const recordPage = recordPages.find(({ page }) => path.startsWith(`${pathOfPage(page)}/`))
  if (!recordPage || !pages.has(recordPage.page)) return null
  return pages.record(recordPage, path.slice(pathOfPage(recordPage.page).length + 1), language)
}
