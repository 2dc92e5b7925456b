// The navigation as data: the overview, the resources of the schema in their groups, and the other screens in sections.
import type { ResourceDescription } from '../../client/index.ts'
import type { IconName } from '../app/design/icon.tsx'
import type { NavigationEntry, NavigationOf } from '../app/shell/navigation-section.ts'
import { isNotConnected, SCREENS, type ScreenRow, SECTIONS, screensFor } from './screen-table.ts'

const GROUP_ICONS: Record<string, IconName> = {
  articles: 'article',
  content: 'layout',
  company: 'building',
  site: 'globe',
}

const entryOf = ({ path, title }: ScreenRow): NavigationEntry => ({ href: path, label: title })

/** The entry of the screen at a path of the table. */
export const entryAt = (path: string): NavigationEntry => entryOf(SCREENS.find((row) => row.path === path)!)

/** Groups without a resource that the role may see, and sections without a screen, are left out. */
export const navigationOf: NavigationOf = (schema, user) => {
  const overview = entryAt('/')
  const groups = schema.groups.map(({ name, label }) => ({
    name,
    label,
    icon: GROUP_ICONS[name] ?? ('list' as IconName),
    entries: schema.resources.filter(({ group }) => group === name).flatMap(entriesOf),
  }))
  // Until then, all screens of the procurement say the same.
  const screens = isNotConnected(user)
    ? screensFor(user).filter(({ procurement, path }) => !procurement || path === '/quotes')
    : screensFor(user)
  const sections = SECTIONS.map(({ name, icon, label }) => {
    const entries = screens.filter(({ section }) => section === name).map(entryOf)
    const isAlone = label && name === 'procurement' && isNotConnected(user)
    return {
      name,
      icon,
      label: label ?? entries[0]?.label ?? overview.label,
      entries: isAlone ? entries.map((entry) => ({ ...entry, label })) : entries,
    }
  })
  const first = { name: 'overview', icon: 'home' as const, label: overview.label, entries: [overview] }
  return [...(user.role === null ? [] : [first]), ...groups, ...sections].filter(
    ({ entries }) => entries.length > 0,
  )
}

/** The list of a resource; for those who publish its records, the calendar as well. */
function entriesOf(resource: ResourceDescription): NavigationEntry[] {
  const { name, label, label_plural, singleton, publishable, actions } = resource
  const list = { href: `/${name}`, label: singleton ? label : label_plural }
  const isPublished = publishable && actions.includes('publish')
  return isPublished ? [list, entryAt('/calendar')] : [list]
}
