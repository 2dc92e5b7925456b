// Slugs of WordPress posts and terms as Frontage accepts them. They are the same on every run over the same file, so
// that a second run recognizes its records.
import { trimEnd } from '../../../text/trim-end.ts'

const MAX_LENGTH = 200

/** `%d8%b3%d9%84%d8%a7%d9%85_1` → `سلام-1`; empty if it contains no letter or digit. */
export function readSlug(stored: string): string {
  const slug = decode(stored)
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}\u200c]+/gu, '-')
    .replace(/^[-\u200c]+/u, '')
    .slice(0, MAX_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
  return trimEnd(slug, /[-\u200c]/)
}

// WordPress truncates slugs at 200 bytes, possibly inside a character.
function decode(stored: string) {
  try {
    return decodeURIComponent(stored.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    return stored.replace(/(?:%[0-9a-f]{2})+/gi, (octets) =>
      new TextDecoder().decode(Uint8Array.fromHex(octets.replaceAll('%', ''))).replaceAll('\ufffd', ''),
    )
  }
}

/** A unique slug for each item, in order. A missing one becomes `post-7`, a duplicate `hello-7`, after the WordPress id. */
export function uniqueSlugs(items: { id: number; slug: string }[], prefix: string): string[] {
  const taken = new Set<string>()
  return items.map(({ id, slug }) => {
    let candidate = readSlug(slug) || `${prefix}-${id}`
    while (taken.has(candidate)) {
      const suffix = `-${id}`
      candidate = readSlug(candidate.slice(0, MAX_LENGTH - suffix.length)) + suffix
    }
    taken.add(candidate)
    return candidate
  })
}
