// The typeface of the built-in website, Vazirmatn, in two subsets. The addresses contain a hash of the file, so that
// browsers keep them for good.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import type { Language } from '../view/language.ts'

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

type Subset = 'arabic' | 'latin'

/** `arabic` and `latin`: the width of text in Vazirmatn, in percent of its width in this font. */
type FallbackFont = { name: string } & Partial<Record<Subset, number>>

/**
 * These values were measured with the texts of the demo site; `bun run proof website` measures the free ones again, and
 * Arial by Arimo, which has its widths. The Latin value of Tahoma follows from `@capsizecss/metrics`; the Arabic ones of
 * Tahoma and Arial are estimates.
 */
export const fallbackFonts: readonly FallbackFont[] = [
  { name: 'DejaVu Sans', arabic: 93.5, latin: 88.1 },
  { name: 'Noto Sans Arabic', arabic: 98.8, latin: 95.1 },
  { name: 'Noto Naskh Arabic UI', arabic: 107.6 },
  { name: 'Noto Naskh Arabic', arabic: 107.6 },
  { name: 'Roboto', latin: 101 },
  { name: 'Tahoma', arabic: 100, latin: 100.2 },
  { name: 'Arial', arabic: 112, latin: 100.6 },
]

/** The ascent and descent of Vazirmatn in units of its em; its line gap is 0. */
export const VAZIRMATN = { ascent: 2_100, descent: 1_100, unitsPerEm: 2_048 } as const

const familyOf = ({ name }: FallbackFont) => `"${name} as Vazirmatn"`

const fallbackFamilies: readonly string[] = fallbackFonts.map(familyOf)

/** An `@font-face` rule for each font and subset. */
function fallbackFaces(unicodeRanges: Record<Subset, string>): string[] {
  return fallbackFonts.flatMap((font) =>
    (['arabic', 'latin'] as const).flatMap((subset) => {
      const width = font[subset]
      if (width === undefined) return []
      // The overrides are scaled by `size-adjust` as well.
      const percent = (units: number) => `${((units / VAZIRMATN.unitsPerEm / width) * 1e4).toFixed(1)}%`
      return `@font-face{font-family:${familyOf(font)};src:local("${font.name}");size-adjust:${width}%;ascent-override:${percent(VAZIRMATN.ascent)};descent-override:${percent(VAZIRMATN.descent)};line-gap-override:0%;unicode-range:${unicodeRanges[subset]}}`
    }),
  )
}
