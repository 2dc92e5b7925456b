// The name under which somebody is recorded: one short line, and never anything that could be used to sign in.

const LONGEST = 200

/** A JWT or another long secret, or a header that carries one. */
const TOKEN = /[\w-]{16,}\.[\w-]{16,}\.[\w-]*|\beyJ[\w-]{8,}|[\w+/=-]{64,}|\b(?:Bearer|Basic)\s+\S{8,}/i

/**
 * The first of the candidates that is a name, as one line of at most 200 characters; where none is, a made-up one that
 * `id` always has.
 */
export function toDisplayName(candidates: readonly unknown[], id: string): string {
  for (const candidate of candidates) {
    if (typeof candidate !== 'string') continue
    // What looks like a token behind the cut still does before it; a megabyte of it need not be searched.
    const line = oneLine(candidate.slice(0, 10 * LONGEST))
    if (line && !TOKEN.test(line)) return cut(line)
  }
  return `user ${new Bun.CryptoHasher('sha256').update(id).digest('hex').slice(0, 12)}`
}

// Also marks that turn the direction of what follows (CVE-2021-42574), which a log or a page would show wrongly.
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

const cut = (line: string) =>
  line
    .slice(0, LONGEST)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
