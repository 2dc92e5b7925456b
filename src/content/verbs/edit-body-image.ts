import { z } from 'zod'
import { assertMay } from '../../accounts/permissions.ts'
import { toRelativeMediaUrl } from '../../platform/security/sanitize-rich-text.ts'
import { contentLanguages, parseField } from '../../text/content-language.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { escapeHtml, unescapeHtml } from '../../text/html.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'
import { readRow, recordNotFound } from '../definition/find-record.ts'
import { parseRecord } from '../definition/parse-record.ts'
import { changeRecord, inWriteTransaction } from './update-record.ts'

const text = field.text(300).trim().nullish()
/** The request body. */
export const imageDescription = z.strictObject({
  src: field.text(2_048).trim().min(1).describe('As in the text, such as `/media/2026/08/harbour.webp`.'),
  alt: text,
  title: text,
  lang: z
    .string()
    .optional()
    .describe('A language of the site, such as `en`, to change only the text in that language.'),
})

type EditImage = {
  resource: Resource
  idOrKey: string
  body: unknown
  ifMatch: string | null
  /** The site's language tags, the primary one first. */
  languages: readonly string[]
}

/**
 * Sets alt and title of an image in the rich text of a record, in both languages unless `lang` names one. Null removes an
 * attribute; an empty alt marks the image as decorative. Throws 403, 404, 412 and 422 (also if no text shows the image).
 */
export async function editBodyImage(
  ctx: ContentContext,
  { resource, languages, body, idOrKey, ifMatch }: EditImage,
): Promise<Row> {
  assertMay(ctx.actor, 'update', resource.name)
  const { src, lang, ...texts } = parseInput(imageDescription, body)
  if (lang !== undefined && !languages.includes(lang)) {
    throw invalid([
      {
        path: 'lang',
        code: 'unknown_language',
        message: `must be one of ${languages.join(', ')}`,
        params: { values: [...languages] },
      },
    ])
  }
  const only = contentLanguages(languages).find(({ tag }) => tag === lang)
  const names = [...resource.fieldKinds]
    .filter(([name, kind]) => kind === 'rich' && (!only || parseField(name).key === only.key))
    .map(([name]) => name)
  for (let attempt = 1; ; attempt++) {
    const row = await ctx.database.query((tx) => readRow(tx, resource, idOrKey))
    assertMay(ctx.actor, 'update', resource.name, row)
    if (!row) throw recordNotFound(resource)
    assertFresh(ifMatch, etagOf(row.version))
    const edited = names.flatMap((name) => {
      const html = row[name]
      const result = typeof html === 'string' ? setImageText(html, { src, ...texts }, ctx.mediaBase) : null
      return result === null ? [] : [[name, result] as const]
    })
    if (edited.length === 0)
      throw invalid([{ path: 'src', code: 'not_in_text', message: 'does not appear in the text' }])
    const input = await parseRecord(ctx, resource, Object.fromEntries(edited), 'patch')
    const changes = Object.fromEntries(Object.entries(input).filter(([name, html]) => html !== row[name]))
    const change = { resource, changes, ifMatch: etagOf(row.version), autosave: false }
    try {
      return await inWriteTransaction(ctx, { resource, idOrKey }, (tx, note, before) =>
        changeRecord(tx, ctx, { ...change, before, note }),
      )
    } catch (error) {
      // The texts were edited outside of the transaction: start again if the record was changed meanwhile.
      const isStale = error instanceof AppError && error.code === 'stale'
      if (!isStale || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

const MAX_ATTEMPTS = 10

type ImageText = { src: string; alt?: string | null | undefined; title?: string | null | undefined }

/**
 * Sets `alt` and `title` of every image in `html` that shows `src`: undefined keeps an attribute, null removes it, and so
 * does an empty title. Returns null if no image shows `src`.
 */
function setImageText(html: string, { src, alt, title }: ImageText, mediaBase: string): string | null {
  const wanted = normalizeSrc(src, mediaBase)
  let found = false
  const edited = new HTMLRewriter()
    .on('img[src]', {
      element(image) {
        // HTMLRewriter returns attribute values with their entities.
        if (normalizeSrc(unescapeHtml(image.getAttribute('src')!), mediaBase) !== wanted) return
        found = true
        for (const [name, value] of [['alt', alt] as const, ['title', title] as const]) {
          if (value === null || (name === 'title' && value === '')) image.removeAttribute(name)
          else if (value !== undefined) image.setAttribute(name, escapeHtml(value))
        }
      },
    })
    .transform(html)
  return found ? edited : null
}

// The same image may be written absolute or relative, percent-encoded or not.
function normalizeSrc(src: string, mediaBase: string) {
  const relative = toRelativeMediaUrl(src, mediaBase)
  try {
    return decodeURI(relative).normalize('NFC')
  } catch {
    return relative
  }
}
