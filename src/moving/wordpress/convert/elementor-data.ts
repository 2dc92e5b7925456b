// The texts, links and images of a page that Elementor stores as data, for pages whose content is empty.
import type { Post } from '../read/wordpress-export.ts'
import {
  headingHtml,
  linked,
  listOf,
  marker,
  plainSettings,
  type Settings,
  settingsOf,
  textOf,
  urlOf,
} from './elementor-values.ts'
import { widgetHtml } from './elementor-widgets.ts'

/** Sections, columns and containers are nested in one another; no page needs more levels. */
const MAX_DEPTH = 60

/** Elementor has stored pages without their HTML: their content is made from its data. */
export function readElementorData({ elementorData, ...post }: Post): Post {
  if (elementorData === undefined) return post
  const html = htmlOfElementorData(elementorData)
  return html === null ? { ...post, isDamaged: true } : { ...post, content: html }
}

/** Returns HTML with shortcodes; widgets without a text of their own are shortcodes named after them. Null if it is no such data. */
function htmlOfElementorData(data: string): string | null {
  try {
    const elements: unknown = JSON.parse(data)
    return Array.isArray(elements) ? elementsHtml(elements, 0).trim() : null
  } catch {
    return null
  }
}

function elementsHtml(elements: unknown, depth: number): string {
  if (depth > MAX_DEPTH) return `${marker('nested')}\n\n`
  return listOf(elements)
    .map((element) => {
      const html = elementHtml(element, depth)
      return html === '' ? '' : `${html}\n\n`
    })
    .join('')
}

function elementHtml({ elType, widgetType, settings: stored, ...element }: Settings, depth: number): string {
  const type = textOf(widgetType) || textOf(elType)
  const lost: string[] = []
  const settings = plainSettings(stored, (tag) => lost.push(marker(`dynamic-${tag}`)))
  const render = Object.hasOwn(CONTAINERS, type) ? CONTAINERS[type]! : container
  const own = textOf(widgetType) === '' || render !== container ? '' : widgetHtml(type, settings)
  const inner = render(settings, { elements: element.elements, depth })
  if (hasBackground(type, settings, element.styles)) lost.push(marker('background'))
  return [own, inner, ...lost].filter((part) => part !== '').join('\n\n')
}

type Inside = { elements: unknown; depth: number }
type Container = (settings: Settings, inside: Inside) => string

/** Any element with others inside it. One that is a link as a whole has the link at its end. */
const container: Container = ({ link, html_tag }, { elements, depth }) => {
  const html = elementsHtml(elements, depth + 1).trim()
  const isLink = html_tag === 'a' || settingsOf(link).destination !== undefined
  const url = isLink && html !== '' ? urlOf(link) : ''
  return url === '' ? html : `${html}\n\n<p>${linked(textOf(settingsOf(link).label) || url, link)}</p>`
}

const none: Container = () => ''

/** A container in a line, without paragraphs and headings of its own. */
const inline: Container = (_settings, { elements, depth }) =>
  elementsHtml(elements, depth + 1)
    .replace(/<\/?(?:p|h[1-6])(?:\s[^<>]*)?>|\n+/gi, ' ')
    .trim()

/** Widgets whose panels are elements inside them, in the order of their titles. */
const panelsOf =
  (listName: string, titleName: string): Container =>
  (settings, { elements, depth }) => {
    const titles = listOf(settings[listName]).map((item) => textOf(item[titleName]))
    return panelsHtml(titles, { elements, depth })
  }

function panelsHtml(titles: readonly string[], { elements, depth }: Inside): string {
  const contents = listOf(elements)
  return Array.from({ length: Math.max(titles.length, contents.length) }, (_, index) => {
    const title = headingHtml(titles[index] ?? '', '', 'h3', null)
    return `${title}\n\n${elementsHtml(contents.slice(index, index + 1), depth + 1)}`
  })
    .join('')
    .trim()
}

/** The tabs of version 4: the titles are elements too, and each is paired with the content at its index. */
const tabs: Container = (settings, { elements, depth }) => {
  const [menu, area] = ['e-tabs-menu', 'e-tabs-content-area'].map((type) =>
    listOf(elements).find(({ elType }) => elType === type),
  )
  if (!menu || !area) return container(settings, { elements, depth })
  const titles = listOf(menu.elements).map((tab) => inline({}, { elements: tab.elements, depth: depth + 1 }))
  return panelsHtml(titles, { elements: area.elements, depth: depth + 1 })
}

const CONTAINERS: Record<string, Container> = {
  'nested-accordion': panelsOf('items', 'item_title'),
  'nested-tabs': panelsOf('tabs', 'tab_title'),
  // Version 4
  'e-tabs': tabs,
  'e-accordion-item-title': (settings, inside) => headingHtml(inline(settings, inside), '', 'h3', null),
  'e-accordion-item-icon': none,
  'e-list': ({ tag }, { elements, depth }) => {
    const name = tag === 'ol' ? 'ol' : 'ul'
    return `<${name}>${elementsHtml(elements, depth + 1).replace(/\n+/g, '')}</${name}>`
  },
  'e-list-item': (settings, inside) => `<li>${inline(settings, inside)}</li>`,
  'e-list-item-marker': none,
  'e-icon-button': ({ link }, inside) => `<p>${linked(inline({}, inside), link)}</p>`,
  'e-icon-button-icon': none,
}

/** Background images of sections, columns, containers and, in version 4, of the styles of any element. */
function hasBackground(type: string, { background_image }: Settings, styles: unknown): boolean {
  if (/^(?:section|column|container)$/.test(type) && textOf(settingsOf(background_image).url) !== '')
    return true
  return JSON.stringify(styles ?? '').includes('"background-image-overlay"')
}
