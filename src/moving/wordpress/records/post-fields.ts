// Fields of an article or page taken from a WordPress post: title, publication status and date.
import { isInYears } from '../../../text/storable.ts'
import { toContentHtml } from '../convert/content-html.ts'
import { ellipsize, plainText, truncate } from '../convert/to-plain-text.ts'
import type { Post } from '../read/wordpress-export.ts'

const TITLE_WORDS = 8

/** The post's title, or the first words of its text. */
export function titleOf(post: Post): string {
  const title = truncate(plainText(post.title), 300)
  if (title) return title
  // A space before each tag keeps the texts of adjacent blocks apart.
  const text = plainText(toContentHtml(post.content.slice(0, 2_000)).html.replaceAll('<', ' <'))
  const words = text.split(' ')
  const opening = words.slice(0, TITLE_WORDS).join(' ') + (words.length > TITLE_WORDS ? '…' : '')
  return ellipsize(opening, 80) || `Untitled ${post.id}`
}

export type Publication = {
  status: 'draft' | 'published'
  /** RFC 3339. */
  published_at: string | null
  /** The reason that a post which is not a draft in WordPress becomes one, or has another date. */
  reason: string | null
}

/**
 * Posts that are not clearly public become drafts; one that was published keeps its date, and without one gets that of the
 * import.
 */
export function publicationOf(post: Post, now: Date): Publication {
  const published_at = publishingDate(post)?.toISOString() ?? null
  const draft = (reason: string): Publication => ({
    status: 'draft',
    published_at,
    reason: `${reason}: imported as a draft`,
  })
  if (post.password !== '') return draft('password-protected')
  switch (post.status) {
    case 'publish':
      return {
        status: 'published',
        published_at: published_at ?? now.toISOString(),
        reason: published_at ? null : 'without a date: published with that of the import',
      }
    case 'future':
      return published_at
        ? { status: 'published', published_at, reason: null }
        : draft('scheduled without a date')
    case 'draft':
    case 'pending':
    case 'auto-draft':
      return { status: 'draft', published_at: null, reason: null }
    default:
      return draft(post.status === 'private' ? 'private' : `unknown status ${post.status || '(none)'}`)
  }
}

/** Why a page cannot be imported, or null: Frontage pages have no drafts, so only public pages are imported. */
export function whyPageIsNotPublic(page: Post, now: Date): string | null {
  if (page.password !== '') return 'password-protected, and Frontage pages are always public'
  if (page.status === 'future' && isPast(publishingDate(page)?.toISOString() ?? null, now)) return null
  return page.status === 'publish'
    ? null
    : `status ${page.status || '(none)'}, and Frontage pages are always public`
}

export const isPast = (instant: string | null, now: Date) => instant !== null && new Date(instant) <= now

/** Milliseconds since 1970; 0 for a post without a date. */
export const publishingTime = (post: Post) => publishingDate(post)?.getTime() ?? 0

/** The export does not contain the site's time zone, so a local date without a GMT date is read as UTC. */
function publishingDate({ dateGmt, date, pubDate }: Post): Date | null {
  for (const value of [asUtc(dateGmt), asUtc(date), pubDate]) {
    const instant = new Date(value)
    if (!Number.isNaN(instant.getTime()) && isInYears(instant.toISOString())) return instant
  }
  return null
}

const asUtc = (value: string) => `${value.replace(' ', 'T')}Z`
