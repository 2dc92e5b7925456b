// Measures the fonts that stand in for Vazirmatn: the committed percentages follow from the font files.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fallbackFonts, VAZIRMATN } from '../../src/website/render/web-fonts.ts'
import { withPage } from '../support/browser.ts'

const PACKAGES = [
  '@fontsource-variable/vazirmatn@5.3.0',
  '@fontsource/arimo@5.3.0',
  '@fontsource/noto-naskh-arabic@5.3.0',
  '@fontsource/noto-sans-arabic@5.3.0',
  '@fontsource/roboto@5.3.0',
  'dejavu-fonts-ttf@2.37.3',
]

const fontsource = (name: string, subset: string) =>
  `@fontsource/${name}/files/${name}-${subset}-400-normal.woff2`
const vazirmatn = (subset: string) =>
  `@fontsource-variable/vazirmatn/files/vazirmatn-${subset}-wght-normal.woff2`
const DEJAVU = 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf'

const FILES = {
  arabic: {
    Vazirmatn: vazirmatn('arabic'),
    'DejaVu Sans': DEJAVU,
    'Noto Sans Arabic': fontsource('noto-sans-arabic', 'arabic'),
    'Noto Naskh Arabic': fontsource('noto-naskh-arabic', 'arabic'),
  },
  latin: {
    Vazirmatn: vazirmatn('latin'),
    'DejaVu Sans': DEJAVU,
    'Noto Sans Arabic': fontsource('noto-sans-arabic', 'latin'),
    Roboto: fontsource('roboto', 'latin'),
    Arial: fontsource('arimo', 'latin'),
  },
} as const

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'frontage-fonts-'))
  await Bun.write(join(directory, 'package.json'), '{}')
  await Bun.$`${process.execPath} add --silent --exact ${PACKAGES}`.cwd(directory)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** The texts of the demo site: its words in Persian, because the space is in the other subset, and its English sentences. */
async function demoTexts() {
  const modules = await Promise.all([
    import('../../src/content/demo/articles-engineering.ts'),
    import('../../src/content/demo/articles-procurement.ts'),
  ])
  const texts = modules.flatMap(textsIn).map((text) => text.replace(/<[^>]+>/g, ' '))
  const isPersian = (text: string) => /[\u0600-\u06ff]/.test(text)
  return {
    arabic: texts.join(' ').match(/[\u0600-\u06ff\u200c]+/g) ?? [],
    latin: texts.filter((text) => !isPersian(text) && / [a-z]+ /.test(text)),
  }
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

const MEASURE = `async ({ fonts, texts }) => {
  const context = document.createElement('canvas').getContext('2d')
  const measured = {}
  for (const [name, source] of fonts) {
    document.fonts.add(await new FontFace('measured ' + name, 'url(' + source + ')').load())
    context.font = '2048px "measured ' + name + '"'
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x')
    const width = texts.reduce((sum, text) => sum + context.measureText(text).width, 0)
    measured[name] = { ascent, descent, width }
  }
  return measured
}`

type Measured = Record<string, { ascent: number; descent: number; width: number }>

test.each(['arabic', 'latin'] as const)('fallback fonts are scaled to Vazirmatn, %s', async (subset) => {
  const fonts = await Promise.all(
    Object.entries(FILES[subset]).map(async ([name, path]) => {
      const bytes = await Bun.file(join(directory, 'node_modules', path)).bytes()
      return [name, `data:font/woff2;base64,${bytes.toBase64()}`]
    }),
  )
  const options = JSON.stringify({ fonts, texts: (await demoTexts())[subset] })
  const measured = await withPage(
    async (page) => (await page.evaluate(`(${MEASURE})(${options})`)) as Measured,
  )
  const { Vazirmatn, ...others } = measured
  expect(Vazirmatn).toMatchObject({ ascent: VAZIRMATN.ascent, descent: VAZIRMATN.descent })
  for (const [name, { width }] of Object.entries(others)) {
    const committed = fallbackFonts.find((font) => font.name === name)?.[subset] ?? 0
    const percent = (Vazirmatn!.width / width) * 100
    // The texts of the demo may change.
    expect({ name, percent, isNear: Math.abs(percent - committed) < 0.3 }).toEqual({
      name,
      percent,
      isNear: true,
    })
  }
})
