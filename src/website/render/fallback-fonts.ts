// The fonts that stand in for Vazirmatn on pages that it reaches too late, with its measures, so that lines are as high and
// break at the same words.

type Subset = 'arabic' | 'latin'

/** `arabic` and `latin`: the width of text in Vazirmatn, in percent of its width in this font. */
type FallbackFont = { name: string } & Partial<Record<Subset, number>>

/**
 * Measured with the texts of the demo site; `bun run test:website` measures the free ones again, and Arial by Arimo, which
 * has its widths. The Latin value of Tahoma follows from `@capsizecss/metrics`; the Arabic ones of Tahoma and Arial are
 * estimates.
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

export const fallbackFamilies: readonly string[] = fallbackFonts.map(familyOf)

/** An `@font-face` rule for each font and subset. */
export function fallbackFaces(unicodeRanges: Record<Subset, string>): string[] {
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
