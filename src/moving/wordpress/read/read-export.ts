// Reads what WordPress has: a file of Tools → Export here, a live site in read-rest-site.ts, with the same result. The file
// (WXR 1.0 to 1.2) is read as a stream; the XML parser checks that it is well-formed.
import { SaxesParser } from 'saxes'
import { withoutControls } from '../../../text/storable.ts'
import { addChannelElement, type Element, lineIn, PARENT_ELEMENTS, TEXT_ELEMENTS } from './export-elements.ts'
import { ExportError, type WordPressExport } from './wordpress-export.ts'

/** Exports have six levels. The parser resolves namespaces in time proportional to the depth. */
const MAX_XML_DEPTH = 100

/** Parses the whole file. Keeps the records in memory, never the text of the file. Throws ExportError. */
export async function readExport(chunks: AsyncIterable<Uint8Array>): Promise<WordPressExport> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = createReader()
  for await (const chunk of chunks) reader.write(decode(() => decoder.decode(chunk, { stream: true })))
  reader.write(decode(() => decoder.decode()))
  return reader.end()
}

function createReader() {
  const result = emptyExport()
  const open: Element[] = []
  const parser = new SaxesParser({ xmlns: true })
  let isBegun = false
  /** A reference to a character that may go on in the next part. */
  let rest = ''

  parser.on('error', ({ message }) => {
    const problem = message.replace(/^[\d:\s]+|\.$/g, '')
    throw new ExportError(
      open.length === 0
        ? `not a WordPress export (it is not XML: ${problem})`
        : `malformed at line ${parser.line}, column ${parser.column}: ${problem}`,
    )
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    const name = prefixOf(uri) + local
    if (open.length === 0 && name !== 'rss') {
      throw new ExportError(`not a WordPress export (its root element is <${local}> instead of <rss>)`)
    }
    if (open.length >= MAX_XML_DEPTH) {
      throw new ExportError(
        `malformed at line ${parser.line}: XML elements are nested more than ${MAX_XML_DEPTH} levels deep${locationIn(open)}`,
      )
    }
    const attribute = (key: string) => attributes[key]?.value ?? ''
    open.push({ name, domain: attribute('domain'), nicename: attribute('nicename'), text: '', children: [] })
  })
  const onText = (text: string) => {
    const element = open.at(-1)
    if (element && TEXT_ELEMENTS.has(element.name)) element.text += text
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    const element = open.pop()!
    const parent = open.at(-1)
    if (parent?.name === 'channel') addChannelElement(result, element)
    else if (parent && PARENT_ELEMENTS.has(parent.name)) parent.children.push(element)
  })

  return {
    write(text: string) {
      // Plugins and themes print line breaks in front of the file.
      const whole = isBegun ? rest + text : (rest + text).replace(/^[\s\ufeff]+/, '')
      isBegun ||= whole !== ''
      const cut = whole.length - (/&#?x?[\da-f]{0,7}$/i.exec(whole.slice(-11))?.[0].length ?? 0)
      rest = whole.slice(cut)
      parser.write(withoutForbidden(whole.slice(0, cut)))
    },
    end() {
      parser.write(withoutForbidden(rest))
      parser.close()
      if (result.version === '')
        throw new ExportError('not a WordPress export (an RSS feed without wp:wxr_version)')
      if (!/^1\.\d+$/.test(result.version)) {
        throw new ExportError(
          `a WordPress export of the unsupported version ${result.version}; supported are 1.0 to 1.2`,
        )
      }
      return result
    },
  }
}

const FORBIDDEN_REFERENCE = /&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[\da-f]));/gi

/** WordPress exports pasted control characters unchanged, although XML 1.0 forbids them, also as references. */
const withoutForbidden = (text: string): string =>
  withoutControls(text)
    .replace(/[\ufffe\uffff]/g, '')
    .replace(FORBIDDEN_REFERENCE, '')

/** Names the post that an error is in: “ in “Title” (post 7)”. */
function locationIn(open: readonly Element[]): string {
  const item = open.find(({ name }) => name === 'item')
  if (!item) return ''
  const [title, id] = [lineIn(item, 'title'), lineIn(item, 'wp:post_id')]
  return `${title ? ` in “${title}”` : ''}${id ? ` (post ${id})` : ''}`
}

const emptyExport = (): WordPressExport => ({
  version: '',
  title: '',
  tagline: '',
  language: '',
  sites: [],
  categories: [],
  tags: [],
  terms: [],
  authors: [],
  posts: [],
  pages: [],
  others: [],
  menuItems: [],
  attachments: [],
})

/** A fixed prefix for each namespace, whatever prefix the file uses. WordPress's own contains version and scheme. */
function prefixOf(uri: string) {
  const wordpress = /^https?:\/\/wordpress\.org\/export\/[\d.]+\/(excerpt\/)?$/.exec(uri)
  if (wordpress) return wordpress[1] ? 'excerpt:' : 'wp:'
  if (uri === 'http://purl.org/rss/1.0/modules/content/') return 'content:'
  if (uri === 'http://purl.org/dc/elements/1.1/') return 'dc:'
  return uri === '' ? '' : `${uri} `
}

function decode(run: () => string) {
  try {
    return run()
  } catch {
    throw new ExportError('not valid UTF-8; it may be compressed, truncated or in another encoding')
  }
}
