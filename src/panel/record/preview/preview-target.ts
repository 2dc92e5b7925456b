import type { PreviewLink } from '../../../client/index.ts'

/** The page that a frame shows for a link: one of this service, of the frontend, or none. */
export type PreviewTarget = { kind: 'own' | 'frontend'; address: string } | { kind: 'none' }

/** `query` is added to pages of this service, which are at `website`, such as `lang=en`. */
export function previewTarget(
  { url, path }: Pick<PreviewLink, 'url' | 'path'>,
  website: string,
  query: string,
): PreviewTarget {
  if (path !== null) return { kind: 'own', address: `${website}${path}${query && `&${query}`}` }
  return URL.parse(url)?.pathname === '/api/site' ? { kind: 'none' } : { kind: 'frontend', address: url }
}
