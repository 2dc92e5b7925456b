// One screen after another for a drive: the screen before is closed, and what is spoken is collected.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { listenToSpeech, type Panel, type PanelPage, spoken, type View } from './panel.ts'

type Body = Record<string, any>

export class Screens {
  #opened: PanelPage | null = null

  constructor(readonly panel: Panel) {}

  /** Everything that went wrong in the screen that is open. */
  get problems() {
    return this.#opened!.problems
  }

  get context() {
    return this.#opened!.context
  }

  async open(path: string, view: View = {}): Promise<Page> {
    await this.#opened?.context.close()
    this.#opened = await this.panel.open(path, { width: 1440, ...view })
    const { page } = this.#opened
    await listenToSpeech(page)
    return page
  }

  /** A request of an admin below `/api/admin`, which must succeed. */
  async request(method: string, path: string, body?: Body): Promise<Body> {
    const answer = await this.panel.app.admin(method, `/api/admin/${path}`, body ? { body } : {})
    expect([path, answer.status < 300]).toEqual([path, true])
    return answer.body
  }

  /** Waits until a live region has said the sentence. */
  async hear(page: Page, sentence: string) {
    for (let attempt = 0; attempt < 50 && !(await spoken(page)).join('\n').includes(sentence); attempt++)
      await page.waitForTimeout(100)
    expect((await spoken(page)).join('\n')).toContain(sentence)
  }
}
