// What every screen must pass, at three widths, in both languages and schemes.
import { expect } from 'bun:test'
import { axeViolations, type Panel, sidewaysScroll } from './panel.ts'

const VIEWS = [
  { language: 'en', scheme: 'light', width: 1440 },
  { language: 'fa', scheme: 'dark', width: 1440 },
  { language: 'fa', scheme: 'light', width: 820 },
  { language: 'en', scheme: 'dark', width: 320 },
] as const

/** Latin words in the Persian interface, apart from content, addresses, keys and names of formats. */
const LATIN = /[A-Za-z]{3,}/

/** Opens the path in each view; expects no violation of axe or the policy, no error and no sideways scroll. */
export async function expectSoundScreens(panel: Panel, path: string) {
  for (const view of VIEWS) {
    const { page, problems, context } = await panel.open(path, view)
    const found = { axe: await axeViolations(page), problems, sideways: await sidewaysScroll(page) }
    const ownWords = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'main h1, main button, main th[scope=col], main label, main th[scope=col]',
        ),
      ].map((element) => element.textContent),
    )
    const foreign =
      view.language === 'fa' ? ownWords.filter((text) => LATIN.test(text.replaceAll(/CSV|SEO/g, ''))) : []
    expect({ path, view, ...found, foreign }).toEqual({
      ...{ path, view, axe: [], problems: [], sideways: 0, foreign: [] },
    })
    await context.close()
  }
}
