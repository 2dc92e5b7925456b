// Slugs for the file names of stored files: from a requested name, a file name or a URL.

import { invalid } from '../text/errors.ts'
import { slugify } from '../text/slugify.ts'
import { trimEnd } from '../text/trim-end.ts'

// File systems allow 255 bytes; the rest is for a `-2` suffix and the extension.
const MAX_BYTES = 150
const MAX_CHARACTERS = 200

const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}]/gu
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const FORBIDDEN: readonly [RegExp, string][] = [
  [/[/\\]/, 'contains a path separator'],
  [CONTROL_CHARACTERS, 'contains a control character'],
  [DIRECTION_MARKS, 'contains a text direction mark'],
]

/** A requested name as a slug in its own script, without extension. Throws 422 `unfit_name`. */
export function slugFromName(name: string): string {
  const refuse = (message: string) => invalid([{ path: 'name', code: 'unfit_name', message }])
  if (name.length > MAX_CHARACTERS) throw refuse(`is longer than ${MAX_CHARACTERS} characters`)
  for (const [pattern, message] of FORBIDDEN) if (name.search(pattern) !== -1) throw refuse(message)
  const slug = slugOf(name)
  if (slug === '') throw refuse('contains no letter or digit')
  return slug
}

/** The name of an uploaded file as a slug; empty if nothing readable is left. Never throws: nobody chose that name. */
export function slugFromFilename(filename: string): string {
  const basename = filename.split(/[/\\]/).at(-1) ?? ''
  return slugOf(basename.replaceAll(CONTROL_CHARACTERS, '').replaceAll(DIRECTION_MARKS, ''))
}

/** The last path segment of a URL as a slug; empty if nothing readable is left. */
export function slugFromUrl(url: string): string {
  const segment = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return slugOf(decodeURIComponent(segment))
  } catch {
    return ''
  }
}

function slugOf(text: string) {
  let slug = slugify(text.replace(/\.(?:jpe?g|jfif|png|webp|gif|avif|pdf)$/i, ''))
  while (Buffer.byteLength(slug) > MAX_BYTES) slug = [...slug].slice(0, -1).join('')
  return trimEnd(slug, /[-\u200c]/)
}
