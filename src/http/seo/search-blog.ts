// The search behind `/blog?q=`: that of `GET /api/search`, restricted to articles.

import { search } from '../../content/search/search.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../text/errors.ts'
import { MAX_QUERY_LENGTH } from '../../website/forms/search-form.ts'
import { PER_PAGE } from '../../website/render/pagination.ts'
import type { Language } from '../../website/view/language.ts'
import type { AppContext } from '../requests/app-env.ts'

type BlogQuery = { query: string; page: number; language: Language }

/** The text of `?q=` that can be searched for; empty without one. Visitors type it, so it is never refused. */
export const searchTextOf = (c: AppContext): string =>
  (c.req.query('q') ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, MAX_QUERY_LENGTH)
    .toWellFormed()
    .trim()

/** The page of the primary language searches the texts of all languages, the others those of their own. */
export async function searchBlog(
  { database, clock, searchIndex, snapshot }: Deps,
  { query, page, language }: BlogQuery,
) {
  const ctx = { database, clock, index: searchIndex, languages: snapshot.languages }
  const paging = { page, perPage: PER_PAGE }
  const tag = language.isPrimary ? null : language.tag
  try {
    return await search(ctx, { query, language: tag, types: ['articles'], paging })
  } catch (error) {
    // No letter or digit in it, so nothing is found.
    if (error instanceof AppError && error.code === 'validation_failed') return { items: [], total: 0 }
    throw error
  }
}
