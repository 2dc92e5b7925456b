// A person with a keyboard alone: presses keys, and knows of the page only what has the focus, by its role and accessible
// name, and what is written on it. Every key press, and every look for something, is counted with its time.
import { expect } from 'bun:test'
import type { CDPSession, Page } from 'playwright-core'
import { spoken } from './panel.ts'

/** Seconds of the keystroke-level model: an average typist's key, and a look at the page before it (Card, Moran, Newell 1980). */
const KEY_SECONDS = 0.28
const LOOK_SECONDS = 1.35

/** Further than this, nobody presses Tab to find something. */
const MAX_STOPS = 60

type Focus = { role: string; name: string }

export class KeyboardVisitor {
  #keys = 0
  #looks = 0
  readonly #asked: string[] = []
  readonly #page: Page
  readonly #devtools: CDPSession

  private constructor(page: Page, devtools: CDPSession) {
    this.#page = page
    this.#devtools = devtools
  }

  static async at(page: Page) {
    const devtools = await page.context().newCDPSession(page)
    const visitor = new KeyboardVisitor(page, devtools)
    await devtools.send('Page.enable')
    devtools.on('Page.frameRequestedNavigation', ({ url }) => visitor.#asked.push(url))
    return visitor
  }

  /** The address, beginning with the scheme, that the page has asked the system to open. */
  async opens(scheme: 'mailto:'): Promise<URL> {
    const find = () => this.#asked.find((url) => url.startsWith(scheme))
    await this.#until(async () => find() !== undefined)
    return new URL(find() ?? `about:blank#no ${scheme}`)
  }

  /** The time that the visit takes a person, besides that in which the panel is waited for. */
  get seconds() {
    return this.#keys * KEY_SECONDS + this.#looks * LOOK_SECONDS
  }

  get keys() {
    return this.#keys
  }

  get looks() {
    return this.#looks
  }

  async press(...keys: string[]) {
    for (const key of keys) {
      this.#keys += key.split('+').length
      await this.#page.keyboard.press(key)
    }
  }

  async type(text: string) {
    this.#keys += text.length
    await this.#page.keyboard.type(text)
  }

  /** Presses the key until the focus is on the control; every stop on the way must have a name and be in sight. */
  async reach(role: string, name: string | RegExp, key = 'Tab') {
    this.#looks += 1
    // Nobody looks for a row or a link before the list is there.
    if (role === 'row' || role === 'link') await this.#page.getByRole(role, { name }).first().waitFor()
    const passed: string[] = []
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      const focus = await this.focus()
      if (focus.role === role && fits(focus.name, name)) return
      passed.push(`${focus.role} "${focus.name}"`)
      await this.press(key)
      await this.#expectInSight()
    }
    throw new Error(`No ${role} ${name} in ${MAX_STOPS} stops: ${passed.join(', ')}`)
  }

  /** Waits until the focus is where it is expected without a key. */
  async findsFocusOn(role: string, name: string | RegExp) {
    await this.#until(async () => {
      const focus = await this.focus()
      return focus.role === role && fits(focus.name, name)
    })
    expect(await this.focus()).toEqual({ role, name: expect.stringMatching(name) })
  }

  /** Waits until the option that Enter chooses begins with the name. */
  async findsOption(name: string) {
    this.#looks += 1
    const chosen = this.#page.getByRole('option', { selected: true }).first()
    await this.#until(async () => (await chosen.textContent())?.startsWith(name) ?? false)
    expect(await chosen.textContent()).toStartWith(name)
  }

  async reads(text: string | RegExp) {
    this.#looks += 1
    await this.#page.getByText(text).first().waitFor()
  }

  async hears(sentence: string) {
    await this.#until(async () => (await spoken(this.#page)).join('\n').includes(sentence))
    expect((await spoken(this.#page)).join('\n')).toContain(sentence)
  }

  async focus(): Promise<Focus> {
    const { result } = await this.#devtools.send('Runtime.evaluate', { expression: 'document.activeElement' })
    const { nodes } = await this.#devtools.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId!,
      fetchRelatives: false,
    })
    return { role: nodes[0]?.role?.value ?? '', name: nodes[0]?.name?.value ?? '' }
  }

  /** The focus has a name, is inside of the window, and nothing covers it as a whole (WCAG 2.4.11). */
  async #expectInSight() {
    const found = async () => ({ ...(await this.focus()), isInSight: await this.#isFocusInSight() })
    // Past the last control, the browser itself has the focus for one press.
    const isPage = ({ role, name }: Focus) => role === 'RootWebArea' || (role === 'generic' && name === '')
    let focus = await found()
    // A control may just be taking the place of the one before it.
    await this.#until(async () => {
      focus = await found()
      return isPage(focus) || (focus.name !== '' && focus.isInSight)
    })
    if (!isPage(focus))
      expect(focus).toEqual({ role: focus.role, name: expect.stringMatching(/\S/), isInSight: true })
  }

  #isFocusInSight = () =>
    this.#page.evaluate(() => {
      const focused = document.activeElement!
      const element = focused instanceof HTMLInputElement ? (focused.closest('label') ?? focused) : focused
      const { left, top, width, height } = element.getBoundingClientRect()
      const parts = [0.05, 0.25, 0.5, 0.75, 0.95]
      return parts.some((x) =>
        parts.some((y) => {
          const there = document.elementFromPoint(left + width * x, top + height * y)
          return there !== null && (element.contains(there) || there.contains(element))
        }),
      )
    })

  async #until(condition: () => Promise<boolean>) {
    for (let attempt = 0; attempt < 100 && !(await condition()); attempt++)
      await this.#page.waitForTimeout(100)
  }
}

const fits = (name: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name)
