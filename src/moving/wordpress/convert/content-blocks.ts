// Replaces the blocks of the block editor by the HTML inside them. Reusable blocks are inlined, FAQ blocks collected,
// and blocks whose content only WordPress generates are removed and named.

import { escapeMixed } from '../../../text/html.ts'
import { type Faq, faqsIn, isFaqBlock } from './faq-blocks.ts'
import { MAX_HTML_LENGTH, whyTooComplex } from './html-nesting.ts'
import { type BlockToken, blockDepth, hasBlocks, scanBlocks } from './scan-blocks.ts'

/** Between these characters, text has no paragraphs yet. Content contains no control characters of its own. */
const CLASSIC_START = '\u0001'
const CLASSIC_END = '\u0002'

const MAX_REUSABLE_DEPTH = 10

export type BlockTools = {
  /** The content of the reusable block with this id; null if the export does not contain it. */
  reusableBlock(id: number): string | null
  remove(name: string, reason?: string): void
  /** Collects questions; returns HTML in their place. */
  faqs(list: readonly Faq[]): string
}

type State = { tools: BlockTools; parts: string[]; inlined: number; path: readonly number[] }
type Open = { name: string; from: number; token: BlockToken }

/** Marks the parts that need paragraphs; see `mapClassic`. */
export function unwrapBlocks(content: string, tools: BlockTools): string {
  if (!hasBlocks(content)) {
    const text = scanBlocks(content).map((token) => (token.kind === 'html' ? token.text : ''))
    return CLASSIC_START + text.join('') + CLASSIC_END
  }
  const state: State = { tools, parts: [], inlined: 0, path: [] }
  addBlocks(content, state)
  return state.parts.join('')
}

/** Applies `convert` to the marked parts of the content. */
export const mapClassic = (marked: string, convert: (text: string) => string): string =>
  marked
    .split(CLASSIC_START)
    .map((part, index) => {
      if (index === 0) return part
      const end = part.indexOf(CLASSIC_END)
      return end === -1 ? convert(part) : convert(part.slice(0, end)) + part.slice(end + 1)
    })
    .join('')

/** Text of the classic editor between blocks, and blocks that WordPress gives paragraphs when it shows or opens them. */
const isClassic = (open: readonly Open[]) =>
  open.length === 0 || open.at(-1)!.name === 'core/freeform' || open.at(-1)!.name === 'core/shortcode'

function addBlocks(content: string, state: State) {
  const { parts, tools } = state
  const open: Open[] = []
  const openCounts = new Map<string, number>()
  const add = (name: string, difference: 1 | -1) =>
    openCounts.set(name, (openCounts.get(name) ?? 0) + difference)
  for (const token of scanBlocks(content)) {
    if (token.kind === 'html') {
      if (isClassic(open) && token.text.trim() !== '') parts.push(CLASSIC_START, token.text, CLASSIC_END)
      else parts.push(token.text)
    } else if (token.form === 'whole') addWhole(token, state)
    else if (token.form === 'start') {
      open.push({ name: token.name, from: parts.length, token })
      add(token.name, 1)
    } else if ((openCounts.get(token.name) ?? 0) > 0) {
      for (let last = open.pop(); last; last = open.pop()) {
        add(last.name, -1)
        endBlock(last, parts, tools)
        if (last.name === token.name) break
      }
    }
  }
  for (let last = open.pop(); last; last = open.pop()) endBlock(last, parts, tools)
}

function addWhole(token: Extract<BlockToken, { kind: 'block' }>, state: State) {
  const { parts, tools } = state
  if (token.name === 'core/block') addReusable(Number(token.attributes.ref) || 0, state)
  else if (isFaqBlock(token.name)) parts.push(tools.faqs(faqsIn(token.attributes) ?? []))
  else tools.remove(`block ${token.name.replace(/^core\//, '')}`)
}

function addReusable(id: number, state: State) {
  const { tools, path } = state
  const content = tools.reusableBlock(id)
  const name = `reusable block ${id}`
  if (content === null) return tools.remove(name, 'the file does not contain it')
  if (path.includes(id)) return tools.remove(name, 'it contains itself')
  const isTooLong = state.inlined + content.length > MAX_HTML_LENGTH
  if (isTooLong || path.length >= MAX_REUSABLE_DEPTH || whyTooDeep(content) !== null) {
    return tools.remove(name, 'it is too long or nested too deeply')
  }
  state.inlined += content.length
  const inner: State = { ...state, path: [...path, id] }
  if (hasBlocks(content)) addBlocks(content, inner)
  else state.parts.push(CLASSIC_START, content, CLASSIC_END)
  state.inlined = inner.inlined
}

const whyTooDeep = (content: string) =>
  whyTooComplex(content) ?? (blockDepth(content) > 256 ? 'blocks' : null)

/** Blocks with content that is not in their HTML. */
function endBlock({ name, from, token }: Open, parts: string[], tools: BlockTools) {
  if (token.kind !== 'block') return
  if (isFaqBlock(name)) {
    const faqs = faqsIn(token.attributes)
    // Without attributes, the questions stay in the text as the block's HTML has them.
    if (faqs !== null) parts.splice(from, parts.length, tools.faqs(faqs))
  } else if (name === 'core/cover' && typeof token.attributes.url === 'string') {
    const html = parts.slice(from).join('')
    const isVideo = token.attributes.backgroundType === 'video'
    if (!isVideo && !/<img\b/i.test(html)) parts.splice(from, 0, coverImage(token.attributes.url))
  }
}

const coverImage = (url: string) => `<figure><img src="${escapeMixed(url)}" alt=""></figure>\n`
