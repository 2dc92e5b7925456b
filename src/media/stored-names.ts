// Readable names: what somebody calls an image, as the last part of its address.
import { slugify } from '../content/slugs.ts'
import { invalid } from '../errors.ts'

// A file name has 255 bytes at most; the counter and the extension need some.
const MAX_BYTES = 150
const MAX_CHARACTERS = 200

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const REFUSED: readonly [RegExp, string][] = [
  [/[/\\]/, 'has a path separator'],
  [CONTROLS, 'has a control character'],
  [DIRECTIONS, 'has a direction mark'],
]

/** The stored name for a wished one: a slug in the script it came in, without extension. Throws 422. */
export function storedName(wished: string): string {
  const refuse = (message: string) => invalid([{ path: 'name', code: 'unfit_name', message }])
  if (wished.length > MAX_CHARACTERS) throw refuse(`has more than ${MAX_CHARACTERS} characters`)
  for (const [pattern, message] of REFUSED) if (wished.search(pattern) !== -1) throw refuse(message)
  const name = slugOf(wished)
  if (name === '') throw refuse('has no letter or digit')
  return name
}

/** A name made of a file's own, which nobody chose for this; `image` where that has nothing readable. */
export function nameOfFile(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? ''
  return slugOf(last.replaceAll(CONTROLS, '').replaceAll(DIRECTIONS, '')) || 'image'
}

/** A name made of the end of an address; `image` where that has nothing readable. */
export function nameInUrl(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return slugOf(decodeURIComponent(last)) || 'image'
  } catch {
    return 'image'
  }
}

function slugOf(text: string) {
  let name = slugify(text.replace(/\.(?:jpe?g|jfif|png|webp|gif|avif)$/i, ''))
  while (Buffer.byteLength(name) > MAX_BYTES) name = [...name].slice(0, -1).join('')
  return name.replace(/[-\u200c]+$/u, '')
}
