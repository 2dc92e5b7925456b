import { mapTags } from '../../../text/html.ts'

/**
 * Renames `style` and event attributes, which the content security policy would report, one by one, as the browser parses
 * them.
 */
export function renameForbidden(html: string): string {
  return mapTags(html, ({ kind, raw }) =>
    kind === 'start' ? raw.replace(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2') : raw,
  )
}
