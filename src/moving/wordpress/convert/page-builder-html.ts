// Cleans HTML that page builders have rendered into the content: wrappers without meaning, styles, scripts and players
// that exist only as settings. Elementor stores its pages in this form.
import { unescapeHtml } from '../../../text/html.ts'
import type { TagToken } from './scan-shortcodes.ts'

/** Classes of Elementor, WPBakery, Divi and Avada. */
const WRAPPER =
  /\bclass\s*=\s*["'](?:[^"']*\s)?(?:elementor|e-con|e-parent|vc_|wpb_|et_pb_|et_builder|fusion-)/i
const SETTINGS = /\bdata-settings\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** Elements that the service removes from every text, those but a form with all that is inside. */
const REMOVED = new Set('applet canvas form math noscript object select svg textarea'.split(' '))

type Tools = {
  player(url: string): string
  remove(name: string, reason?: string): void
}

/** Returns a function that converts the tags of one content in order. */
export function createTagConverter(tools: Tools) {
  /** For each open element, whether it is a wrapper, by the element's name. */
  const open: Record<string, boolean[]> = { div: [], section: [] }
  return ({ name, text, isEnd }: TagToken): string => {
    if (name === 'style') return ''
    if (name === 'script') {
      if (!isEnd && !/\btype\s*=\s*["']application\/ld\+json/i.test(text)) tools.remove('<script>')
      return ''
    }
    if (!isEnd && REMOVED.has(name)) tools.remove(`<${name}>`, 'texts have none')
    const stack = open[name]
    if (!stack) return text
    if (isEnd) return stack.pop() ? '\n\n' : text
    const isWrapper = WRAPPER.test(text)
    stack.push(isWrapper)
    const video = isWrapper ? videoIn(text) : null
    const player = video ? `\n\n${tools.player(video)}\n\n` : ''
    return isWrapper ? `\n\n${player}` : text
  }
}

/** The video of Elementor's widget, whose player a script adds: `{"youtube_url":"https:\/\/…"}`. */
function videoIn(tag: string): string | null {
  const match = SETTINGS.exec(tag)
  const settings = unescapeHtml(match?.[1] ?? match?.[2] ?? '').replaceAll('\\/', '/')
  return (
    /"(?:youtube|vimeo|dailymotion|videopress|hosted)_url":"(https?:\/\/[^"\s<>]+)"/.exec(settings)?.[1] ??
    null
  )
}
