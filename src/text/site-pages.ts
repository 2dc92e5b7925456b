/** The pages that exist once; each has its SEO record and its hero. */
export const pageKeys = [
  'home',
  'about',
  'services',
  'projects',
  'investment',
  'blog',
  'gallery',
  'contact',
] as const

export type PageKey = (typeof pageKeys)[number]

/** The pages of the built-in website, as `SITE_PAGES` names them; `pages` are the free pages below `/pages/`. */
export const sitePages = [...pageKeys, 'pages'] as const

export type SitePage = (typeof sitePages)[number]

/** The page that searches the others. */
export const SEARCH_PATH = '/search'

/** The path of a page, or of the list of records that have their pages below it. */
export const pathOfPage = (page: string | number) => (page === 'home' ? '/' : `/${page}`)
