// The media library and the picker in Chromium.

import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { pdf } from '../support/pdfs.ts'
import { describePanel } from './support/drive.ts'
import { axeViolations, sidewaysScroll } from './support/panel.ts'

describePanel('the media library', {}, (panel) => {
  test.each([
    ['en', 'light', 1280],
    ['fa', 'dark', 320],
  ] as const)('%s, %s, %d pixels: the list and a file pass axe and fit', async (language, scheme, width) => {
    for (const path of ['/media', '/media?file=1']) {
      const page = await panel.open(path, { language, scheme, width })
      await page
        .locator(path === '/media' ? '.media-item' : '.media-details')
        .first()
        .waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
    }
  })

  test('a file is uploaded, described by keyboard, and deleted; one in use says where', async () => {
    const page = await panel.open('/media')
    const png = await Bun.file('src/panel/app/design/icon.svg').bytes()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'no.svg', mimeType: 'image/png', buffer: Buffer.from(png) })
    const dismiss = page.getByRole('button', { name: 'Dismiss: no.svg' })
    await dismiss.getByText('Dismiss', { exact: true }).waitFor()
    await dismiss.click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('solar')
    await page.getByText('1–1 of 1').waitFor()
    await page.locator('.media-item').first().press('Enter')
    const dialog = page.getByRole('dialog', { name: 'solar-field.jpg' })
    await dialog.getByLabel('Alternative text', { exact: true }).fill('Rows of panels')
    await dialog.getByRole('button', { name: /^Focal point/ }).press('ArrowRight')
    await dialog.getByRole('button', { name: 'Save' }).click()
    // By then, the dialog shows the file as it is stored.
    await page.getByText('Saved', { exact: true }).first().waitFor()
    await dialog.getByRole('button', { name: 'Focal point: 52% from the left, 50% from the top' }).waitFor()
    // Its places are shown instead of a way to delete it.
    await dialog.getByText('A file in use cannot be deleted.').waitFor()
    await dialog.getByRole('link', { name: 'Solar', exact: false }).first().waitFor()
    expect(await dialog.getByRole('button', { name: 'Delete' }).count()).toBe(0)
    panel.forgive(/status of (?:409|415)/)
  })

  const image = async (name: string) => {
    const [found] = await panel.stored('media', `search=${name}`)
    return found!
  }
  const selected = (page: Page) => page.locator('.media-item[aria-selected=true]').count()

  test('many files are selected by click, Ctrl, Shift and keyboard; tagged, described and found again', async () => {
    const page = await panel.open('/media')
    const items = page.locator('.media-item')
    await items.nth(1).click({ modifiers: ['Control'] })
    await items.nth(3).click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await items.nth(2).click({ modifiers: ['Control'] })
    const check = items.nth(0).getByRole('checkbox').first()
    for (const isChecked of [true, false, true]) {
      await check.click()
      expect(await check.isChecked()).toBe(isChecked)
    }
    await check.click({ modifiers: ['Shift'] })
    expect(await check.isChecked()).toBe(true)
    await items.nth(2).click()
    await page.getByText('4 selected').waitFor()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await items.nth(0).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowRight')
    expect(await selected(page)).toBe(2)
    expect(await axeViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Tags…' }).click()
    await page.getByLabel('Tags to add').fill('stand, 2026')
    await page.keyboard.press('Enter')
    await page.locator('.toast').getByText('2 files changed').waitFor()
    await page.getByRole('button', { name: 'Describe…' }).click()
    const english = page
      .getByRole('dialog', { name: 'Alternative texts' })
      .getByLabel('Alternative text (English)')
    await english.first().fill('The first one')
    await page.keyboard.press('Enter')
    await page.locator('.toast').getByText('1 file changed').waitFor()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByRole('button', { name: /Tag$/ }).click()
    await page.getByRole('option', { name: 'stand (2)' }).click()
    await page.waitForURL('**/admin/media?tag=stand')
    await page.getByText('1–2 of 2').waitFor()
    await page.getByRole('radio', { name: 'No English one' }).check()
    await page.getByText('1–1 of 1').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('of many files, those in use stay and their places are named', async () => {
    const page = await panel.open('/media')
    const upload = { name: 'nobody.pdf', mimeType: 'application/pdf', buffer: pdf() }
    await page.locator('input[type=file]').first().setInputFiles(upload)
    await page.getByRole('row', { name: 'nobody.pdf' }).locator('.media-check').click()
    await page.getByRole('row', { name: 'solar-field.jpg' }).locator('.media-check').click()
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete 2 files?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    const kept = page.getByRole('dialog', { name: 'These files are in use and stay' })
    await kept.getByRole('heading', { name: 'solar-field.jpg' }).waitFor()
    await kept.getByRole('link').first().waitFor()
    await page.locator('.toast').getByText('1 file deleted').waitFor()
    await page.getByRole('row', { name: 'nobody.pdf' }).waitFor({ state: 'detached' })
    panel.forgive(/status of 409/)
  })

  test('a picture is turned and cropped, by mouse and keyboard, and the website shows it so', async () => {
    const { id, url } = await image('solar-field')
    const page = await panel.open(`/media?file=${id}`)
    const dialog = page.getByRole('dialog', { name: 'solar-field.jpg' })
    await dialog.getByRole('button', { name: 'Turn right' }).click()
    await panel.hear(page, 'Turned by 90 degrees')
    await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
    const corner = dialog.getByRole('button', { name: /^Lower right corner/ })
    const box = (await corner.boundingBox())!
    const stage = (await dialog.locator('.stage').boundingBox())!
    await page.mouse.move(box.x + 14, box.y + 14)
    await page.mouse.down()
    await page.mouse.move(box.x + 14, box.y + 14 - stage.height / 2, { steps: 4 })
    await page.mouse.up()
    await corner.press('ArrowUp')
    await dialog.getByRole('button', { name: /^Upper left corner/ }).press('ArrowDown')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).first().waitFor()
    const stored = await panel.request('GET', `media/${id}`)
    expect([stored.rotation, stored.crop.x, stored.crop.y, stored.crop.width]).toEqual([90, 0, 0.01, 1])
    expect(stored.crop.height).toBeWithin(0.46, 0.5)
    const shown = (await panel.app.anyone('GET', '/api/site')).body.images[url]
    expect([shown.width, shown.height]).toEqual([stored.height, expect.any(Number)])
    expect(shown.height).toBe(Math.round(stored.crop.height * stored.width))
    await dialog.getByRole('button', { name: 'As uploaded' }).click()
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok()),
      dialog.getByRole('button', { name: 'Save' }).click(),
    ])
    expect(await panel.request('GET', `media/${id}`)).toMatchObject({ rotation: 0, crop: null })
  })

  test('uploads that are over are not listed in the next dialog, and a damaged one says so in Persian', async () => {
    const page = await panel.open('/media', { language: 'fa' })
    const whole = await (await fetch(panel.url + (await image('gearbox-loading')).url)).bytes()
    const damaged = {
      name: 'damaged.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from(whole.slice(0, 3_000)),
    }
    await page.locator('input[type=file]').first().setInputFiles(damaged)
    await page.getByRole('alert').getByText('این تصویر آسیب دیده یا ناقص است').waitFor()
    await page.getByRole('link', { name: 'گالری' }).first().click()
    await page.getByRole('link', { name: 'جدید' }).first().click()
    await page.getByRole('button', { name: 'انتخاب تصویر' }).first().click()
    await page.getByRole('dialog').locator('.media-item').first().waitFor()
    expect(await page.locator('.upload').count()).toBe(0)
    panel.forgive(/status of 4(?:15|22)/)
  })

  test('a description that is not saved is asked for before the file is closed, and not when it is deleted', async () => {
    const page = await panel.open('/media')
    const upload = { name: 'unused.pdf', mimeType: 'application/pdf', buffer: pdf() }
    await page.locator('input[type=file]').first().setInputFiles(upload)
    const row = page.getByRole('row', { name: 'unused.pdf' })
    const dialog = page.getByRole('dialog', { name: 'unused.pdf' })
    const title = dialog.getByLabel('Title')
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await row.press('Enter')
    await title.fill('Not used anywhere')
    await title.press('Escape')
    await question.getByRole('button', { name: 'Stay' }).click()
    expect(await title.inputValue()).toBe('Not used anywhere')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').first().waitFor()
    await title.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await row.press('Enter')
    await title.fill('Deleted with its file')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await question.count()).toBe(0)
  })

  test('a picture of the library is put into an article', async () => {
    const page = await panel.open('/articles/1', { width: 1440 })
    const insert = page.getByRole('button', { name: 'Insert picture' }).first()
    await insert.click()
    const picker = page.getByRole('dialog', { name: 'Choose a picture' })
    await picker.locator('.media-item').first().click()
    await picker.getByLabel('Alternative text for this place').fill('Chosen here')
    await picker.getByRole('button', { name: 'Use this picture' }).click()
    await page.locator('.rich-text img[alt="Chosen here"]').waitFor()
  })

  test('a picture brings along its alt text in each language, where there is none yet', async () => {
    const { items } = (await panel.request('GET', 'media?type=image')) as {
      items: { id: number; url: string }[]
    }
    await panel.request('PATCH', `media/${items[0]!.id}`, { alt: 'حیاط کارگاه', alt_en: 'The yard' })
    const page = await panel.open('/articles/new', { width: 1440 })
    const field = (name: string) => page.locator(`[data-field="${name}"]`)
    const picker = page.getByRole('dialog', { name: 'Choose a picture' })
    const alt = picker.getByLabel('Alternative text for this place')
    const use = () => picker.getByRole('button', { name: 'Use this picture' }).click()

    await field('image').getByRole('button', { name: 'Choose a picture' }).click()
    await picker.locator('.media-item').first().click()
    expect(await alt.inputValue()).toBe('حیاط کارگاه')
    await use()
    const described = () =>
      Promise.all(['image_alt', 'image_alt_en'].map((name) => field(name).getByRole('textbox').inputValue()))
    expect(await described()).toEqual(['حیاط کارگاه', 'The yard'])
    await field('image_alt_en').getByRole('textbox').fill('My own words')
    await field('image').getByRole('button', { name: 'Choose a picture' }).click()
    await picker.locator('.media-item').first().click()
    await use()
    expect(await described()).toEqual(['حیاط کارگاه', 'My own words'])

    await field('content_en').getByRole('button', { name: 'Insert picture' }).click()
    await picker.locator('.media-item').first().click()
    expect(await alt.inputValue()).toBe('The yard')
    await use()
    await field('content_en').locator('.rich-text img[alt="The yard"]').waitFor()
    await field('content_en')
      .locator('.rich-text')
      .evaluate((target, url) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', `<p>Pasted</p><img src="${url}">`)
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, panel.app.deps.config.site.mediaBase + items[0]!.url)
    await field('content_en').locator('.rich-text p img[alt="The yard"]').waitFor()
  })

  test('by keyboard, a picture that was found is chosen by Space, whether or not it was selected before', async () => {
    const page = await panel.open('/gallery/1')
    await page.getByRole('button', { name: 'Choose a picture' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose a picture' })
    await picker.locator('.media-item').nth(1).waitFor()
    await page.keyboard.type('pump')
    await picker.locator('.media-item').nth(1).waitFor({ state: 'detached' })
    const row = picker.getByRole('row', { name: 'pumping-station.jpg' })
    const hasFocus = () => row.evaluate((element) => element === document.activeElement)
    for (let stop = 0; stop < 5 && !(await hasFocus()); stop++) await page.keyboard.press('Tab')
    for (const press of [1, 2]) {
      await page.keyboard.press('Space')
      expect([press, await row.getAttribute('aria-selected')]).toEqual([press, 'true'])
    }
    expect(await picker.getByRole('button', { name: 'Use this picture' }).isEnabled()).toBe(true)
  })

  test('a PDF is uploaded, chosen for links and not for pictures, and says where it is used', async () => {
    const page = await panel.open('/media')
    const buffer = pdf()
    const brochure = { name: 'brochure.pdf', mimeType: 'application/pdf', buffer }
    await page.locator('input[type=file]').first().setInputFiles(brochure)
    const tile = page.getByRole('row', { name: 'brochure.pdf' })
    await tile.press('Enter')
    const details = page.getByRole('dialog', { name: 'brochure.pdf' })
    await details.getByRole('link', { name: 'Open file' }).waitFor()
    expect(await details.getByLabel('Alternative text', { exact: true }).count()).toBe(0)

    await page.goto(`${panel.url}/admin/menu/1`)
    await page
      .getByRole('button', { name: /^Choose a document: / })
      .first()
      .click()
    const picker = page.getByRole('dialog', { name: 'Choose a document' })
    await picker.locator('.media-item').first().click()
    expect(await picker.locator('.media-item').count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    await picker.getByRole('button', { name: 'Link to this document' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved').first().waitFor()

    await page.goto(`${panel.url}/admin/gallery/1`)
    await page.getByRole('button', { name: 'Choose a picture' }).click()
    await page.getByRole('dialog', { name: 'Choose a picture' }).locator('.media-item').first().waitFor()
    expect(await page.getByText('brochure.pdf').count()).toBe(0)
  })

  test('an upload above the limit of writes waits as long as Retry-After says, and is then stored', async () => {
    const page = await panel.open('/media')
    let sent = 0
    await page.route('**/api/admin/upload', async (route) => {
      if (++sent > 1) return route.continue()
      const problem = { status: 429, code: 'too_many_requests', detail: 'Too many changes.' }
      await route.fulfill({
        status: 429,
        headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '40' },
        body: JSON.stringify(problem),
      })
    })
    await page.clock.install()
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/admin/upload'))
    const upload = { name: 'later.pdf', mimeType: 'application/pdf', buffer: pdf() }
    await page.locator('input[type=file]').first().setInputFiles(upload)
    await (await refused).finished()
    await page.clock.fastForward(39_000)
    expect([sent, await page.getByRole('row', { name: 'later.pdf' }).count()]).toEqual([1, 0])
    await page.clock.fastForward(2_000)
    await page.getByRole('row', { name: 'later.pdf' }).waitFor()
    expect(sent).toBe(2)
    panel.forgive(/status of 429/)
  })

  test.each(['en', 'fa'] as const)(
    'a long name shows its beginning, in the direction of its language, in %s',
    async (language) => {
      const page = await panel.open('/media', { language, width: 390 })
      const name = `کاتالوگ-پمپ‌های-صنعتی-و-شیرآلات-${language}.pdf`
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf() })
      const shown = page.getByRole('row', { name }).locator('.media-name')
      await shown.waitFor()
      const layout = await shown.evaluate((text) => {
        const { direction, textAlign } = getComputedStyle(text)
        return { direction, textAlign, isCut: text.scrollWidth > text.clientWidth }
      })
      const textAlign = language === 'fa' ? 'right' : 'left'
      expect(layout).toEqual({ direction: 'rtl', textAlign, isCut: true })
    },
  )

  test('a PDF dropped where a picture is wanted is refused', async () => {
    const page = await panel.open('/gallery/1')
    await page.getByRole('button', { name: 'Choose a picture' }).click()
    await page.getByRole('dialog').locator('.media-item').first().waitFor()
    const box = (await page.getByRole('dialog').locator('.upload-area').boundingBox())!
    const file = join(await mkdtemp(join(tmpdir(), 'frontage-drop-')), 'a.pdf')
    await Bun.write(file, pdf())
    const devtools = await panel.context.newCDPSession(page)
    const data = { items: [], files: [file], dragOperationsMask: 1 }
    const place = { x: box.x + 20, y: box.y + 20 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, ...place, data })
    await rm(dirname(file), { recursive: true })
    await page.getByText('Only pictures can be used here.').first().waitFor()
  })
})
