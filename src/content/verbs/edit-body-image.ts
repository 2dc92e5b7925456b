import { z } from 'zod'
import { assertMay } from '../../auth/permissions.ts'
import { invalid } from '../../errors.ts'
import { parseInput } from '../../parse-input.ts'
import { describeIn } from '../body-images.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../define-resource.ts'
import * as field from '../field-types.ts'
import { locate, notFound, readRow } from '../find-record.ts'
import { parseRecord } from '../parse-record.ts'
import { changeRecord, inTransaction } from './update-record.ts'

const text = field.text(300).trim().nullish()
/** What is said of an image within rich text; `lang`: in the text of that language only. */
export const imageDescription = z.strictObject({
  src: field.text(2_048).trim().min(1).describe('As the text has it, such as `/media/2026/08/harbour.webp`.'),
  alt: text,
  title: text,
  lang: z
    .string()
    .optional()
    .describe('A language of the site, such as `en`: only in the text of that language.'),
})

type Describe = {
  resource: Resource
  place: string
  body: unknown
  ifMatch: string | null
  /** Of the site, the primary one first. */
  languages: readonly string[]
}

/**
 * Sets alt and title of an image within rich text, in both languages unless one is named; null takes them away, an
 * empty alt says that the image is decoration. Throws 403, 404, 412 and 422 (also when no text shows the image).
 */
export async function editBodyImage(
  ctx: ContentContext,
  { resource, languages, body, place, ifMatch }: Describe,
): Promise<Row> {
  assertMay(ctx.actor, 'update', resource.name)
  const { src, lang, ...texts } = parseInput(imageDescription, body)
  if (lang !== undefined && !languages.includes(lang)) {
    throw invalid([
      { path: 'lang', code: 'unknown_language', message: `is not one of ${languages.join(', ')}` },
    ])
  }
  const names = [...resource.fieldKinds]
    .filter(([name, kind]) => kind === 'rich' && (!lang || name.endsWith('_en') === (lang === 'en')))
    .map(([name]) => name)
  return inTransaction(ctx, { resource }, async (tx, note) => {
    const row = await readRow(tx, resource, locate(resource, place), true)
    assertMay(ctx.actor, 'update', resource.name, row)
    if (!row) throw notFound(resource)
    const edited = names.flatMap((name) => {
      const html = row[name]
      const result = typeof html === 'string' ? describeIn(html, { src, ...texts }, ctx.mediaBase) : null
      return result === null ? [] : [[name, result] as const]
    })
    if (edited.length === 0)
      throw invalid([{ path: 'src', code: 'not_in_text', message: 'is not an image of this text' }])
    const input = parseRecord(ctx, resource, Object.fromEntries(edited), 'patch')
    const changes = Object.fromEntries(Object.entries(input).filter(([name, html]) => html !== row[name]))
    return changeRecord(tx, ctx, { resource, place, changes, ifMatch, autosave: false, note })
  })
}
