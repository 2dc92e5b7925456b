// The address of a preview: a page of this service, or of the frontend that `PREVIEW_URL` names.
import type { Resource, Row } from '../define-resource.ts'

/** `previewUrl` is the template of `PREVIEW_URL`; `hasPage`: the service itself has a page for the record. */
type Options = { siteUrl: string; previewUrl: string | null; hasPage: boolean }

export function previewUrlOf(
  resource: Resource,
  row: Row,
  token: string,
  { siteUrl, previewUrl, hasPage }: Options,
): string {
  if (previewUrl !== null) return fillTemplate(previewUrl, `${resource.pagePrefix}${row.slug}`, token)
  if (!hasPage) return `${siteUrl}/api/site?preview=${token}`
  return `${siteUrl}${resource.pagePrefix}${encodeURIComponent(String(row.slug))}?preview=${token}`
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
