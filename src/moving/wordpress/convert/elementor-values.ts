// Reads the values in the settings of Elementor’s elements, and makes HTML of them.
import { escapeHtml } from '../../../text/html.ts'

export type Settings = Record<string, unknown>

/** Values are nested in one another; none of Elementor’s own has more levels. */
const MAX_VALUE_DEPTH = 20

/** PHP writes an empty object as a list. */
export const settingsOf = (value: unknown): Settings =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Settings) : {}
export const listOf = (value: unknown): Settings[] => (Array.isArray(value) ? value.map(settingsOf) : [])
export const numberOf = (value: unknown) => (typeof value === 'number' ? String(value) : textOf(value))

/** Texts of version 4 are objects with their `content`. */
export const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : contentOf(settingsOf(value))).trim()
const contentOf = ({ content }: Settings) => (typeof content === 'string' ? content : '')

/** An unknown shortcode, which the conversion removes and names; without an attribute it could be a text in brackets. */
export const marker = (name: string) => `[elementor-${name.replace(/[^\w-]/g, '')} widget="1"]`

type Lose = (tag: string) => void

/**
 * Settings as plain values: those of version 4 are `{"$$type": …, "value": …}`. `lose` is told the names of dynamic tags,
 * whose values WordPress looks up when it shows the page.
 */
export function plainSettings(settings: unknown, lose: Lose): Settings {
  const { __dynamic__, ...rest } = settingsOf(settings)
  for (const [key, tag] of Object.entries(settingsOf(__dynamic__))) {
    if (textOf(tag) === '') continue
    delete rest[key] // what is stored beside the tag is not shown
    lose(/\bname="([\w-]+)"/.exec(textOf(tag))?.[1] ?? key)
  }
  return settingsOf(plainValue(rest, lose, 0))
}

function plainValue(value: unknown, lose: Lose, depth: number): unknown {
  if (value === null || typeof value !== 'object') return value
  if (depth > MAX_VALUE_DEPTH) return null
  if (Array.isArray(value)) return value.map((entry) => plainValue(entry, lose, depth + 1))
  const { $$type: type, value: inner } = value as Settings
  if (type === 'dynamic') {
    const { name, settings } = settingsOf(inner)
    lose(textOf(name))
    return plainValue(settingsOf(settings).fallback ?? null, lose, depth + 1)
  }
  if (type === 'overridable') return plainValue(settingsOf(inner).origin_value, lose, depth + 1)
  if (typeof type === 'string') return plainValue(inner, lose, depth + 1)
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, plainValue(entry, lose, depth + 1)]),
  )
}

/** Some texts have paragraphs of their own. */
export function paragraph(value: unknown): string {
  const text = textOf(value)
  return text === '' || /^<(?:p|ul|ol|h[1-6]|div|blockquote)\b/i.test(text) ? text : `<p>${text}</p>`
}

export function headingHtml(title: unknown, size: unknown, byDefault: string, link: unknown): string {
  const tag = /^(?:h[1-6]|p)$/.test(textOf(size)) ? textOf(size) : byDefault
  return textOf(title) === '' ? '' : `<${tag}>${linked(textOf(title), link)}</${tag}>`
}

/** Elementor shows these while nothing is chosen. */
const PLACEHOLDER = /\/elementor\/assets\/images\/(?:placeholder\.png|default-svg\.svg)$/

/** `image` has an address, or only the id of an attachment. */
export function imageHtml(image: unknown, { link, caption }: { link?: unknown; caption?: unknown } = {}) {
  const { url, id, src, alt } = settingsOf(image)
  if (src !== undefined) return imageHtml(src, { link, caption })
  const address = textOf(url)
  if (PLACEHOLDER.test(address)) return ''
  if (address === '')
    return /^[1-9]\d*$/.test(String(id))
      ? `[elementor-image id="${id}" link="${escapeHtml(urlOf(link))}"]`
      : ''
  const img = `<img src="${escapeHtml(address)}" alt="${escapeHtml(textOf(alt))}">`
  const figcaption = textOf(caption) === '' ? '' : `<figcaption>${textOf(caption)}</figcaption>`
  return `<figure>${linked(img, link)}${figcaption}</figure>`
}

export function galleryOf(images: unknown): string {
  const ids = listOf(images).flatMap(({ id }) => (/^\d+$/.test(String(id)) ? [String(id)] : []))
  return ids.length > 0 ? `[gallery ids="${ids.join(',')}"]` : ''
}

export function linked(html: string, link: unknown): string {
  const url = urlOf(link)
  return url === '' || html === '' ? html : `<a href="${escapeHtml(url)}">${html}</a>`
}

/** The address that a link leads to: an address, or the id of a post. Empty for none. */
export function urlOf(link: unknown): string {
  const { url, destination } = settingsOf(link)
  const id = typeof destination === 'number' ? destination : settingsOf(destination).id
  const address = typeof id === 'number' ? `/?p=${id}` : textOf(destination ?? url)
  return address === '#' ? '' : address
}
