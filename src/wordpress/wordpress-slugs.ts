// Slugs as Frontage takes them, the same at every run over the same file: a second run finds its records by them.

const LONGEST = 200

/** `%d8%b3%d9%84%d8%a7%d9%85_1` → `سلام-1`; empty when no letter or digit is in it. */
export function readSlug(stored: string): string {
  return decode(stored)
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}\u200c]+/gu, '-')
    .replace(/^[-\u200c]+/u, '')
    .slice(0, LONGEST)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[-\u200c]+$/u, '')
}

// WordPress cuts at 200 bytes and may leave half a character at the end.
function decode(stored: string) {
  try {
    return decodeURIComponent(stored.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    return stored.replace(/(?:%[0-9a-f]{2})+/gi, (octets) =>
      new TextDecoder().decode(Uint8Array.fromHex(octets.replaceAll('%', ''))).replaceAll('\ufffd', ''),
    )
  }
}

/** One slug for each, in order; an absent one is `post-7`, a taken one `hello-7`, after the WordPress id. */
export function distinctSlugs(items: { id: number; slug: string }[], prefix: string): string[] {
  const taken = new Set<string>()
  return items.map(({ id, slug }) => {
    let candidate = readSlug(slug) || `${prefix}-${id}`
    while (taken.has(candidate)) {
      const suffix = `-${id}`
      candidate = readSlug(candidate.slice(0, LONGEST - suffix.length)) + suffix
    }
    taken.add(candidate)
    return candidate
  })
}
