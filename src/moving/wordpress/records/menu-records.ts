// Converts menus of WordPress to Frontage's navigation. An export does not say where a menu is shown, so the requested ones
// are imported, or else the largest one in the primary language, and the summary names the others.
import { furtherLanguages, type LanguageKey } from '../../../text/content-language.ts'
import type { AddNote } from '../convert/import-notes.ts'
import { plainText, truncate } from '../convert/to-plain-text.ts'
import { languageName } from '../read/site-languages.ts'
import { ExportError, type MenuItem, type TermReference } from '../read/wordpress-export.ts'
import { type FurtherTexts, translatedFrom } from './text-records.ts'
import { readSlug } from './wordpress-slugs.ts'

export type MenuLocation = 'header' | 'footer'

/** `parent` is the index of the parent, which precedes its children in the list. */
export type MenuRecord = {
  parent: number | null
  record: { label: string; url: string; opens_new_tab: boolean; location: MenuLocation } & FurtherTexts<
    'label',
    string
  >
}

export type MenuTarget = {
  path: string
  /** The names of the place. */
  labels: ReadonlyMap<LanguageKey, string>
  /** The language of the item of WordPress. */
  language: LanguageKey
}

/** The place on the new site that an item leads to; undefined if it has none there. */
export type FindTarget = (
  item: Pick<MenuItem, 'type' | 'object' | 'objectId' | 'url'>,
) => MenuTarget | undefined

/** `name` may be the slug of the menu. */
export type MenuChoice = { name: string; location: MenuLocation }

type Options = {
  /** Empty for the menu with the most items, in the header. */
  choices: readonly MenuChoice[]
  findTarget: FindTarget
  skip: AddNote
}

/** Throws ExportError if there is no menu with a requested name. */
export function toMenuRecords(items: MenuItem[], { choices, findTarget, skip }: Options): MenuRecord[] {
  const menus = menusOf(items)
  const languages = new Map(menus.map((menu) => [menu, languageOf(menu, findTarget)]))
  const chosen =
    choices.length > 0
      ? choices.map(({ name, location }) => ({ menu: findMenu(menus, name), location }))
      : largestMenu(languages).map((menu) => ({ menu, location: 'header' as const }))
  const imported = new Set(chosen.map(({ menu }) => menu.slug))
  const translations = menus.filter((menu) => languages.get(menu) !== 'primary' && !imported.has(menu.slug))
  const labels = new Map(
    furtherLanguages.map((key) => {
      const own = translations.filter((menu) => languages.get(menu) === key)
      return [key, labelsByPath(own, findTarget)]
    }),
  )
  const context = { findTarget, skip, labels }
  for (const item of items) {
    if (!item.menu) skip('menu', labelOf(item, findTarget), 'it belongs to no menu')
    else if (!imported.has(item.menu.slug)) {
      const translation = translations.find(({ slug }) => slug === item.menu?.slug)
      const language = translation && findTarget(item) ? languages.get(translation)! : 'primary'
      const reason = language === 'primary' ? otherMenu(item.menu, menus) : translatedLabel(language)
      skip('menu', labelOf(item, findTarget), reason)
    }
  }
  const records: MenuRecord[] = []
  for (const { menu, location } of chosen) flatten(records, menu.items, { ...context, location })
  return records
}

function translatedLabel(language: LanguageKey) {
  const name = languageName(language)
  const menu = `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name} menu`
  return `in ${menu}: its label is the ${name} one of the item that leads to the same place`
}

/** The language of more than half of the items, or else the primary one. */
function languageOf({ items }: Menu, findTarget: FindTarget): LanguageKey {
  const targets = items.flatMap((item) => findTarget(item) ?? [])
  const isMost = (key: LanguageKey) =>
    targets.filter(({ language }) => language === key).length > targets.length / 2
  return furtherLanguages.find(isMost) ?? 'primary'
}

const labelsByPath = (menus: readonly Menu[], findTarget: FindTarget) =>
  new Map(
    menus.flatMap(({ items }) =>
      items.flatMap((item) => {
        const path = findTarget(item)?.path
        return path === undefined ? [] : [[path, labelOf(item, findTarget)] as const]
      }),
    ),
  )

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

/** The largest menu, or none; one in a language other than the primary one only if there is no other. */
function largestMenu(languages: ReadonlyMap<Menu, LanguageKey>): Menu[] {
  const menus = [...languages.keys()]
  const inPrimary = menus.filter((menu) => languages.get(menu) === 'primary')
  const candidates = inPrimary.length > 0 ? inPrimary : menus
  return candidates.toSorted((a, b) => b.items.length - a.items.length).slice(0, 1)
}

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

type Context = {
  findTarget: FindTarget
  skip: AddNote
  /** Labels of items in menus that are not imported, by the path that they lead to. */
  labels: ReadonlyMap<LanguageKey, ReadonlyMap<string, string>>
  location: MenuLocation
}

/** Depth first, by the items' order. Children of a skipped item move up to its parent. */
function flatten(records: MenuRecord[], items: MenuItem[], context: Context) {
  const { findTarget, skip } = context
  const sorted = items.toSorted((a, b) => a.order - b.order)
  const ids = new Set(sorted.map((item) => item.id))
  const byParent = Map.groupBy(sorted, ({ id, parentId }) =>
    parentId !== id && ids.has(parentId) ? parentId : null,
  )
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
    const record = toRecord(item, context)
    if (record) records.push({ parent, record })
    else skip('menu', labelOf(item, findTarget), reasonOf(item))
    pushChildren(item.id, record ? records.length - 1 : parent)
  }
  for (const item of sorted)
    if (!visited.has(item)) skip('menu', labelOf(item, findTarget), 'it is its own ancestor')
}

/** Null if the target is not public on the new site. */
function toRecord(item: MenuItem, { findTarget, labels, location }: Context): MenuRecord['record'] | null {
  const url = urlOf(item, findTarget)
  if (url === null) return null
  const label = labelOf(item, findTarget)
  const ofTarget = findTarget(item)?.labels
  const inLanguages = new Map(
    furtherLanguages.map((key) => [key, labels.get(key)?.get(url) ?? ofTarget?.get(key) ?? null]),
  )
  return {
    label,
    ...translatedFrom('label', { inLanguages }, (text) => text && truncate(text, 300)),
    url,
    opens_new_tab: item.newTab,
    location,
  }
}

function urlOf(item: MenuItem, findTarget: FindTarget): string | null {
  if (item.status !== 'publish') return null
  const target = findTarget(item)
  if (item.type !== 'custom') return target?.path ?? null
  // Placeholders that open a submenu: `#`, `http://`, empty or `javascript:…`.
  return /^(?:https?:\/\/|javascript:.*)?$/i.test(item.url) ? '#' : (target?.path ?? item.url)
}

function reasonOf({ status, object }: MenuItem) {
  if (status !== 'publish') return `status ${status || '(none)'}`
  if (['category', 'post_tag'].includes(object)) return 'it has no visible article, or is not in the file'
  if (['post', 'page'].includes(object)) return `its ${object} is not public or not in the file`
  return `Frontage has no page for its ${object || 'target'}`
}

function labelOf(item: MenuItem, findTarget: FindTarget): string {
  const target = findTarget(item)
  const ofTarget = target && (target.labels.get(target.language) ?? target.labels.get('primary'))
  return truncate(plainText(item.title) || (ofTarget ?? ''), 300) || item.url || `Item ${item.id}`
}
