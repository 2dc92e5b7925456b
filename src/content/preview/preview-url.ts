// The address of a preview: a page of this service, or of the frontend that `PREVIEW_URL` names.
import type { Resource, Row } from '../definition/define-resource.ts'

/** `previewUrl` is the template of `PREVIEW_URL`; `hasPage`: the service itself has the page;
 * `language`: the tag for `{lang}`. */
type Options = { siteUrl: string; previewUrl: string | null; hasPage: boolean; language: string }

/** `path` is that of the page of this service; null for a page of the frontend and without a page. */
export type PreviewAddress = { url: string; path: string | null }

type Placeholder = 'path' | 'token' | 'resource' | 'id' | 'slug' | 'lang'

/** `of` is null for the whole site, which begins with its home page. */
export function previewAddressOf(
  of: { resource: Resource; row: Row } | null,
  token: string,
  { siteUrl, previewUrl, hasPage, language }: Options,
): PreviewAddress {
  const prefix = of?.resource.pagePrefix ?? '/'
  const slug = of ? String(of.row.slug) : ''
  if (previewUrl !== null)
    return {
      url: fillTemplate(previewUrl, {
        path: prefix + slug,
        token,
        resource: of?.resource.name ?? '',
        id: of ? String(of.row.id) : '',
        slug,
        lang: language,
      }),
      path: null,
    }
  if (!hasPage) return { url: `${siteUrl}/api/site?preview=${token}`, path: null }
  const path = `${prefix}${encodeURIComponent(slug)}?preview=${token}`
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
