// The panel in Chromium, for browser drives: a service with the demo site, signed-in pages in a language, scheme and width,
// and the checks that every screen must pass. axe is evaluated in the page, because the policy forbids adding a script.
import { createRequire } from 'node:module'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Role } from '../../../src/accounts/actor.ts'
import { resources } from '../../../src/content/resources/resource-registry.ts'
import { bundlePanel, isBuilt } from '../../../src/panel/build/bundle-panel.ts'
import { sessions } from '../../../src/platform/db/schema/auth.ts'
import { sha256 } from '../../../src/platform/sha256.ts'
import { type Client, configOf, startApp, type TestApp } from '../../support/app.ts'
import { chromiumPath, launchChromium } from '../../support/browser.ts'
import { copySite, demoSite } from './demo-site.ts'

export { ADMIN } from '../../support/app.ts'

export type Language = 'fa' | 'en'
export type Scheme = 'light' | 'dark'

export type View = {
  language?: Language
  scheme?: Scheme
  width?: number
  /** Null: not signed in. */
  client?: Client | null
  /** What the account has chosen for all resources, instead of what each begins with. */
  saving?: 'drafts' | 'publishes' | undefined
  /** Milliseconds that every answer of the service takes longer. */
  latency?: number
}

/** A page and everything that went wrong in it: policy violations, console errors, exceptions. */
export type PanelPage = { page: Page; problems: string[]; context: BrowserContext }

export type Panel = {
  url: string
  app: TestApp
  browser: Browser
  /** Opens a path of the panel, such as `/services`, and waits until it can be used. */
  open(path: string, view?: View, problems?: string[]): Promise<PanelPage>
  signIn(role: Role, name?: string): Promise<Client & { id: number }>
  [Symbol.asyncDispose](): Promise<void>
}

if (!chromiumPath) console.log('skipped: the panel in Chromium (Chromium is not installed)')
export const hasChromium = chromiumPath !== null

/** The client address that a request is to have; without it, each request has another one. */
export const PEER_HEADER = 'Test-Peer'

let shared: Promise<Browser> | null = null

/** One browser for all files of a worker; it ends with the worker. */
async function sharedBrowser(): Promise<Browser> {
  if (!shared || !(await shared).isConnected()) shared = launchChromium()
  return shared
}

/** Settings of the service, which may depend on its address. */
export type Settings = Record<string, string> | ((url: string) => Record<string, string>)

export async function startPanel(env: Settings = {}): Promise<Panel> {
  if (!(await isBuilt())) await bundlePanel({ isCompressed: true })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    // As the service has it: event streams are silent for 15 s.
    idleTimeout: 30,
    fetch: (request) => app.app.fetch(request, { peer: request.headers.get(PEER_HEADER) ?? undefined }),
  })
  const url = `http://127.0.0.1:${server.port}`
  const settings = typeof env === 'function' ? env(url) : env
  const demo = await demoSite(configOf(settings))
  const app: TestApp = await startApp(settings, { fill: (parts) => copySite(demo, parts) })
  const browser = await sharedBrowser()
  return {
    url,
    app,
    browser,
    signIn: app.signIn,
    open: (path, view, problems = []) =>
      openPage({ app, browser, url, path, view: { client: app.admin, ...view }, problems }),
    async [Symbol.asyncDispose]() {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await server.stop(true)
      await app[Symbol.asyncDispose]()
    },
  }
}

type Opening = { app: TestApp; browser: Browser; url: string; path: string; view: View; problems: string[] }

async function openPage({ app, browser, url, path, view, problems }: Opening): Promise<PanelPage> {
  const { language = 'en', scheme = 'light', width = 1280, client = null, latency, saving } = view
  const context = await browser.newContext({
    viewport: { width, height: width < 640 ? 800 : 900 },
    colorScheme: scheme,
    locale: language === 'fa' ? 'fa-IR' : 'en-GB',
    timezoneId: 'Asia/Tehran',
    reducedMotion: 'reduce',
  })
  if (client) {
    await giveSession(context, { app, client, url })
    await context.addInitScript(() => {
      // Only at the first page: signing out must not be undone by the next navigation.
      if (sessionStorage.getItem('test-session')) return
      sessionStorage.setItem('test-session', 'given')
      localStorage.setItem('frontage-session-ends', String(Date.now() + 28_800_000))
    })
  }
  if (client && saving) {
    const account = `frontage-saving account ${decodeJwt(client.token!).sub}`
    const items = resources.map(({ name }) => [`${account} ${name}`, saving] as const)
    await context.addInitScript((choices) => {
      for (const [key, choice] of choices) if (!localStorage.getItem(key)) localStorage.setItem(key, choice)
    }, items)
  }
  const page = await context.newPage()
  followRequests(page)
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const { url } = message.location()
    problems.push(url && !message.text().includes(url) ? `${message.text()} (${url})` : message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`policy violation: ${violatedDirective} ${blockedURI} ${sourceFile}`),
    )
  })
  if (latency)
    await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await page.goto(`${url}/admin${path === '/' ? '' : path}`)
  await untilReady(page).catch(async (error) => {
    const shown = await page.evaluate(() => document.body.textContent?.slice(0, 500))
    throw new Error(`${path} does not become ready.\n${problems.join('\n')}\n${shown}`, { cause: error })
  })
  return { page, problems, context }
}

/** Gives a browser the session of a client, as if it had signed in there. */
export async function giveSession(
  context: BrowserContext,
  { app, client, url }: { app: TestApp; client: Client; url: string },
) {
  const value = `cookie-of-${client.token}`
  await app.deps.database.query((tx) =>
    tx
      .update(sessions)
      .set({ cookie_hash: sha256(value) })
      .where(eq(sessions.id, decodeJwt(client.token!).jti!)),
  )
  await context.addCookies([
    {
      name: 'frontage_session',
      value,
      domain: new URL(url).hostname,
      path: '/api/auth',
      httpOnly: true,
      sameSite: 'Strict',
    },
  ])
}

const requested = new WeakMap<Page, Set<unknown>>()

function followRequests(page: Page) {
  const open = new Set<unknown>()
  requested.set(page, open)
  page.on('request', (request) => {
    // It stays open.
    if (!request.url().endsWith('/api/admin/events')) open.add(request)
  })
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => void open.delete(request))
}

/** Waits until the page has requested nothing for half a second. */
export async function untilQuiet(page: Page) {
  for (let rounds = 0; rounds < 5; rounds++) {
    await page.waitForTimeout(100)
    if (requested.get(page)!.size > 0) rounds = -1
  }
}

/** Waits until the screen can be used. */
export const untilReady = (page: Page) => page.waitForSelector('html[data-ready]')

const axeSource = await Bun.file(createRequire(import.meta.url).resolve('axe-core/axe.min.js')).text()

/** The violations that axe finds on the page as it is now: the rule, its help and the first places. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    type Result = { violations: { id: string; help: string; nodes: { html: string; target: string[] }[] }[] }
    type Options = { resultTypes: ['violations'] }
    const { axe } = globalThis as unknown as {
      axe: { run(where: { exclude: string[] }, options: Options): Promise<Result> }
    }
    // What React Aria announces of a pending button names the button, which may be gone before the announcement is.
    const where = { exclude: ['[data-live-announcer]'] }
    const { violations } = await axe.run(where, { resultTypes: ['violations'] })
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes
          .slice(0, 3)
          .map(({ target, html }) => `  ${target.join(' ')} ${html.slice(0, 160)}`)
          .join('\n')}`,
    )
  })
}

/** The pixels that the page can be scrolled sideways, at its present width. */
export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement
    const { scrollLeft, scrollTop } = root
    const reached = [-10_000, 10_000].map((left) => {
      root.scrollTo({ left, behavior: 'instant' })
      return Math.abs(root.scrollLeft)
    })
    root.scrollTo({ left: scrollLeft, top: scrollTop, behavior: 'instant' })
    return Math.max(...reached)
  })

/** The texts that have been spoken since `listenToSpeech`. */
export async function spoken(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { spoken: string[] }).spoken ?? [])
}

/** Collects everything that live regions say from now on. */
export async function listenToSpeech(page: Page) {
  await page.evaluate(() => {
    const spoken: string[] = []
    Object.assign(globalThis, { spoken })
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const element = target instanceof Element ? target : target.parentElement
        if (!element?.closest('[aria-live], [role="status"], [role="alert"], [role="log"]')) continue
        for (const node of addedNodes) if (node.textContent) spoken.push(node.textContent)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}
