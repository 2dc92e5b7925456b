// Every Content-Security-Policy of the service, strictest first. Values are CSP Level 3 source expressions.
import { sha256 } from '../sha256.ts'

const policy = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

/** `'sha256-…'` of an inline script or style, computed as a browser does: after normalising line breaks. */
const hash = (text: string) => `'sha256-${sha256(text.replace(/\r\n?/g, '\n'), 'base64')}'`

/** The default: JSON, XML and problem documents load nothing and cannot be framed. */
export const API_POLICY = policy({ 'default-src': "'none'", 'frame-ancestors': "'none'" })

/** Uploaded files opened directly in a tab: `sandbox` stops scripts in files that a browser takes for HTML. */
export const MEDIA_POLICY = "default-src 'none'; sandbox"

/** The Swagger UI page at `/api/docs`, whose style sheet has its icons as `data:` URLs. */
export const API_DOCS_POLICY = policy({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
})

/** Origins beside the panel's own: the identity provider or null; the website, where it has another one, and the frontend that shows previews. */
type PanelOrigins = { issuer: string | null; previews: readonly string[] }

/**
 * The admin panel: everything from the service itself, images also from uploads that have not been sent yet. The panel may
 * call the identity provider and frame previews of other origins.
 */
export const adminPanelPolicy = ({ issuer, previews }: PanelOrigins) =>
  policy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' blob: data:",
    'font-src': "'self'",
    'connect-src': issuer === null ? "'self'" : `'self' ${issuer}`,
    'frame-src': ["'self'", ...previews].join(' '),
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })

/**
 * Pages in the built-in template: no scripts, only these inline styles, the service's fonts, images from anywhere. No page
 * frames them.
 */
export const builtInPagePolicy = (styles: readonly string[]) =>
  policy({
    'default-src': "'none'",
    'style-src': styles.map(hash).join(' '),
    'img-src': '* data:',
    'font-src': "'self'",
    // Audits in the browser (Lighthouse) read /robots.txt from the page.
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })

/** Inline code in a frontend's `index.html`: contents of script elements and of `on…` attributes. */
export type InlineScripts = { elements: readonly string[]; handlers: readonly string[] }

/**
 * Pages in a frontend's `index.html`. The frontend may load scripts and data from any HTTPS origin; inline code runs
 * only if it is part of that file.
 */
export const frontendPagePolicy = ({ elements, handlers }: InlineScripts) =>
  policy({
    'script-src': [
      "'self'",
      'https:',
      ...new Set([
        ...elements.filter((text) => text.trim() !== '').map(hash),
        ...(handlers.length > 0 ? ["'unsafe-hashes'", ...handlers.map(hash)] : []),
      ]),
    ].join(' '),
    'object-src': "'none'",
    'base-uri': "'self'",
    'frame-ancestors': "'self'",
  })

/** The policy of a page, for its preview: the admin panel, which may have another origin, shows it beside the form. */
export const framedByPanel = (pagePolicy: string, panel: string | null) =>
  pagePolicy.replace(/frame-ancestors '(?:none|self)'/, `frame-ancestors 'self'${panel ? ` ${panel}` : ''}`)
