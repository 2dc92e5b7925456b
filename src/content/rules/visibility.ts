// The visibility of records to the public, now and later: published records, within their dates, and redirects whose target is visible.
// Every public read decides through this file; `is…At` functions take milliseconds since the epoch.
import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { Resource, Row } from '../definition/define-resource.ts'
import { MAX_HOPS } from './redirect-loops.ts'

/** From `from` up to but not including `until`, in milliseconds since the epoch. */
export type Period = { from: number; until: number }

/** Whether the record is published, which includes scheduled ones: articles by their status, others unless they are hidden. */
export const isPublished = (row: Row) => ('status' in row ? row.status === 'published' : row.hidden !== true)

/** The SQL condition for published records; undefined for a singleton. */
export function publishedOnly({ table }: Pick<Resource, 'table'>): SQL | undefined {
  const { status, hidden } = getTableColumns(table)
  if (status) return eq(status, 'published')
  return hidden && eq(hidden, false)
}

/** When a published record is visible: between the dates in its `visibleBetween` columns. */
export function visiblePeriod({ visibleBetween }: Resource, row: Row): Period {
  return {
    from: millisecondsOf(row, visibleBetween?.from) ?? Number.NEGATIVE_INFINITY,
    until: millisecondsOf(row, visibleBetween?.until) ?? Number.POSITIVE_INFINITY,
  }
}

export const isVisibleAt = ({ from, until }: Period, now: number) => from <= now && now < until

/** Whether the records have a page whose last visible slug is kept. */
export const keepsPublicSlug = ({ table }: Pick<Resource, 'table'>) => 'public_slug' in getTableColumns(table)

/**
 * The slug under which the record is visible at `now`, or was when it was last visible; null if it never was. A record
 * may become visible without a write, so a write must record this for the state before it.
 */
export function lastPublicSlug(resource: Resource, row: Row, now: Date): string | null {
  const isVisible = isPublished(row) && isVisibleAt(visiblePeriod(resource, row), now.getTime())
  return ((isVisible ? row.slug : row.public_slug) as string | null | undefined) ?? null
}

/** The longest period around `now` in which no record appears or disappears. */
export function stablePeriodAround(now: number, periods: Iterable<Period>): Period {
  const stable: Period = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  for (const { from, until } of periods) {
    for (const change of [from, until]) {
      if (change <= now && change > stable.from) stable.from = change
      if (change > now && change < stable.until) stable.until = change
    }
  }
  return stable
}

function millisecondsOf(row: Row, column: string | null | undefined): number | null {
  const value = column ? row[column] : null
  return value instanceof Date ? value.getTime() : null
}

/** A redirect's paths on this site; `to` is null for a target elsewhere. */
export type RedirectPaths = { redirectFrom: string | null; redirectTo: string | null }

/** The current records and redirects by path. */
export type PathLookup = {
  /** Whether a visible record has the page at this path; null for a path below no resource's `pagePrefix`. */
  hasVisiblePage(path: string): boolean | null
  redirectFrom(path: string): RedirectPaths | null
}

/**
 * Whether a redirect may be shown. One to a hidden page would reveal that the page exists; one from a visible page
 * would hide it.
 */
export function isRedirectVisible({ redirectFrom, redirectTo }: RedirectPaths, lookup: PathLookup): boolean {
  if (redirectFrom !== null && lookup.hasVisiblePage(redirectFrom)) return false
  let target = redirectTo
  for (let hops = 0; target !== null; hops++) {
    const isVisible = lookup.hasVisiblePage(target)
    if (isVisible) return true
    // Every write checks for loops, but plain SQL can create one.
    const next = hops < MAX_HOPS ? lookup.redirectFrom(target) : null
    if (!next) return isVisible === null
    target = next.redirectTo
  }
  return true
}
