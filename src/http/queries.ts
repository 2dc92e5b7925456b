// What queries may say: checked by the doors, told by the OpenAPI document.
import { z } from 'zod'

const count = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'is not a positive whole number')
    .transform(Number)
    .refine((value) => value <= most, `is more than ${most}`)
    .optional()

/** Which page of a list, and how long it is; without either the list comes whole. */
export const paging = { page: count(1_000_000), per_page: count(100) }

/** A filter that is on, off or absent. */
const flag = z.stringbool().optional()

/** What a list is searched for. */
const searchText = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u, 'contains a control character')
  .refine((value) => value.isWellFormed(), 'contains an unpaired surrogate')
  .optional()

/** What each list may be filtered by. */
export const filters = {
  articles: { category: z.string().optional(), tag: z.string().optional() },
  messages: { q: searchText, read: flag, spam: flag },
  newsletter: { q: searchText, spam: flag },
  media: { search: z.string().max(200).optional() },
}

/** Of a write: whether it is the editor's own saving, which never publishes. */
export const writeQuery = z.object({ autosave: flag })
