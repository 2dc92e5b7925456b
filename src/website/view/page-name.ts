import { type PageKey, pathOfPage } from '../../text/site-pages.ts'
import { withoutQuery } from '../../text/trim-end.ts'
import type { MenuLink, Site } from './site-view.ts'

/** The page's label in the menu, or else its default label. */
export function pageName({ header, language }: Site, page: PageKey): string {
  const path = pathOfPage(page)
  const flatten = (links: readonly MenuLink[]): MenuLink[] =>
    links.flatMap((link) => [link, ...flatten(link.children)])
  // A link with a query is named after what it selects, such as a category.
  const menuLink = flatten(header).find(({ url }) => !url.includes('?') && withoutQuery(url) === path)
  if (menuLink) return menuLink.label
  return page === 'contact' ? language.labels.contactPage : language.labels[page]
}
