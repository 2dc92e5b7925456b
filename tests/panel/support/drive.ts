// A panel for browser drives: one service for the tests of a file, and pages that are used again, since a page that is opened
// anew has to load, compile and render everything again.
import { afterAll, afterEach, beforeAll, describe, expect } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { ADMIN, proved } from '../../support/app.ts'
import {
  giveSession,
  hasChromium,
  listenToSpeech,
  type Panel,
  spoken,
  startPanel,
  untilReady,
  type View,
} from './panel.ts'

type Body = Record<string, any>
type Options = {
  /** Settings of the service. */
  env?: (url: string) => Record<string, string>
  /** Problems that belong to what all tests of the file do, such as the status of a refused request. */
  forgives?: RegExp
  /** The width of the window, unless a test asks for another. */
  width?: number
  /** What the account has chosen for all resources; see `View`. */
  saving?: View['saving']
}

/** Tests in Chromium. After each, nothing may have gone wrong in its pages but what it forgives. */
export function describePanel(title: string, options: Options, tests: (panel: Drive) => void) {
  describe.skipIf(!hasChromium)(title, () => {
    const drive = new Drive(options)
    beforeAll(() => drive.start())
    afterEach(() => drive.tidy())
    afterAll(() => drive.end())
    tests(drive)
  })
}

type Opened = { context: BrowserContext; page: Page; key: string | null }

export class Drive {
  #panel: Panel | null = null
  #opened: Opened[] = []
  /** Pages to use again, by view. */
  readonly #kept = new Map<string, Opened>()
  #forgiven: RegExp[] = []
  readonly #options: Options
  /** Policy violations, console errors and exceptions in the pages of the test. */
  readonly problems: string[] = []

  constructor(options: Options) {
    this.#options = options
  }

  get panel(): Panel {
    return this.#panel!
  }
  get app() {
    return this.panel.app
  }
  get url() {
    return this.panel.url
  }
  get admin() {
    return this.app.admin
  }
  get context(): BrowserContext {
    return this.#opened.at(-1)!.context
  }
  signIn: Panel['signIn'] = (...account) => this.panel.signIn(...account)

  async start() {
    this.#panel = await startPanel(this.#options.env)
  }

  async end() {
    await this.#panel?.[Symbol.asyncDispose]()
  }

  /** A page with a path of the panel such as `/services`, once it can be used. `isNew`: in a browser context of its own. */
  async open(path: string, view: View & { isNew?: boolean } = {}): Promise<Page> {
    const { language = 'en', scheme = 'light', client = this.admin, isNew = false } = view
    const width = view.width ?? this.#options.width ?? 1_280
    // Whose pages are not asked who is there, however long the tests before took.
    if (client === this.admin) await proved(client, ADMIN.password)
    const key = isNew || client === null ? null : `${language} ${scheme} ${client.token}`
    const kept = key === null ? undefined : this.#kept.get(key)
    if (kept && !this.#opened.includes(kept)) {
      this.#opened.push(kept)
      if (client) await giveSession(kept.context, { app: this.app, client, url: this.url })
      await kept.page.setViewportSize({ width, height: width < 640 ? 800 : 900 })
      await kept.page.goto(`${this.url}/admin${path === '/' ? '' : path}`)
      await untilReady(kept.page)
      await listenToSpeech(kept.page)
      return kept.page
    }
    const { page, context } = await this.panel.open(
      path,
      { saving: this.#options.saving, ...view, client, width },
      this.problems,
    )
    const opened = { page, context, key }
    this.#opened.push(opened)
    if (key !== null && !kept) this.#kept.set(key, opened)
    await listenToSpeech(page)
    return page
  }

  /** Allows a problem in the pages of this test. */
  forgive(pattern: RegExp) {
    this.#forgiven.push(pattern)
  }

  /** Leaves the pages of a test as if they were new, or closes them. */
  async tidy() {
    const { forgives } = this.#options
    const allowed = [...this.#forgiven, ...(forgives ? [forgives] : [])]
    const problems = this.problems.filter((text) => !allowed.some((pattern) => pattern.test(text)))
    for (const opened of this.#opened) if (!(await this.#empty(opened))) await this.#close(opened)
    this.#opened = []
    this.#forgiven = []
    this.problems.length = 0
    expect(problems).toEqual([])
  }

  async #empty({ page, context, key }: Opened): Promise<boolean> {
    if (key === null || page.isClosed() || context.pages().length > 1) return false
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
    // A page of the same origin, so that its process with the compiled scripts stays.
    await page.goto(`${this.url}/health`)
    await page.evaluate(() => sessionStorage.clear())
    const devtools = await context.newCDPSession(page)
    const storageTypes = 'local_storage,indexeddb'
    await devtools.send('Storage.clearDataForOrigin', { origin: this.url, storageTypes })
    await devtools.detach()
    return true
  }

  async #close(opened: Opened) {
    if (opened.key !== null && this.#kept.get(opened.key) === opened) this.#kept.delete(opened.key)
    await opened.context.close()
  }

  /** A request of an admin below `/api/admin`, which must succeed. */
  async request(method: string, path: string, body?: Body): Promise<Body> {
    const answer = await this.admin(method, `/api/admin/${path}`, body ? { body } : {})
    expect([path, answer.status < 300]).toEqual([path, true])
    return answer.body
  }

  /** The records of a list. */
  stored = async (resource: string, query = ''): Promise<Body[]> =>
    (await this.request('GET', `${resource}?${query}`)).items

  /** Waits until a live region has said the sentence. */
  async hear(page: Page, sentence: string) {
    for (let attempt = 0; attempt < 300 && !(await spoken(page)).join('\n').includes(sentence); attempt++)
      await page.waitForTimeout(100)
    expect((await spoken(page)).join('\n')).toContain(sentence)
  }
}
