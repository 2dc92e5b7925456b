// The navigation as data: the overview, the resources of the schema in their groups, and the other screens in sections.
import type { ResourceDescription } from '../../client/index.ts'
import type { IconName } from '../app/design/icon.tsx'
import type { NavigationEntry, NavigationOf } from '../app/shell/navigation-section.ts'
import { SCREENS, type ScreenRow, SECTIONS, screensFor } from './screen-table.ts'

const GROUP_ICONS: Record<string, IconName> = {
  articles: 'article',
  content: 'layout',
  company: 'building',
  site: 'globe',
}

const entryOf = ({ path, title }: ScreenRow): NavigationEntry => ({ href: path, label: title })

/** The entry of the screen at a path of the table. */
export const entryAt = (path: string): NavigationEntry => entryOf(SCREENS.find((row) => row.path === path)!)

/** Groups and sections without an entry that the role may see are left out. */
export const navigationOf: NavigationOf = (schema, role) => {
  const overview = entryAt('/')
  const groups = schema.groups.map(({ name, label }) => ({
    name,
    label,
    icon: GROUP_ICONS[name] ?? ('list' as IconName),
    entries: schema.resources.filter(({ group }) => group === name).flatMap(entriesOf),
  }))
  const screens = screensFor(role)
  const sections = SECTIONS.flatMap(({ name, icon, label }) => {
    const entries = screens.filter(({ section }) => section === name).map(entryOf)
    return entries.length > 0 ? [{ name, icon, label: label ?? entries[0]!.label, entries }] : []
  })
  return [
    { name: 'overview', icon: 'home', label: overview.label, entries: [overview] },
    ...groups.filter(({ entries }) => entries.length > 0),
    ...sections,
  ]
}

/** The list of a resource; for those who publish its records, the calendar as well. */
function entriesOf(resource: ResourceDescription): NavigationEntry[] {
  const { name, label, label_plural, singleton, publishable, actions } = resource
  const list = { href: `/${name}`, label: singleton ? label : label_plural }
  const isPublished = publishable && actions.includes('publish')
  return isPublished ? [list, entryAt('/calendar')] : [list]
}
