// The Lucide icons by name, as inline SVG in the colour of the text.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Html, html, raw } from '../view/html.ts'

type IconSet = { icons: Record<string, { body: string }>; aliases: Record<string, { parent: string }> }

let icons: IconSet | undefined

// 600 KB, so only read where a page shows an icon.
function iconSet(): IconSet {
  icons ??= JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@iconify-json/lucide/icons.json')), 'utf8'),
  ) as IconSet
  return icons
}

/** The icon with this name, such as `truck`; null for an unknown name. Hidden from assistive technology. */
export function icon(name: string | null): Html | null {
  if (!name) return null
  const set = iconSet()
  const key = Object.hasOwn(set.aliases, name) ? set.aliases[name]!.parent : name
  if (!Object.hasOwn(set.icons, key)) return null
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${raw(set.icons[key]!.body)}</svg>`
}
