// Brings rich text into one form for comparison, so that a text which only went through the editor counts as unchanged.
// Works on strings: a form compares on every key.

const BLOCK =
  'address|article|aside|blockquote|caption|col|colgroup|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|p|pre|' +
  'section|summary|table|tbody|td|tfoot|th|thead|tr|ul'
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|<!--[\s\S]*?-->|[^<]+|</gi
const ATTRIBUTE = /([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
const SAME_TAG: Record<string, string> = { b: 'strong', i: 'em', del: 's' }
const ENTITIES: Record<string, string> = {
  '&nbsp;': '\u00a0',
  '&#160;': '\u00a0',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&zwnj;': '\u200c',
  '&#8204;': '\u200c',
}

/** Equal strings stand for the same text. The result is for comparison only, not for storage. */
export function normaliseRichText(html: string): string {
  const isBlock = new RegExp(`^(?:${BLOCK})$`)
  const parts: string[] = []
  let depthOfPre = 0
  for (const token of html.match(TOKEN) ?? []) {
    if (token.startsWith('<!--')) continue
    const tag = /^<(\/?)([a-z][a-z0-9]*)/i.exec(token)
    if (!tag) {
      parts.push(normaliseText(token, depthOfPre > 0))
      continue
    }
    const written = tag[2]!.toLowerCase()
    const name = SAME_TAG[written] ?? written
    if (name === 'pre') depthOfPre += tag[1] ? -1 : 1
    // White space around blocks is not shown.
    if (isBlock.test(name) && depthOfPre === 0) trimEnd(parts)
    parts.push(tag[1] ? `</${name}>` : `<${name}${normaliseAttributes(token.slice(tag[0].length, -1))}>`)
  }
  return parts
    .join('')
    .replace(new RegExp(`(</?(?:${BLOCK})(?: [^>]*)?>)[ \\n\\t]+(?=<|$)`, 'g'), '$1')
    .replace(
      /<li([^>]*)><p>((?:(?!<\/?(?:p|ul|ol|blockquote|pre|table|div)\b)[\s\S])*?)<\/p>(?=<\/li>|<[uo]l)/g,
      '<li$1>$2',
    )
    .replace(/<(t[dh])([^>]*)><p>((?:(?!<\/?p\b)[\s\S])*?)<\/p><\/\1>/g, '<$1$2>$3</$1>')
    .replace(/(?:<p>(?:<br>)?<\/p>)+$/, '')
    .trim()
}

function trimEnd(parts: string[]) {
  while (parts.length > 0) {
    const trimmed = parts.at(-1)!.replace(/[ \n\t]+$/, '')
    parts[parts.length - 1] = trimmed
    if (trimmed !== '') return
    parts.pop()
  }
}

const normaliseText = (text: string, isPreformatted: boolean) => {
  const decoded = text.replace(/&(?:nbsp|quot|apos|zwnj|#160|#34|#39|#8204);/g, (entity) => ENTITIES[entity]!)
  return isPreformatted ? decoded : decoded.replace(/[ \n\t\r]+/g, ' ')
}

/** Attributes in alphabetical order, without empty ones and without the `rel` that the server adds by itself. */
function normaliseAttributes(source: string): string {
  const attributes = [...source.matchAll(ATTRIBUTE)]
    .map(([, name, double, single, bare]) => [name!.toLowerCase(), double ?? single ?? bare ?? ''] as const)
    .filter(([name, value]) => value !== '' && name !== 'rel' && !(name.endsWith('span') && value === '1'))
    .map(([name, value]) => ` ${name}="${normaliseText(value, true).replaceAll('"', '&quot;')}"`)
  return attributes.sort().join('')
}
