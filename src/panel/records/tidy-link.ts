// Links as people type them: what a link leads to, and the address that was meant.
import { toLatinDigits } from './parse-field-value.ts'

export type LinkTarget = 'page' | 'file' | 'website' | 'email' | 'phone' | 'anchor'

/** The kind of place that a link leads to; null for text that is no link yet. */
export function targetOf(link: string): LinkTarget | null {
  if (/^mailto:./i.test(link)) return 'email'
  if (/^tel:./i.test(link)) return 'phone'
  if (/^(?:https?:)?\/\/./i.test(link)) return 'website'
  if (/^[?#]./.test(link)) return 'anchor'
  if (link.startsWith('/media/')) return 'file'
  return link.startsWith('/') ? 'page' : null
}

/**
 * The link that was probably meant: `info@example.com` becomes `mailto:info@example.com`, `۰۲۱ ۸۸۷۷` a `tel:` link and
 * `example.com/a` an `https://` link. Anything else is only trimmed.
 */
export function tidyLink(text: string): string {
  const link = text.trim()
  if (targetOf(link) !== null || link === '') return link
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(link)) return `mailto:${link}`
  const digits = toLatinDigits(link)
  if (/^\+?[\d\s().-]{5,}$/.test(digits) && /\d{3}/.test(digits.replace(/\D/g, '')))
    return `tel:${digits.replace(/[^\d+]/g, '')}`
  if (/^[\p{L}\p{N}](?:[\p{L}\p{N}-]*\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(link))
    return `https://${link}`
  return link
}
