// The address of a preview: a page of this service, or of the frontend that `PREVIEW_URL` names.
import type { Resource, Row } from '../definition/define-resource.ts'

/** `previewUrl` is the template of `PREVIEW_URL`; `hasPage`: the service itself has a page for the record;
 * `language`: the tag for `{lang}`. */
type Options = { siteUrl: string; previewUrl: string | null; hasPage: boolean; language: string }

/** `path` is that of the page of this service; null for a page of the frontend and without a page. */
export type PreviewAddress = { url: string; path: string | null }

type Placeholder = 'path' | 'token' | 'resource' | 'id' | 'slug' | 'lang'

export function previewAddressOf(
  resource: Resource,
  row: Row,
  token: string,
  { siteUrl, previewUrl, hasPage, language }: Options,
): PreviewAddress {
  if (previewUrl !== null)
    return {
      url: fillTemplate(previewUrl, {
        path: `${resource.pagePrefix}${row.slug}`,
        token,
        resource: resource.name,
        id: String(row.id),
        slug: String(row.slug),
        lang: language,
      }),
      path: null,
    }
  if (!hasPage) return { url: `${siteUrl}/api/site?preview=${token}`, path: null }
  const path = `${resource.pagePrefix}${encodeURIComponent(String(row.slug))}?preview=${token}`
  return { url: siteUrl + path, path }
}

/** Fills the placeholders, percent-encoded; only in the query are the slashes of the path encoded too. */
function fillTemplate(template: string, values: Record<Placeholder, string>): string {
  const queryStart = template.search(/[?#]/)
  const [before, after] =
    queryStart === -1 ? [template, ''] : [template.slice(0, queryStart), template.slice(queryStart)]
  const fill = (text: string, encode: (value: string) => string) =>
    text.replace(/\{(\w+)\}/g, (written, name) =>
      name in values ? encode(values[name as Placeholder]) : written,
    )
  const encodeSegments = (value: string) => value.split('/').map(encodeURIComponent).join('/')
  return fill(before, encodeSegments) + fill(after, encodeURIComponent)
}

/** The origin of a template's addresses. */
export const previewOriginOf = (template: string): string =>
  new URL(fillTemplate(template, { path: '/', token: 'x', resource: 'x', id: '1', slug: 'x', lang: 'x' }))
    .origin
