// The typeface of the built-in website, Vazirmatn, in two subsets. The addresses contain a hash of the file, so that
// browsers keep them for good.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import type { Language } from '../view/language.ts'
import { fallbackFaces, fallbackFamilies } from './fallback-fonts.ts'

export type WebFont = { path: string; body: EncodedBody; unicodeRange: string }

/** The part of the path before the file name. */
export const FONT_PREFIX = '/fonts'

// The ranges of the package's subsets that these languages use; the space is in both files.
const SUBSETS = {
  arabic: 'U+0600-06FF,U+0750-077F,U+200C-200F,U+2010-2011,U+204F,U+2E41,U+FB50-FDFF,U+FE70-FEFC',
  latin: 'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2012-206F,U+20AC,U+2122,U+2212',
} as const

let fonts: Record<keyof typeof SUBSETS, WebFont> | undefined

function loadFonts() {
  fonts ??= { arabic: load('arabic'), latin: load('latin') }
  return fonts
}

function load(subset: keyof typeof SUBSETS): WebFont {
  const file = import.meta.resolve(
    `@fontsource-variable/vazirmatn/files/vazirmatn-${subset}-wght-normal.woff2`,
  )
  const bytes = new Uint8Array(readFileSync(fileURLToPath(file)))
  const hash = Bun.hash.xxHash3(bytes).toString(36)
  return {
    path: `${FONT_PREFIX}/vazirmatn-${subset}-${hash}.woff2`,
    body: new EncodedBody(bytes),
    unicodeRange: SUBSETS[subset],
  }
}

export const webFonts = (): WebFont[] => Object.values(loadFonts())

/** The subset that texts in this language need first. */
export const mainFont = ({ direction }: Language): WebFont =>
  direction === 'rtl' ? loadFonts().arabic : loadFonts().latin

/**
 * The `@font-face` rules, and the custom property with the font family. Browsers keep the fallback for a page whose font
 * does not arrive within about 0.1 s (`optional`), so that text never moves; the next page has the font.
 */
export function fontStyles(): string {
  const faces = webFonts().map(
    ({ path, unicodeRange }) =>
      `@font-face{font-family:Vazirmatn;font-weight:100 900;font-display:optional;src:url(${path}) format("woff2");unicode-range:${unicodeRange}}`,
  )
  const families = ['Vazirmatn', ...fallbackFamilies, 'sans-serif']
  return `${[...faces, ...fallbackFaces(SUBSETS)].join('')}:root{--text:${families.join(',')}}`
}
