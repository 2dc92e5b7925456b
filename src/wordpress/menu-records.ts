// Converts one of WordPress's menus to Frontage's navigation. An export does not say which menu is in the header, so
// the requested or else the largest one is imported, and the summary names the others.
import type { AddNote } from './import-notes.ts'
import { plainText, truncate } from './to-plain-text.ts'
import { ExportError, type MenuItem, type TermReference } from './wordpress-export.ts'
import { readSlug } from './wordpress-slugs.ts'

/** `parent` is the index of the parent, which precedes its children in the list. */
export type MenuRecord = {
  parent: number | null
  record: { label: string; url: string; opens_new_tab: boolean; location: 'header' }
}

type Target = { path: string; label: string }
/** Public pages of the new site by WordPress id. */
export type LinkTargets = Record<'posts' | 'pages' | 'categories', Map<number, Target>>
type Options = {
  /** Name or slug; null for the menu with the most items. */
  requestedMenu: string | null
  targets: LinkTargets
  skip: AddNote
}

/** Throws ExportError if there is no menu with the requested name. */
export function toMenuRecords(items: MenuItem[], { requestedMenu, targets, skip }: Options): MenuRecord[] {
  const menus = menusOf(items)
  const chosen = requestedMenu === null ? largestMenu(menus) : findMenu(menus, requestedMenu)
  for (const item of items) {
    if (!item.menu) skip('menu', labelOf(item, targets), 'it belongs to no menu')
    else if (item.menu.slug !== chosen?.slug)
      skip('menu', labelOf(item, targets), otherMenu(item.menu, menus))
  }
  return chosen ? flatten(chosen.items, targets, skip) : []
}

type Menu = TermReference & { items: MenuItem[] }

function menusOf(items: MenuItem[]): Menu[] {
  const bySlug = new Map<string, Menu>()
  for (const item of items) {
    if (!item.menu) continue
    const menu = bySlug.get(item.menu.slug)
    if (menu) menu.items.push(item)
    else bySlug.set(item.menu.slug, { ...item.menu, name: plainText(item.menu.name), items: [item] })
  }
  return [...bySlug.values()]
}

const largestMenu = (menus: Menu[]): Menu | null =>
  menus.reduce<Menu | null>(
    (largest, menu) => (menu.items.length > (largest?.items.length ?? 0) ? menu : largest),
    null,
  )

function findMenu(menus: Menu[], requested: string): Menu {
  const wanted = requested.trim().toLowerCase()
  const found =
    menus.find(({ slug }) => [slug, readSlug(slug)].includes(wanted)) ??
    menus.find(({ name }) => name.toLowerCase() === wanted)
  if (found) return found
  const names = menus.map(({ name }) => name).join(', ')
  throw new ExportError(`without a menu “${requested}”; ${names ? `it has: ${names}` : 'it has no menus'}`)
}

function otherMenu({ slug }: TermReference, menus: Menu[]) {
  const { name } = menus.find((menu) => menu.slug === slug)!
  return `in the menu “${name}”, which is not imported; import it instead with --menu ${optionValue(slug, menus)}`
}

/** The menu's name in quotes if it is unambiguous and safe in a shell, otherwise its slug. */
function optionValue(slug: string, menus: Menu[]) {
  const { name } = menus.find((menu) => menu.slug === slug)!
  const isUnique = menus.filter((menu) => menu.name.toLowerCase() === name.toLowerCase()).length === 1
  return isUnique && /^[\p{L}\p{N}\p{M} ._-]+$/u.test(name) ? `"${name}"` : readSlug(slug)
}

/** Depth first, by the items' order. Children of a skipped item move up to its parent. */
function flatten(items: MenuItem[], targets: LinkTargets, skip: AddNote): MenuRecord[] {
  const sorted = items.toSorted((a, b) => a.order - b.order)
  const ids = new Set(sorted.map((item) => item.id))
  const byParent = Map.groupBy(sorted, ({ id, parentId }) =>
    parentId !== id && ids.has(parentId) ? parentId : null,
  )
  const records: MenuRecord[] = []
  const visited = new Set<MenuItem>()
  // A stack instead of recursion: the nesting in a file is unlimited.
  const stack: { item: MenuItem; parent: number | null }[] = []
  const pushChildren = (id: number | null, parent: number | null) => {
    for (const item of (byParent.get(id) ?? []).toReversed()) stack.push({ item, parent })
  }
  pushChildren(null, null)
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { item, parent } = next
    if (visited.has(item)) continue
    visited.add(item)
    const label = labelOf(item, targets)
    const url = urlOf(item, targets)
    if (url === null) skip('menu', label, reasonOf(item))
    else records.push({ parent, record: { label, url, opens_new_tab: item.newTab, location: 'header' } })
    pushChildren(item.id, url === null ? parent : records.length - 1)
  }
  for (const item of sorted)
    if (!visited.has(item)) skip('menu', labelOf(item, targets), 'it is its own ancestor')
  return records
}

/** Null if the target is not public on the new site. */
function urlOf(item: MenuItem, targets: LinkTargets): string | null {
  if (item.status !== 'publish') return null
  if (item.type === 'custom') {
    // Placeholders that open a submenu: `#`, `http://`, empty or `javascript:…`.
    return /^(?:https?:\/\/|javascript:.*)?$/i.test(item.url) ? '#' : item.url
  }
  return targetOf(item, targets)?.path ?? null
}

function targetOf({ type, object, objectId }: MenuItem, targets: LinkTargets): Target | undefined {
  if (type === 'post_type' && object === 'post') return targets.posts.get(objectId)
  if (type === 'post_type' && object === 'page') return targets.pages.get(objectId)
  if (type === 'taxonomy' && object === 'category') return targets.categories.get(objectId)
  return undefined
}

function reasonOf({ status, object }: MenuItem) {
  if (status !== 'publish') return `status ${status || '(none)'}`
  if (['post', 'page', 'category'].includes(object)) return `its ${object} is not public or not in the file`
  return `Frontage has no page for its ${object || 'target'}`
}

const labelOf = (item: MenuItem, targets: LinkTargets) =>
  truncate(plainText(item.title) || (targetOf(item, targets)?.label ?? ''), 300) ||
  item.url ||
  `Item ${item.id}`
