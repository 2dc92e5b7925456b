// The address of a preview: a page of this service, or of the frontend that `PREVIEW_URL` names.
import type { Resource, Row } from '../definition/define-resource.ts'

/** `previewUrl` is the template of `PREVIEW_URL`; `hasPage`: the service itself has a page for the record. */
type Options = { siteUrl: string; previewUrl: string | null; hasPage: boolean }

/** `path` is that of the page of this service; null for a page of the frontend and without a page. */
export type PreviewAddress = { url: string; path: string | null }

export function previewAddressOf(
  resource: Resource,
  row: Row,
  token: string,
  { siteUrl, previewUrl, hasPage }: Options,
): PreviewAddress {
  if (previewUrl !== null)
    return { url: fillTemplate(previewUrl, `${resource.pagePrefix}${row.slug}`, token), path: null }
  if (!hasPage) return { url: `${siteUrl}/api/site?preview=${token}`, path: null }
  const path = `${resource.pagePrefix}${encodeURIComponent(String(row.slug))}?preview=${token}`
  return { url: siteUrl + path, path }
}

/** Fills `{path}` and `{token}`, percent-encoded; only in the query are the slashes of the path encoded too. */
function fillTemplate(template: string, path: string, token: string): string {
  const queryStart = template.search(/[?#]/)
  const [before, after] =
    queryStart === -1 ? [template, ''] : [template.slice(0, queryStart), template.slice(queryStart)]
  const segments = path.split('/').map(encodeURIComponent).join('/')
  const fill = (text: string, encodedPath: string) =>
    text.replaceAll('{path}', () => encodedPath).replaceAll('{token}', () => token)
  return fill(before, segments) + fill(after, encodeURIComponent(path))
}

/** The origin of a template's addresses. */
export const previewOriginOf = (template: string): string =>
  new URL(fillTemplate(template, '/', 'token')).origin
