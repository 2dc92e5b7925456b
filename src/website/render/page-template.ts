// The HTML document around pages: the frontend's `index.html` or the built-in one. It is parsed once and split at the
// places for language, head and content; rendering a page joins the pieces with its parts.
import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../platform/log.ts'
import { builtInPagePolicy, frontendPagePolicy } from '../../platform/security/content-security-policy.ts'
import { createSingleFlight } from '../../platform/single-flight.ts'
import type { Language } from '../view/language.ts'
import { InlineCode } from './inline-code.ts'
import { websiteStyles } from './website-styles.ts'

const BUILT_IN = fileURLToPath(new URL('./built-in.html', import.meta.url))

/** The frontend's root element: one of the usual ids, or marked with `data-root`. */
const ROOT = '#root, #app, [data-root]'

/** Elements of the template that are removed because every page has its own. */
const REMOVED = [
  'head title',
  'meta[name="description" i]',
  'meta[name="keywords" i]',
  'meta[name="robots" i]',
  'meta[name^="og:" i]',
  'meta[property^="og:" i]',
  'meta[property^="article:" i]',
  'meta[name^="twitter:" i]',
  'meta[property^="twitter:" i]',
  'link[rel="canonical" i]',
  'link[rel="alternate" i][hreflang]',
  'link[rel="alternate" i][type="application/atom+xml" i]',
  'link[rel="alternate" i][type="application/rss+xml" i]',
  'script[type="application/ld+json" i]',
]

export class TemplateError extends Error {
  override name = 'TemplateError'
}

export type Parts = { language: Language; head: string; content: string }

export type Template = {
  /** Hash of the document. */
  version: string
  builtIn: boolean
  /** The document without the content of a page. */
  plain: string
  fill(parts: Parts): string
  /** The Content-Security-Policy of a page that adds style elements with these texts. */
  policy(styles: readonly string[]): string
}

/** @throws TemplateError without a place for the head or the content */
export function parseTemplate(document: string, builtIn = false): Template {
  const marks = {
    lang: `_${randomUUID()}`,
    dir: `_${randomUUID()}`,
    head: `_${randomUUID()}`,
    content: `_${randomUUID()}`,
  }
  const found = { html: false, head: false, root: false }
  const code = new InlineCode()
  const rewriter = new HTMLRewriter()
    .on('html', {
      element(element) {
        if (found.html) return
        found.html = true
        element.setAttribute('lang', marks.lang).setAttribute('dir', marks.dir)
      },
    })
    .on('head', {
      element(element) {
        if (found.head) return
        found.head = true
        element.append(marks.head)
      },
    })
    .on(ROOT, {
      element(element) {
        if (found.root) return
        found.root = true
        element.setInnerContent(marks.content)
      },
    })
    .on('*', code.onElement)
    .on('script:not([type="application/ld+json" i])', code.onScript)
    .on('style', code.onStyle)
  for (const selector of REMOVED) rewriter.on(selector, { element: (element) => void element.remove() })
  const marked = rewriter.transform(document.replace(/^\uFEFF/, ''))

  const offsets = [marks.lang, marks.dir, marks.head, marks.content].map((mark) => marked.indexOf(mark))
  if (!found.html) throw new TemplateError('has no <html> tag')
  // Without an end tag of the head, HTMLRewriter appends at the end of the document.
  if (!found.head || offsets[2] === -1 || (found.root && offsets[2]! > offsets[3]!))
    throw new TemplateError('has no <head> with an end tag')
  if (!found.root || offsets[3] === -1)
    throw new TemplateError(
      'has no root element with an end tag: an element with id "root" or "app", or data-root',
    )
  const pieces = marked.split(new RegExp(Object.values(marks).join('|')))
  const order = Object.values(marks).sort((a, b) => marked.indexOf(a) - marked.indexOf(b))
  return {
    plain: document.replace(/^\uFEFF/, ''),
    version: Bun.hash.xxHash3(document).toString(36),
    builtIn,
    fill({ language, head, content }) {
      const values = {
        [marks.lang]: language.tag,
        [marks.dir]: language.direction,
        [marks.head]: head,
        [marks.content]: content,
      }
      return pieces
        .map((piece, index) => piece + (index < order.length ? values[order[index]!] : ''))
        .join('')
    },
    policy: (styles) =>
      builtIn
        ? builtInPagePolicy([...code.styleTexts, ...styles])
        : frontendPagePolicy({ elements: code.scriptTexts, handlers: code.handlerTexts }),
  }
}

/** The setting that names the file, and what it has to be. */
const SETTINGS = {
  SPA_INDEX: 'the index.html of a built frontend, such as /srv/frontend/dist/index.html',
  SPA_DIR: 'the directory of a built frontend with its index.html, such as /srv/frontend/dist',
}

type Options = { everyMs?: number; setting?: keyof typeof SETTINGS }

/** The template of a file, reloaded when it changes; an invalid new version is ignored with a warning. */
export class TemplateFile {
  #template: Template
  #state: string
  #checkedAt = performance.now()
  readonly #check = createSingleFlight(async () => {
    await this.#refresh()
    this.#checkedAt = performance.now()
  })

  private constructor(
    private readonly path: string,
    private readonly options: { builtIn: boolean; log: Log } & Required<Options>,
    first: { template: Template; state: string },
  ) {
    this.#template = first.template
    this.#state = first.state
  }

  /**
   * Opens `path`, or the built-in template if it is null. @throws TemplateError naming the setting and the file if it is no
   * template
   */
  static async open(
    path: string | null,
    log: Log,
    { everyMs = 1_000, setting = 'SPA_INDEX' }: Options = {},
  ): Promise<TemplateFile> {
    const options = { builtIn: path === null, log, everyMs, setting }
    const file = path ?? BUILT_IN
    try {
      const state = await stateOf(file)
      return new TemplateFile(file, options, { template: await load(file, options.builtIn), state })
    } catch (error) {
      throw new TemplateError(`${setting}: must be ${SETTINGS[setting]}; ${file} ${reason(error)}`)
    }
  }

  get isBuiltIn() {
    return this.options.builtIn
  }

  /** Checks the file for changes at most every `everyMs`. */
  async current(): Promise<Template> {
    if (performance.now() - this.#checkedAt >= this.options.everyMs) await this.#check.run()
    return this.#template
  }

  async #refresh() {
    let state = 'absent'
    try {
      state = await stateOf(this.path)
      if (state === this.#state) return
      this.#template = await load(this.path, this.options.builtIn)
    } catch (error) {
      // Warn once per state of the file.
      if (state !== this.#state)
        this.options.log.warn(
          `${this.options.setting}: ${this.path} ${reason(error)}; the previous version stays in use`,
        )
    }
    this.#state = state
  }
}

async function load(path: string, builtIn: boolean) {
  const document = await readFile(path, 'utf8')
  if (!builtIn) return parseTemplate(document)
  const styles = await websiteStyles()
  return parseTemplate(
    document.replace('<style></style>', () => `<style>${styles}</style>`),
    true,
  )
}

async function stateOf(path: string) {
  const { mtimeMs, size, ino } = await stat(path)
  return `${mtimeMs} ${size} ${ino}`
}

const reason = (error: unknown) =>
  error instanceof TemplateError
    ? error.message
    : (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'does not exist'
      : `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`
