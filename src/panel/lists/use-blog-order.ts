import type { ResourceDescription } from '../../client/index.ts'
import { useSiteSettings } from '../app/api/use-site-name.ts'

/** The sorting of a list of records that visitors see newest first, wherever they stand. */
export const NEWEST_FIRST = '-dated_at'

/** Whether visitors see the records newest first instead of by their positions; null until that is known. */
export function useIsNewestFirst({ name }: ResourceDescription): boolean | null {
  const { data, isPending } = useSiteSettings()
  if (name !== 'articles') return false
  return isPending ? null : data?.blog_order !== 'position'
}
