/** The pages of the built-in website, as `SITE_PAGES` names them; `pages` are the free pages below `/pages/`. */
export const sitePages = [
  'home',
  'about',
  'services',
  'projects',
  'investment',
  'blog',
  'gallery',
  'contact',
  'pages',
] as const

export type SitePage = (typeof sitePages)[number]

/** The path of a page, or of the list of records that have their pages below it. */
export const pathOfPage = (page: SitePage) => (page === 'home' ? '/' : `/${page}`)
