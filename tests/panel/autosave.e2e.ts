// Drafts save themselves, and nothing that was typed is lost: not by slow answers, a lost connection or others' changes.

import { describe, expect, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { randomOf } from '../support/random.ts'
import { type Drive, describePanel } from './support/drive.ts'
import { axeViolations, giveSession, spoken, untilQuiet, untilReady } from './support/panel.ts'

type Body = Record<string, any>

/** The rounds of the crash test: a few here, 200 with `PANEL_ROUNDS=200`; other edits with another `PANEL_SEED`. */
const ROUNDS = Number(Bun.env.PANEL_ROUNDS ?? 6)
const SEED = Number(Bun.env.PANEL_SEED ?? 23)

const OPTIONS = {
  width: 1_440,
  saving: 'publishes' as const,
  forgives: /status of 4|net::ERR_|Failed to fetch/,
}

describePanel('autosave', OPTIONS, (panel) => {
  const open: Drive['open'] = (path, view) => panel.open(path, view)
  const request: Drive['request'] = (...parts) => panel.request(...parts)
  const draft = (body: Body = {}) => request('POST', 'articles', { title: 'A draft', ...body })
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
  const state = (page: Page, text: string | RegExp) =>
    page.locator('.save-state', { hasText: text }).waitFor()
  const isAutosave = (url: string) => url.includes('autosave=true')
  const WRITES = /\/api\/admin\/articles(\/\d+)?(\?.*)?$/

  /** Keeps writes waiting until `release`; reads pass. */
  async function holdWrites(page: Page) {
    const held: Route[] = []
    let isHeld = true
    await page.route(WRITES, (route) => {
      if (isHeld && route.request().method() !== 'GET') held.push(route)
      else void route.continue()
    })
    const first = async () => {
      while (held.length === 0) await page.waitForTimeout(20)
      return held[0]!
    }
    const release = () => {
      isHeld = false
      for (const route of held.splice(0)) void route.continue()
    }
    return { first, release, held }
  }

  test('a draft saves itself after a pause, and what is typed meanwhile stays, with focus and caret', async () => {
    const { id } = await draft({ excerpt: 'The end.' })
    const page = await open(`/articles/${id}`)
    const writes = await holdWrites(page)
    const excerpt = field(page, 'Excerpt')
    await excerpt.press('Home')
    await page.keyboard.type('Begin ')
    const sent = (await writes.first()).request()
    expect([isAutosave(sent.url()), sent.postDataJSON()]).toEqual([true, { excerpt: 'Begin The end.' }])
    await state(page, 'Saving…')
    await page.keyboard.type('and ')
    writes.release()
    await page.keyboard.type('go on: ')
    await state(page, /^Saved \d/)
    expect(await excerpt.inputValue()).toBe('Begin and go on: The end.')
    const caret = await excerpt.evaluate((input: HTMLTextAreaElement) => [
      document.activeElement === input,
      input.selectionStart,
    ])
    expect(caret).toEqual([true, 'Begin and go on: '.length])
    expect(await request('GET', `articles/${id}`)).toMatchObject({ excerpt: 'Begin and go on: The end.' })
    expect((await spoken(page)).filter((text) => text === 'Saved')).toEqual([])
  })

  test('leaving a field saves at once, and the space at the end of a title stays while it is typed', async () => {
    const { id } = await draft()
    const page = await open(`/articles/${id}`)
    const title = field(page, 'Title')
    await title.fill('Pumps ')
    await state(page, /^Saved \d/)
    expect(await request('GET', `articles/${id}`)).toMatchObject({ title: 'Pumps' })
    expect(await title.inputValue()).toBe('Pumps ')
    await page.keyboard.type('and valves ')
    const write = page.waitForRequest((one) => one.method() === 'PATCH')
    await page.keyboard.press('Tab')
    expect(isAutosave((await write).url())).toBe(true)
    await state(page, /^Saved \d/)
    expect(await title.inputValue()).toBe('Pumps and valves')
  })

  test('in the editor, the text, the caret and undo survive an answer', async () => {
    const { id } = await draft({ content: '<p>One two three.</p>' })
    const page = await open(`/articles/${id}`)
    const editor = page.getByRole('textbox', { name: 'Text', exact: true })
    await editor.click()
    await page.keyboard.press('Control+Home')
    const writes = await holdWrites(page)
    await page.keyboard.type('Zero ')
    await writes.first()
    await page.keyboard.type('half ')
    writes.release()
    await page.keyboard.type('and ')
    await state(page, /^Saved \d/)
    await page.keyboard.type('now ')
    expect(await editor.textContent()).toBe('Zero half and now One two three.')
    await state(page, /^Saved \d/)
    expect((await request('GET', `articles/${id}`)).content).toBe('<p>Zero half and now One two three.</p>')
    await page.keyboard.press('Control+z')
    expect(await editor.textContent()).not.toContain('now')
  })

  test('of a long published text, each key up to Ctrl+S is saved, and the first one guards the page', async () => {
    const content = Array.from({ length: 60 }, (_, n) => `<p>${`word${n} `.repeat(80).trim()}</p>`).join('')
    const { id } = await draft({ status: 'published', content })
    const page = await open(`/articles/${id}`)
    await page.getByRole('textbox', { name: 'Text', exact: true }).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('a')
    await state(page, 'Unsaved changes, kept on this device')
    const isGuarded = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(await isGuarded()).toBe(true)
    await page.keyboard.type('bcdefghij klmnopqrst')
    await page.keyboard.press('Control+s')
    await state(page, /^Saved \d/)
    expect((await request('GET', `articles/${id}`)).content).toBe(
      content.replace('<p>', '<p>abcdefghij klmnopqrst'),
    )
    expect([await isGuarded(), await keptCount(page)]).toEqual([false, 0])
  })

  test('a new draft is stored once its title is left, at an address of its own', async () => {
    const page = await open('/articles/new')
    await field(page, 'Title').fill('Typed in one go')
    await field(page, 'Excerpt').click()
    await page.waitForURL(/\/admin\/articles\/\d+$/)
    await page.keyboard.type('On.')
    await state(page, /^Saved \d/)
    const stored = await request('GET', `articles/${page.url().split('/').at(-1)}`)
    expect(stored).toMatchObject({ slug: 'typed-in-one-go', excerpt: 'On.', status: 'draft' })
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  })

  test('a new draft is stored once when the answer to its first save is lost', async () => {
    const page = await open('/articles/new')
    const title = `Lost ${crypto.randomUUID()}`
    let isLost = false
    await page.route(WRITES, async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.continue()
      isLost = true
      expect((await route.fetch()).status()).toBe(201)
      // Any other answer would make it try again at once.
      await panel.context.setOffline(true)
      await route.abort('connectionreset')
    })
    await field(page, 'Title').fill(title)
    await page.keyboard.press('Tab')
    await state(page, 'Offline, kept on this device')
    await field(page, 'Excerpt').fill('Typed after the answer was lost.')
    await panel.context.setOffline(false)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await state(page, /^Saved \d/)
    const { items } = await request('GET', `articles?q=${encodeURIComponent(title)}&page=1`)
    expect(items.map(({ excerpt }: Body) => excerpt)).toEqual(['Typed after the answer was lost.'])
  })

  test('a new draft is stored once when the page is loaded again before the lost answer', async () => {
    const page = await open('/articles/new')
    const title = `Lost ${crypto.randomUUID()}`
    await page.route(WRITES, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      expect((await route.fetch()).status()).toBe(201)
      // Any other answer would make it try again at once.
      await panel.context.setOffline(true)
      await route.abort('connectionreset')
    })
    await field(page, 'Title').fill(title)
    await page.keyboard.press('Tab')
    await state(page, 'Offline, kept on this device')
    await untilKept(page, 1)
    await page.close()
    await panel.context.setOffline(false)
    // Somebody else begins the same.
    const { id: other } = await draft({ title })
    const again = await openAgain('/articles/new')
    await press(again, 'Restore')
    await isOffered(again).waitFor({ state: 'detached' })
    await field(again, 'Excerpt').fill('Typed after the page was loaded again.')
    await press(again, 'Save')
    await state(again, /^Saved \d/)
    const { items } = await request('GET', `articles?q=${encodeURIComponent(title)}&page=1`)
    const excerpts = items.map(({ id, excerpt }: Body) => [id === other, excerpt])
    expect(excerpts.toSorted()).toEqual([
      [false, 'Typed after the page was loaded again.'],
      [true, null],
    ])
  })

  test('what the service refuses stays marked while the rest saves itself', async () => {
    const { id, slug } = await draft()
    const page = await open(`/articles/${id}`)
    await field(page, 'Slug').fill('not a slug')
    await field(page, 'Excerpt').click()
    await page.getByText('Use letters and digits, separated by single hyphens.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await page.keyboard.type('Good.')
    const answer = page.waitForResponse((one) => one.request().method() === 'PATCH' && one.ok())
    await page.keyboard.press('Tab')
    await answer
    await page.locator('.save-state', { hasText: 'Unsaved changes' }).waitFor()
    await page.getByText('Use letters and digits, separated by single hyphens.').waitFor()
    expect(await request('GET', `articles/${id}`)).toMatchObject({ slug, excerpt: 'Good.' })
    expect(await field(page, 'Slug').inputValue()).toBe('not a slug')
  })

  test('a draft that is saved too often keeps what was typed, and is saved after Retry-After', async () => {
    const { id } = await draft()
    const page = await open(`/articles/${id}`)
    const writes: string[] = []
    await page.route(WRITES, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      writes.push(route.request().postDataJSON().excerpt)
      if (writes.length > 1) return route.continue()
      const problem = { status: 429, code: 'too_many_requests', detail: 'Too many changes.' }
      await route.fulfill({
        status: 429,
        headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '40' },
        body: JSON.stringify(problem),
      })
    })
    await page.clock.install()
    await field(page, 'Excerpt').fill('Typed too often.')
    await state(page, 'Unsaved changes')
    await page.clock.fastForward(2_100)
    // A busy browser may show another notice first.
    await page.getByRole('alert').filter({ hasText: 'Too many changes.' }).waitFor()
    await page.clock.fastForward(35_000)
    expect(writes).toEqual(['Typed too often.'])
    expect(await field(page, 'Excerpt').inputValue()).toBe('Typed too often.')
    await page.clock.fastForward(6_000)
    await state(page, /^Saved \d/)
    expect(writes).toEqual(['Typed too often.', 'Typed too often.'])
    expect(await request('GET', `articles/${id}`)).toMatchObject({ excerpt: 'Typed too often.' })
  })

  test('a published article waits for Save', async () => {
    const { id } = await draft({ status: 'published' })
    const page = await open(`/articles/${id}`)
    const writes: string[] = []
    page.on('request', (one) => {
      if (one.method() === 'PATCH') writes.push(one.url())
    })
    await field(page, 'Excerpt').fill('Later.')
    await page.keyboard.press('Tab')
    await state(page, 'Unsaved changes')
    await page.waitForTimeout(2_500)
    expect(writes).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await state(page, /^Saved \d/)
    expect(writes.map(isAutosave)).toEqual([false])
  })

  /** Another page of the same browser: what a person sees who comes back after a crash. */
  async function openAgain(path: string, prepare: (page: Page) => Promise<unknown> = async () => {}) {
    const page = await panel.context.newPage()
    await prepare(page)
    await page.goto(`${panel.url}/admin${path}`)
    await untilReady(page)
    return page
  }
  const noticeOf = (page: Page, text: string | RegExp) => page.locator('.notice-text', { hasText: text })
  const isOffered = (page: Page) => noticeOf(page, /^Unsaved changes of .* were kept\.$/)
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const keptCount = (page: Page) =>
    page.evaluate(async () => {
      // Opening it before the panel does would create it without its store.
      if (!(await indexedDB.databases()).some(({ name }) => name === 'frontage-unsaved')) return 0
      return new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('frontage-unsaved')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('changes').objectStore('changes').count()
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result)
          }
        }
      })
    })
  /** The text of the only changes that are kept. */
  const keptText = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open('frontage-unsaved')
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const all = opening.result.transaction('changes').objectStore('changes').getAll()
            all.onsuccess = () => {
              opening.result.close()
              resolve(String(all.result[0]?.mine.content ?? ''))
            }
          }
        }),
    )
  const untilKept = async (page: Page, count: number) => {
    for (let attempt = 0; attempt < 100 && (await keptCount(page)) !== count; attempt++)
      await page.waitForTimeout(50)
    expect(await keptCount(page)).toBe(count)
  }

  describe('unsaved changes on the device', () => {
    const published = () => draft({ status: 'published', excerpt: 'As it was.' })

    test('are offered after the page was gone, with what differs, and removed once they are saved', async () => {
      const { id } = await published()
      const page = await open(`/articles/${id}`)
      await field(page, 'Excerpt').fill('As it is typed.')
      await state(page, 'Unsaved changes, kept on this device')
      await untilKept(page, 1)
      await page.close()
      const again = await openAgain(`/articles/${id}`)
      await isOffered(again).waitFor()
      expect(await field(again, 'Excerpt').inputValue()).toBe('As it was.')
      expect(await axeViolations(again)).toEqual([])
      await press(again, 'Show differences')
      const dialog = again.getByRole('dialog')
      await dialog.locator('ins', { hasText: 'is typed' }).waitFor()
      expect(await axeViolations(again)).toEqual([])
      await dialog.getByRole('button', { name: 'Restore' }).click()
      await isOffered(again).waitFor({ state: 'detached' })
      expect(await field(again, 'Excerpt').inputValue()).toBe('As it is typed.')
      await untilKept(again, 1)
      await press(again, 'Save')
      await state(again, /^Saved \d/)
      await untilKept(again, 0)
      expect(await request('GET', `articles/${id}`)).toMatchObject({ excerpt: 'As it is typed.' })
    })

    test('are offered on top of what others have changed since', async () => {
      const { id } = await published()
      const page = await open(`/articles/${id}`)
      await field(page, 'Excerpt').fill('Typed.')
      await untilKept(page, 1)
      await page.close()
      await request('PATCH', `articles/${id}`, { excerpt: 'By others.', seo_title: 'By others too' })
      const again = await openAgain(`/articles/${id}`)
      await press(again, 'Restore')
      const dialog = again.getByRole('dialog', { name: 'Changed meanwhile' })
      for (const text of ['As it was.', 'Typed.', 'By others.'])
        await dialog.getByText(text, { exact: true }).waitFor()
      await dialog.getByRole('button', { name: 'Save merged' }).click()
      await state(again, /^Saved \d/)
      await isOffered(again).waitFor({ state: 'detached' })
      const stored = await request('GET', `articles/${id}`)
      expect(stored).toMatchObject({ excerpt: 'Typed.', seo_title: 'By others too' })
      await untilKept(again, 0)
    })

    test('are written while a text is typed without a rest', async () => {
      const { id } = await draft({ status: 'published', content: '<p>Start.</p>' })
      const page = await open(`/articles/${id}`)
      await page.getByRole('textbox', { name: 'Text', exact: true }).click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('a')
      await untilKept(page, 1)
      // The keys come as quickly as the page takes them, so that there is no rest before the last.
      let typed = 'a'
      const started = Date.now()
      let kept = ''
      while (kept.length < 20 && Date.now() - started < 5_000) {
        const next = 'bcdefghij'[typed.length % 9]!
        await page.keyboard.press(next)
        typed += next
        kept = /^<p>(\w*?)Start/.exec(await keptText(page))?.[1] ?? ''
      }
      expect(typed.startsWith(kept)).toBe(true)
      expect(kept.length).toBeGreaterThanOrEqual(20)
    })

    test('are discarded when the user says so, and those of a new record are kept as well', async () => {
      const page = await open('/faqs/new')
      await field(page, 'Question').fill('Why?')
      await untilKept(page, 1)
      await page.close()
      const again = await openAgain('/faqs/new')
      await press(again, 'Discard')
      await isOffered(again).waitFor({ state: 'detached' })
      await untilKept(again, 0)
      expect(await field(again, 'Question').inputValue()).toBe('')
    })

    test('are never shown to another account, and removed after 30 days', async () => {
      const other = await panel.signIn('admin', 'somebody')
      const { id } = await published()
      const page = await open(`/articles/${id}`)
      await field(page, 'Excerpt').fill('Mine alone.')
      await untilKept(page, 1)
      await page.close()
      await giveSession(panel.context, { app: panel.app, client: other, url: panel.url })
      const theirs = await openAgain(`/articles/${id}`)
      await field(theirs, 'Excerpt').fill('Theirs.')
      await untilKept(theirs, 2)
      expect(await isOffered(theirs).count()).toBe(0)
      await theirs.evaluate(
        () =>
          new Promise<void>((resolve) => {
            const opening = indexedDB.open('frontage-unsaved')
            opening.onsuccess = () => {
              const changes = opening.result.transaction('changes', 'readwrite').objectStore('changes')
              changes.openCursor().onsuccess = ({ target }) => {
                const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
                if (!cursor) return resolve()
                cursor.update({ ...cursor.value, at: Date.now() - 31 * 86_400_000 })
                cursor.continue()
              }
            }
          }),
      )
      await theirs.close()
      const late = await openAgain(`/articles/${id}`)
      await untilKept(late, 0)
      expect(await isOffered(late).count()).toBe(0)
    })

    test('cannot be kept without storage: the form says so and works', async () => {
      const { id } = await published()
      await open('/faqs')
      const page = await openAgain(`/articles/${id}`, (page) =>
        page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined })),
      )
      await field(page, 'Excerpt').fill('Typed.')
      await noticeOf(page, /^This browser cannot keep unsaved changes/).waitFor()
      await state(page, /^Unsaved changes$/)
      await press(page, 'Save')
      await state(page, /^Saved \d/)
    })
  })

  test('what one tab saves is shown by another that has changed nothing', async () => {
    const { id } = await draft({ status: 'published' })
    const first = await open(`/articles/${id}`)
    const second = await openAgain(`/articles/${id}`)
    await noticeOf(first, 'open in another tab').waitFor()
    await field(first, 'Excerpt').fill('Saved in the first.')
    await press(first, 'Save')
    await state(first, /^Saved \d/)
    await second.waitForFunction(
      () =>
        document.querySelector<HTMLTextAreaElement>('[data-field="excerpt"] textarea')?.value ===
        'Saved in the first.',
    )
  })

  test('two tabs of one record know of each other: one saves by itself, the other takes over', async () => {
    const { id } = await draft()
    const first = await open(`/articles/${id}`)
    const second = await openAgain(`/articles/${id}`)
    await noticeOf(first, 'Only this tab saves by itself.').waitFor()
    await noticeOf(second, 'that one saves by itself').waitFor()
    const writes: string[] = []
    second.on('request', (one) => {
      if (one.method() === 'PATCH') writes.push(one.url())
    })
    await field(second, 'Excerpt').fill('Typed in the second.')
    await second.keyboard.press('Tab')
    await untilKept(second, 1)
    await field(first, 'SEO title').fill('Typed in the first.')
    await state(first, /^Saved \d/)
    await second.waitForTimeout(2_500)
    expect(writes).toEqual([])
    await first.close()
    await state(second, /^Saved \d/)
    expect(await isOffered(second).count()).toBe(0)
    expect(await noticeOf(second, 'open in another tab').count()).toBe(0)
    expect(await request('GET', `articles/${id}`)).toMatchObject({
      excerpt: 'Typed in the second.',
      seo_title: 'Typed in the first.',
    })
  })

  describe('when somebody else changes the draft', () => {
    const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Changed meanwhile' })

    test('other fields and other words are merged without a question, under the hands of a typist', async () => {
      const { id } = await draft({ content: '<p>One two three.</p><p>The end.</p>' })
      const page = await open(`/articles/${id}`)
      const editor = page.getByRole('textbox', { name: 'Text', exact: true })
      await editor.click()
      await page.keyboard.press('Control+Home')
      await request('PATCH', `articles/${id}`, {
        content: '<p>One two 3.</p><p>The very end.</p>',
        seo_title: 'Theirs',
      })
      await page.keyboard.type('Zero ')
      await page.locator('.toast-text', { hasText: /^Changes by somebody else were taken in: / }).waitFor()
      await page.keyboard.type('and ')
      await state(page, /^Saved \d/)
      expect(await editor.textContent()).toBe('Zero and One two 3.The very end.')
      expect(await field(page, 'SEO title').inputValue()).toBe('Theirs')
      await page.keyboard.press('Control+s')
      await state(page, /^Saved \d/)
      expect(await request('GET', `articles/${id}`)).toMatchObject({
        content: '<p>Zero and One two 3.</p><p>The very end.</p>',
        seo_title: 'Theirs',
      })
    })

    test('the same field is asked about at a pause, not while keys are pressed', async () => {
      const { id } = await draft({ excerpt: 'As loaded' })
      const page = await open(`/articles/${id}`)
      const writes = await holdWrites(page)
      await field(page, 'Excerpt').fill('Mine')
      await writes.first()
      await request('PATCH', `articles/${id}`, { excerpt: 'Theirs', seo_title: 'Their title' })
      await page.keyboard.type(' and')
      const refused = page.waitForResponse((one) => one.status() === 412)
      writes.release()
      await refused
      await page.keyboard.type(' more')
      expect(await dialogOf(page).count()).toBe(0)
      await dialogOf(page).waitFor()
      await page.keyboard.press('Escape')
      await state(page, 'Changed meanwhile: not saved until you decide')
      expect(await field(page, 'Excerpt').inputValue()).toBe('Mine and more')
      await press(page, 'Save')
      await dialogOf(page).getByRole('button', { name: 'Save merged' }).click()
      await state(page, /^Saved \d/)
      const stored = await request('GET', `articles/${id}`)
      expect(stored).toMatchObject({ excerpt: 'Mine and more', seo_title: 'Their title' })
    })

    test('who published it meanwhile has the last word: then it waits for Save', async () => {
      const { id } = await draft()
      const page = await open(`/articles/${id}`)
      await request('PATCH', `articles/${id}`, { status: 'published' })
      await field(page, 'Excerpt').fill('Not public yet.')
      await page.locator('.page-title .chip', { hasText: /^Published$/ }).waitFor()
      await state(page, 'Unsaved changes, kept on this device')
      await page.waitForTimeout(2_500)
      expect((await request('GET', `articles/${id}`)).excerpt).toBeNull()
    })

    test('what was typed offline is saved when the connection is back, and merged', async () => {
      const { id } = await draft()
      const page = await open(`/articles/${id}`)
      await untilQuiet(page)
      await panel.context.setOffline(true)
      await field(page, 'Excerpt').fill('Typed offline.')
      await state(page, 'Offline, kept on this device')
      await request('PATCH', `articles/${id}`, { seo_title: 'Meanwhile' })
      await page.keyboard.type(' More.')
      await page.keyboard.press('Tab')
      await panel.context.setOffline(false)
      await state(page, /^Saved \d/)
      expect(await request('GET', `articles/${id}`)).toMatchObject({
        excerpt: 'Typed offline. More.',
        seo_title: 'Meanwhile',
      })
    })
  })

  test('a session that ends over a draft: after signing in, it saves itself', async () => {
    const editor = await panel.signIn('admin', 'ending')
    const { id } = await draft()
    const page = await open(`/articles/${id}`, { client: editor })
    // Before it, the page would hear of the end and could not be typed into.
    let hasEnded = false
    await page.route(`**/api/admin/articles/${id}**`, async (route) => {
      if (route.request().method() === 'PATCH' && !hasEnded) {
        hasEnded = true
        await editor('POST', '/api/auth/logout', { body: { everywhere: true } })
      }
      await route.continue()
    })
    await field(page, 'Excerpt').fill('Typed.')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill('a password of admin')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await state(page, /^Saved \d/)
    expect(await request('GET', `articles/${id}`)).toMatchObject({ excerpt: 'Typed.' })
  })

  test.each([-3, 3])('a clock that is %p hours off decides nothing', async (hours) => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const { id } = await draft({ published_at: soon })
    const scheduled = await draft({ status: 'published', published_at: soon })
    await open('/faqs')
    const shift = (page: Page) =>
      page.addInitScript((ms) => {
        const { now } = Date
        globalThis.Date = class extends Date {
          constructor(...args: []) {
            if (args.length > 0) super(...args)
            else super(now() + ms)
          }
          static override now = () => now() + ms
        } as DateConstructor
      }, hours * 3_600_000)
    const page = await openAgain(`/articles/${id}`, shift)
    await field(page, 'Excerpt').fill('Typed.')
    await state(page, /^Saved \d/)
    await request('PATCH', `articles/${id}`, { seo_title: 'Theirs' })
    await field(page, 'Excerpt').fill('Typed again.')
    await page.locator('.toast-text', { hasText: /^Changes by somebody else were taken in: / }).waitFor()
    await state(page, /^Saved \d/)
    const stored = await request('GET', `articles/${id}`)
    expect(stored).toMatchObject({ excerpt: 'Typed again.', seo_title: 'Theirs' })
    await page.goto(`${panel.url}/admin/articles/${scheduled.id}`)
    await untilReady(page)
    await field(page, 'Excerpt').fill('Kept.')
    await untilKept(page, 1)
    await page.close()
    const again = await openAgain(`/articles/${scheduled.id}`)
    await press(again, 'Restore')
    expect(await field(again, 'Excerpt').inputValue()).toBe('Kept.')
    expect((await request('GET', `articles/${scheduled.id}`)).excerpt).toBeNull()
  })

  test(`in ${ROUNDS} rounds that end with a crash, what was typed up to a second before is there afterwards`, async () => {
    const random = randomOf(SEED)
    const { id: draftId } = await draft({ content: '<p>Start.</p>' })
    const { id: publishedId } = await draft({ content: '<p>Start.</p>', status: 'published' })
    await open('/faqs')
    const labels = ['Title', 'Excerpt', 'Text']
    const read = (page: Page): Promise<string[]> =>
      page.evaluate(
        (names) =>
          names.map((name) => {
            const found = document.querySelector(`[data-field="${name}"] :is(input, textarea, .rich-text)`)
            return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement
              ? found.value
              : (found?.textContent ?? '')
          }),
        ['title', 'excerpt', 'content'],
      )
    const lost: unknown[] = []
    const last = new Map<number, string[]>()
    for (let round = 0; round < ROUNDS; round++) {
      const id = round % 2 === 0 ? publishedId : draftId
      const page = await openAgain(`/articles/${id}`)
      await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
      const before = last.get(id)
      if (before) {
        // A change that was stored by itself is not offered.
        if (!Bun.deepEquals(await read(page), before)) {
          await press(page, 'Restore').catch(() => {})
          for (let attempt = 0; attempt < 40 && !Bun.deepEquals(await read(page), before); attempt++)
            await page.waitForTimeout(50)
        }
        const found = await read(page)
        if (!Bun.deepEquals(found, before)) lost.push({ round, id, before, found })
      }
      for (let burst = 1 + random(4); burst > 0; burst--) {
        await page.getByRole('textbox', { name: labels[random(3)]!, exact: true }).focus()
        await page.keyboard.press('Control+End')
        if (random(4) === 0) for (let key = random(4); key > 0; key--) await page.keyboard.press('Backspace')
        await page.keyboard.type(` r${round}b${burst}`, { delay: random(30) })
        if (random(3) === 0) await page.waitForTimeout(random(2_500))
      }
      last.set(
        id,
        (await read(page)).map((text) => text.trimEnd()),
      )
      await page.waitForTimeout(150 + random(850))
      if (random(2) === 0) await page.close({ runBeforeUnload: false })
      else {
        const crashed = page.waitForEvent('crash')
        const devtools = await page.context().newCDPSession(page)
        void devtools.send('Page.crash').catch(() => {})
        await crashed
        await page.close()
      }
    }
    expect(lost).toEqual([])
  }, 1_800_000)
})
