// Help for texts in the form: where the checks point, how results look, links to other pages, and the score in the list.

import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { foldText } from '../../src/text/fold-text.ts'
import { describePanel } from './support/drive.ts'
import { axeViolations, spoken } from './support/panel.ts'

const WORDS = {
  en: {
    seo: 'Search engines and readability',
    good: /^Good \(/,
    show: 'Show in the text: The keyphrase occurs',
    bar: 'Marked places',
    next: 'Next place',
    edit: 'Edit here',
    first: /^Place 1 of \d+: /,
    second: /^Place 2 of \d+: /,
    phone: 'Phone',
    languages: { fa: 'Persian', en: 'English' },
  },
  fa: {
    seo: 'موتورهای جستجو و خوانایی',
    good: /^خوب \(/,
    show: 'نمایش در متن: عبارت کلیدی',
    bar: 'جاهای نشان‌دار',
    next: 'جای بعدی',
    edit: 'ویرایش همین‌جا',
    first: /^جای ۱ از [۰-۹]+: /,
    second: /^جای ۲ از [۰-۹]+: /,
    phone: 'گوشی',
    languages: { fa: 'فارسی', en: 'انگلیسی' },
  },
} as const

type Words = (typeof WORDS)['en' | 'fa']

const cardOf = (page: Page, words: Words) => page.getByRole('region', { name: words.seo })

const markedIn = (page: Page, field: string) =>
  page.locator(`[data-field="${field}"] .marked`).allTextContents()

/** Waits for a text that is spoken. */
async function untilSpoken(page: Page, pattern: RegExp) {
  await page.waitForFunction(
    (source) =>
      (globalThis as unknown as { spoken: string[] }).spoken.some((text) => new RegExp(source).test(text)),
    pattern.source,
  )
}

describePanel('help for texts', { saving: 'publishes' }, (panel) => {
  let id: number
  beforeAll(async () => {
    const { body } = await panel.admin('GET', '/api/admin/articles?fields=slug')
    id = body.items.find(({ slug }: { slug: string }) => slug === 'sizing-pumps-right').id
  })
  describe.each(['en', 'fa'] as const)('in %s', (language) => {
    const words = WORDS[language]

    test.each([
      ['content', 'fa', /^انتخاب پمپی?$/],
      ['content_en', 'en', /^pump sizing$/],
    ] as const)(
      'a check marks its places in %s and leads through them by keyboard',
      async (field, side, phrase) => {
        const page = await panel.open(`/articles/${id}`, { language })
        await page.locator(`[data-field="${field}"] .rich-text`).waitFor()
        const html = () => page.locator(`[data-field="${field}"] .rich-text`).textContent()
        const before = await html()
        const card = cardOf(page, words)
        await card.getByRole('radio', { name: words.languages[side] }).click()
        const good = card.getByRole('button', { name: words.good })
        await good.click()
        const toggle = card.getByRole('button', { name: words.show })
        await toggle.focus()
        await page.keyboard.press('Enter')

        const bar = page.getByRole('region', { name: words.bar })
        await page.locator(`[data-field="${field}"] .marked-current`).waitFor()
        expect(
          await bar.getByRole('button', { name: words.next }).evaluate((it) => it === document.activeElement),
        ).toBe(true)
        await untilSpoken(page, words.first)
        const marked = await markedIn(page, field)
        expect(marked.length).toBeGreaterThan(2)
        for (const text of marked) expect(foldText(text).text).toMatch(phrase)
        expect(await axeViolations(page)).toEqual([])

        await page.keyboard.press('Enter')
        await untilSpoken(page, words.second)
        await page.keyboard.press('Tab')
        expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(words.edit)
        await page.keyboard.press('Enter')
        await page.waitForFunction(
          (name) => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') === name,
          field,
        )
        expect(await page.evaluate(() => getSelection()?.toString())).toBe(marked[1]!)

        await bar.getByRole('button', { name: words.next }).focus()
        await page.keyboard.press('Escape')
        expect(await toggle.evaluate((it) => it === document.activeElement)).toBe(true)
        await page.waitForFunction(() => document.querySelectorAll('.marked').length === 0)
        // Nothing but decorations: the text is the same, and there is nothing to save.
        expect(await html()).toBe(before)
        expect(await page.locator('.save-state').getAttribute('data-unsaved')).toBeNull()
      },
    )

    test('results and cards are shown in the direction of the text, with their pixels', async () => {
      const page = await panel.open(`/articles/${id}`, { language })
      const card = cardOf(page, words)
      const result = card.locator('.search-result')
      const pixels = language === 'fa' ? /[۰-۹]+ از ۶۰۰/ : /\d+ of 600/
      await card.getByText(pixels).waitFor()
      expect(await result.getAttribute('dir')).toBe('rtl')
      await card.getByRole('radio', { name: words.languages.en }).click()
      expect(await result.getAttribute('dir')).toBe('ltr')
      expect(await result.textContent()).toContain('› blog › sizing-pumps-right')
      await page.locator('[data-field="seo_title_en"] input').fill('')
      await page.locator('[data-field="title_en"] input').fill('Sizing pumps')
      await result.getByText('Sizing pumps | Frontage Demo Co.', { exact: true }).waitFor()
      // The checklist and the card have their reports from the same worker.
      expect(page.workers().length).toBe(1)
      await card.getByRole('radio', { name: words.phone }).click()
      expect(await result.getAttribute('data-device')).toBe('phone')
      await page.locator('[data-field="seo_title_en"] input').fill('Pump sizing '.repeat(20))
      await card.getByRole('radio', { name: language === 'fa' ? 'رایانه' : 'Desktop' }).click()
      await card.locator('.preview-widths [data-over]').first().waitFor()
      expect(await result.locator('.search-title').textContent()).toMatch(/^Pump sizing .{20,50}…$/)
      await card.getByRole('radio', { name: language === 'fa' ? 'ایکس' : 'X' }).click()
      await card.locator('.social-over').waitFor()
      expect(await axeViolations(page)).toEqual([])
    })
  })

  test('a check that is settled meanwhile leaves the focus in its list', async () => {
    const page = await panel.open(`/articles/${id}`)
    const card = cardOf(page, WORDS.en)
    await card.getByRole('button', { name: WORDS.en.good }).click()
    const toggle = card.getByRole('button', { name: WORDS.en.show })
    await toggle.focus()
    // The value changes without the keyboard, as by an answer of the service.
    await page.getByLabel('Focus keyphrase', { exact: true }).evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, '')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await toggle.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.closest('.check-lists') !== null)).toBe(true)
  })

  test('marks follow the words while text is typed before them', async () => {
    const page = await panel.open(`/articles/${id}`)
    const card = cardOf(page, WORDS.en)
    await card.getByRole('radio', { name: 'English' }).click()
    await card.getByRole('button', { name: WORDS.en.good }).click()
    await card.getByRole('button', { name: WORDS.en.show }).click()
    await page.locator('[data-field="content_en"] .marked-current').waitFor()
    const before = await markedIn(page, 'content_en')
    await page.locator('[data-field="content_en"] .rich-text').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('Well,  then. ', { delay: 5 })
    expect(await markedIn(page, 'content_en')).toEqual(before)
    // The next report is about the new text.
    await page.keyboard.type('Pump sizing first. ')
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-field="content_en"] .marked').length === count,
      before.length + 1,
    )
  })

  test('another article with the keyphrase is named, with the way to it', async () => {
    const { body } = await panel.admin('POST', '/api/admin/articles', {
      body: { title: 'پمپ دیگر', title_en: 'Other', seo_keyphrase: 'انتخاب  پمپ', seo_keyphrase_en: 'x' },
    })
    const page = await panel.open(`/articles/${id}`)
    const card = cardOf(page, WORDS.en)
    await card.getByText('“پمپ دیگر” has the same keyphrase').waitFor()
    await card.getByRole('link', { name: 'Open that article' }).click()
    await page.waitForURL(`**/admin/articles/${body.id}`)
    await panel.admin('DELETE', `/api/admin/articles/${body.id}`)
  })

  test('pages without a text of their own have the card, without a keyphrase', async () => {
    const page = await panel.open('/seo-meta/about')
    const card = cardOf(page, WORDS.en)
    await card.getByRole('meter').waitFor()
    expect(await card.locator('.search-result').textContent()).toContain('› about')
    await page.locator('[data-field="description"] textarea').fill('کوتاه')
    await card.getByText('The meta description has 5 characters; 120 to 156 are better.').waitFor()
    expect(await card.getByText('keyphrase').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
  })

  test('a page about the keyphrase becomes the link of the selected words', async () => {
    const page = await panel.open(`/articles/${id}`)
    const card = cardOf(page, WORDS.en)
    const suggestions = card.getByRole('region', { name: 'Pages to link to' })
    const first = suggestions.getByRole('listitem').first()
    await first.waitFor()
    const title = await first.locator('.suggestion').textContent()
    await page.locator('[data-field="content"] .rich-text p').first().dblclick()
    const selected = await page.evaluate(() => getSelection()?.toString().trim())
    await first.getByRole('button').click()
    await untilSpoken(page, /The selected text leads to/)
    const link = page.locator('[data-field="content"] .rich-text p').first().locator('a')
    expect((await link.textContent())?.trim()).toBe(selected)
    expect(await link.getAttribute('href')).toStartWith('/')
    // An article that the text links to is not suggested again.
    await suggestions.getByText(title!, { exact: true }).waitFor({ state: 'detached' })
    expect(await spoken(page)).toContain(`The selected text leads to “${title}” now.`)
  })

  test.each([
    ['en', 1280, 'SEO', /SEO in Persian: *\d+/],
    ['fa', 1280, 'سئو', /سئوی فارسی: *[۰-۹]+/],
    ['fa', 390, null, /سئوی فارسی: *[۰-۹]+/],
  ] as const)(
    'the list of articles shows the scores, in one request, in %s at %d pixels',
    async (language, width, column, text) => {
      const page = await panel.open('/articles', { language, width })
      if (column) await page.getByRole('columnheader', { name: column, exact: true }).waitFor()
      await page.locator('.list-score').first().waitFor()
      const rows = page.locator('.list-scores')
      expect(await rows.count()).toBe(7)
      expect(await rows.first().textContent()).toMatch(text)
      // The list may read again what a test before has changed: each time in one request for all rows.
      const requests = await page.evaluate(() =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes('/articles/seo?')),
      )
      expect(requests).not.toEqual([])
      for (const { name } of requests)
        expect(new URL(name).searchParams.get('ids')?.split(',')).toHaveLength(7)
      expect(await axeViolations(page)).toEqual([])
    },
  )

  test.each([
    ['en', 'Fill from the first sentences'],
    ['fa', 'پر کردن از نخستین جمله‌ها'],
  ] as const)('the excerpt is filled from the text and can be taken back, in %s', async (language, fill) => {
    const page = await panel.open(`/articles/${id}`, { language })
    const field = page.locator('[data-field="excerpt"]')
    const before = await field.locator('textarea').inputValue()
    await field.getByRole('button', { name: fill }).press('Enter')
    await page.waitForFunction(
      (old) => document.querySelector<HTMLTextAreaElement>('[data-field="excerpt"] textarea')?.value !== old,
      before,
    )
    expect(await field.locator('textarea').inputValue()).toStartWith('طراح ده درصد به دبی می‌افزاید')
    // It stays while it has the focus.
    await page.locator('.toast .button').first().focus()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    expect(await field.locator('textarea').inputValue()).toBe(before)
  })

  test.each([
    ['en', 1280],
    ['fa', 1280],
    ['fa', 390],
  ] as const)(
    'what is not translated is marked and can be taken over, in %s at %d pixels',
    async (language, width) => {
      const { body } = await panel.admin('POST', '/api/admin/articles', {
        body: { title: 'بدون ترجمه', content: '<p>متن <strong>فارسی</strong>.</p>' },
      })
      const page = await panel.open(`/articles/${body.id}`, { language, width })
      if (width === 390) await page.getByRole('tab').last().click()
      const title = page.locator('[data-field="title_en"]')
      await title.locator('.chip').waitFor()
      // Nothing to translate, so nothing to mark.
      expect(await page.locator('[data-field="excerpt_en"] .chip').count()).toBe(0)
      if (width === 390) {
        await title.locator('.checks-trigger').press('Enter')
        expect(await title.locator('.value-text').textContent()).toBe('بدون ترجمه')
      }
      expect(await axeViolations(page)).toEqual([])
      await title.locator('.field-aid .button').press('Enter')
      await page.waitForFunction(() => document.activeElement?.closest('[data-field="title_en"]') !== null)
      expect(await title.locator('input').inputValue()).toBe('بدون ترجمه')
      // A copy is no translation until it is changed.
      await title.locator('.chip').waitFor()
      await title.locator('input').fill('Not translated')
      await title.locator('.chip').waitFor({ state: 'detached' })
      await page.locator('[data-field="content_en"] .field-aid .button').press('Enter')
      await page.locator('[data-field="content_en"] .rich-text strong').waitFor()
      await panel.admin('DELETE', `/api/admin/articles/${body.id}`)
    },
  )
})
