// The navigation as data: the resources of the schema in their groups, and the screens beside them, as the role may see them.
import type { ContentSchema, ResourceDescription } from '../../../client/index.ts'
import type { IconName } from '../design/icon.tsx'
import type { shell } from '../words/en/frame.ts'

type Label = { fa: string; en: string }
type ShellWord = keyof typeof shell

export type NavigationEntry = {
  /** Path of the panel. */
  href: string
  /** A label of the schema, or the key of a text of the frame. */
  label: Label | ShellWord
}

export type NavigationSection = {
  name: string
  icon: IconName
  label: Label | ShellWord
  entries: NavigationEntry[]
}

const GROUP_ICONS: Record<string, IconName> = {
  articles: 'article',
  content: 'layout',
  company: 'building',
  site: 'globe',
}

/** For admins only. */
const SECTIONS: NavigationSection[] = [
  { name: 'media', icon: 'image', label: 'section_media', entries: [{ href: '/media', label: 'media' }] },
  {
    name: 'inbox',
    icon: 'inbox',
    label: 'section_inbox',
    entries: [
      { href: '/messages', label: 'messages' },
      { href: '/newsletter', label: 'newsletter' },
    ],
  },
  { name: 'users', icon: 'users', label: 'section_users', entries: [{ href: '/users', label: 'users' }] },
  {
    name: 'procurement',
    icon: 'cart',
    label: 'section_procurement',
    entries: [
      { href: '/quotes', label: 'quotes' },
      { href: '/inventory', label: 'inventory' },
      { href: '/people', label: 'people' },
    ],
  },
  {
    name: 'operations',
    icon: 'pulse',
    label: 'section_operations',
    entries: [
      { href: '/trash', label: 'trash' },
      { href: '/audit', label: 'audit' },
      { href: '/status', label: 'status' },
    ],
  },
]

/** Groups without a resource that the role may see are left out. */
export function navigationOf(schema: ContentSchema, role: 'admin' | 'creator'): NavigationSection[] {
  const groups = schema.groups.map(({ name, label }) => ({
    name,
    label,
    icon: GROUP_ICONS[name] ?? ('list' as IconName),
    entries: schema.resources.filter(({ group }) => group === name).flatMap(entriesOf),
  }))
  return [...groups.filter(({ entries }) => entries.length > 0), ...(role === 'admin' ? SECTIONS : [])]
}

/** The list of a resource; for those who publish its records, the calendar as well. */
function entriesOf(resource: ResourceDescription): NavigationEntry[] {
  const { name, label, label_plural, singleton, publishable, actions } = resource
  const list = { href: `/${name}`, label: singleton ? label : label_plural }
  const isPublished = publishable && actions.includes('publish')
  return isPublished ? [list, { href: '/calendar', label: 'calendar' }] : [list]
}
