// Cache tags: what a response shows, so that caches in front of the service can drop it when that changes. Every response
// of `/api/site` and every page shows something of everything, so they have tags of their own.

/** The tag of all HTML pages, the feed and the sitemaps. */
export const PAGES = 'pages'
/** The tag of `/api/site`. */
export const SITE = 'site'
/** The tag of responses with images of the library. */
export const MEDIA = 'media'

/** Changes with the build, whose pages may look different. Not a tag of responses: `pages` is also a resource. */
export const BUILD = 'build'

/** The tags to purge when content with these tags, or the build, changes. */
export function affectedTags(changed: readonly string[]): string[] {
  const resources = changed.filter((tag) => tag !== BUILD)
  return [...new Set([...resources, ...(resources.length > 0 ? [SITE] : []), PAGES])]
}
