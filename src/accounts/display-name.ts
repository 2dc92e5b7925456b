// Display names for records such as quote events and the audit log: one short line, never a token or another secret.
import { sha256 } from '../platform/sha256.ts'

const MAX_LENGTH = 200

/** A JWT or another long secret, or a header that carries one. */
const TOKEN = /[\w-]{16,}\.[\w-]{16,}\.[\w-]*|\beyJ[\w-]{8,}|[\w+/=-]{64,}|\b(?:Bearer|Basic)\s+\S{8,}/i

/** The first usable candidate, or a placeholder. */
export const toDisplayName = (candidates: readonly unknown[], id: string): string =>
  usableName(candidates) ?? placeholderName(id)

/** Stands for the name of somebody who has none: the same for an `id` every time. */
export const placeholderName = (id: string) => `user ${sha256(id).slice(0, 12)}`

/** The first usable candidate, as one line of at most 200 characters; null without any. */
export function usableName(candidates: readonly unknown[]): string | null {
  for (const candidate of candidates) {
    if (typeof candidate !== 'string') continue
    // Bounds the search; a token that continues past the cut is still recognized.
    const line = toSingleLine(candidate.slice(0, 10 * MAX_LENGTH))
    if (line && !TOKEN.test(line)) return truncate(line)
  }
  return null
}

// Also removes direction marks, which change how the text after them is displayed (CVE-2021-42574).
const toSingleLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

const truncate = (line: string) =>
  line
    .slice(0, MAX_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
