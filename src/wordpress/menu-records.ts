// From WordPress's menus to Frontage's one navigation. An export does not say which menu stood in the header, so one is
// taken, the wished or the largest, and the others are named.

import { ExportError, type MenuItem } from './read-export.ts'
import { clip, plainText } from './to-plain-text.ts'
import type { Remarking } from './to-records.ts'
import { readSlug } from './wordpress-slugs.ts'

/** `parent` is the index of the parent in the list, which stands before its children. */
export type MenuRecord = {
  parent: number | null
  record: { label: string; url: string; opens_new_tab: boolean; location: 'header' }
}

type Target = { path: string; label: string }
type Targets = Record<'posts' | 'pages' | 'categories', Map<number, Target>>
type Options = { wished: string | null; targets: Targets; skip: Remarking }

/** Throws ExportError when there is no menu of the wished name. */
export function toMenuRecords(items: MenuItem[], { wished, targets, skip }: Options): MenuRecord[] {
  const chosen = chooseMenu(items, wished)
  const taken: MenuItem[] = []
  for (const item of items) {
    if (item.menu && item.menu.slug === chosen) taken.push(item)
    else if (item.menu) skip('menu', labelOf(item, targets), notChosen(item.menu.name))
    else skip('menu', labelOf(item, targets), 'it belongs to no menu')
  }
  taken.sort((a, b) => a.order - b.order)
  const ids = new Set(taken.map((item) => item.id))
  const below = Map.groupBy(taken, ({ id, parentId }) =>
    parentId !== id && ids.has(parentId) ? parentId : null,
  )
  const records: MenuRecord[] = []
  const visited = new Set<MenuItem>()
  const visit = (item: MenuItem, parent: number | null) => {
    if (visited.has(item)) return
    visited.add(item)
    const url = urlOf(item, targets)
    if (url === null) skip('menu', labelOf(item, targets), reasonOf(item))
    else {
      records.push({
        parent,
        record: { label: labelOf(item, targets), url, opens_new_tab: item.newTab, location: 'header' },
      })
    }
    const place = url === null ? parent : records.length - 1
    for (const child of below.get(item.id) ?? []) visit(child, place)
  }
  for (const item of below.get(null) ?? []) visit(item, null)
  for (const item of taken)
    if (!visited.has(item)) skip('menu', labelOf(item, targets), 'it stands below itself')
  return records
}

function chooseMenu(items: MenuItem[], wished: string | null): string | null {
  const menus = Map.groupBy(
    items.filter((item) => item.menu),
    (item) => item.menu!.slug,
  )
  if (wished === null) {
    let largest: string | null = null
    for (const [slug, { length }] of menus)
      if (length > (menus.get(largest ?? '')?.length ?? 0)) largest = slug
    return largest
  }
  const matches = ({ slug, name }: { slug: string; name: string }) =>
    [slug, readSlug(slug), plainText(name).toLowerCase()].includes(wished.trim().toLowerCase())
  for (const [slug, [first]] of menus) if (matches(first!.menu!)) return slug
  const names = [...menus.values()].map(([first]) => plainText(first!.menu!.name)).join(', ')
  throw new ExportError(`without a menu “${wished}”; ${names ? `it has: ${names}` : 'it has no menus'}`)
}

function notChosen(menu: string) {
  const name = plainText(menu)
  return `in the menu “${name}”; one menu is taken, --menu "${name}" takes this one`
}

/** Null when it leads to nothing that the public can see on the new site. */
function urlOf(item: MenuItem, targets: Targets): string | null {
  if (item.status !== 'publish') return null
  if (item.type === 'custom') {
    // Placeholders that open a submenu: WordPress's own, and what people write for the same.
    return /^(?:https?:\/\/|javascript:.*)?$/i.test(item.url) ? '#' : item.url
  }
  return targetOf(item, targets)?.path ?? null
}

function targetOf({ type, object, objectId }: MenuItem, targets: Targets): Target | undefined {
  if (type === 'post_type' && object === 'post') return targets.posts.get(objectId)
  if (type === 'post_type' && object === 'page') return targets.pages.get(objectId)
  if (type === 'taxonomy' && object === 'category') return targets.categories.get(objectId)
  return undefined
}

function reasonOf({ status, object }: MenuItem) {
  if (status !== 'publish') return `its status is ${status || '(none)'}`
  if (['post', 'page', 'category'].includes(object)) return `its ${object} is not public or not in the file`
  return `Frontage has no page for its ${object || 'target'}`
}

const labelOf = (item: MenuItem, targets: Targets) =>
  clip(plainText(item.title) || (targetOf(item, targets)?.label ?? ''), 300) || item.url || `Item ${item.id}`
