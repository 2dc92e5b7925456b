// The table of screens: routes, navigation, titles and preloading follow from it. Scripts and texts are loaded at the first use.
import type { ComponentType } from 'react'
import type { User } from '../../client/index.ts'
import type { SessionUser } from '../app/api/session.ts'
import type { IconName } from '../app/design/icon.tsx'
import type { Group } from '../app/words/dictionaries.ts'

type Label = { fa: string; en: string }

export type ScreenProps = {
  /** The title in the language of the interface. */
  title: string
  /** The id of a path with `:id`; otherwise empty. */
  id: string
}

type SectionName = 'releases' | 'media' | 'inbox' | 'users' | 'procurement' | 'operations'

export type ScreenRow = {
  path: string
  title: Label
  /** A module whose one export is the screen. */
  load: () => Promise<Record<string, ComponentType<ScreenProps>>>
  /** The texts that the screen begins with, if they are not those of `office`. */
  texts?: Group
  /** Its place in the navigation. */
  section?: SectionName
  /** Who sees it besides admins; for other roles there is no such page. */
  roles?: 'editors' | 'all'
  /** The roles in procurement that see it, whatever the role in the content. */
  procurement?: readonly ProcurementRole[]
}

type ProcurementRole = User['roles'][number]

const ALL: readonly ProcurementRole[] = ['requester', 'buyer', 'approver', 'storekeeper', 'auditor', 'admin']

/** The sections of the navigation, below the groups of resources; one of a single screen has its title. */
export const SECTIONS: { name: SectionName; icon: IconName; label?: Label }[] = [
  { name: 'releases', icon: 'calendar' },
  { name: 'media', icon: 'image' },
  { name: 'inbox', icon: 'inbox', label: { fa: 'صندوق ورودی', en: 'Inbox' } },
  { name: 'users', icon: 'users' },
  { name: 'procurement', icon: 'cart', label: { fa: 'تدارکات', en: 'Procurement' } },
  { name: 'operations', icon: 'pulse', label: { fa: 'مدیریت سامانه', en: 'Operations' } },
]

/** As the service has them in `SUPPLIER_READERS`. */
const SUPPLIER_READERS = ALL.filter((role) => role !== 'requester')

const procurementScreen =
  (
    name:
      | 'QuotesScreen'
      | 'QuoteScreen'
      | 'OffersScreen'
      | 'OrderScreen'
      | 'InventoryScreen'
      | 'PeopleScreen'
      | 'SuppliersScreen',
  ) =>
  async () => ({
    [name]: (await import('./procurement/procurement-screens.ts'))[name] as ComponentType<ScreenProps>,
  })

const releases = {
  title: { fa: 'بسته‌های انتشار', en: 'Releases' },
  load: () => import('./releases/releases-screen.tsx'),
  roles: 'editors',
} as const

/** The screens in the order of the navigation. */
export const SCREENS: readonly ScreenRow[] = [
  {
    path: '/',
    title: { fa: 'نمای کلی', en: 'Overview' },
    load: () => import('./overview/overview-screen.tsx'),
    texts: 'lists',
    roles: 'all',
  },
  {
    path: '/calendar',
    title: { fa: 'تقویم انتشار', en: 'Calendar' },
    load: () => import('./calendar/calendar-screen.tsx'),
    texts: 'forms',
    roles: 'editors',
  },
  { ...releases, path: '/releases', section: 'releases' },
  { ...releases, path: '/releases/:id' },
  {
    path: '/media',
    title: { fa: 'کتابخانهٔ رسانه', en: 'Media library' },
    load: () => import('../media/media-library-screen.tsx'),
    texts: 'lists',
    section: 'media',
    roles: 'editors',
  },
  {
    path: '/messages',
    title: { fa: 'پیام‌ها', en: 'Messages' },
    load: () => import('./inbox/messages-screen.tsx'),
    section: 'inbox',
    roles: 'editors',
  },
  {
    path: '/messages/:id',
    title: { fa: 'پیام‌ها', en: 'Messages' },
    load: () => import('./inbox/messages-screen.tsx'),
    roles: 'editors',
  },
  {
    path: '/newsletter',
    title: { fa: 'خبرنامه', en: 'Newsletter' },
    load: () => import('./inbox/newsletter-screen.tsx'),
    section: 'inbox',
    roles: 'editors',
  },
  {
    path: '/users',
    title: { fa: 'کاربران', en: 'Users' },
    load: () => import('./people/users-screen.tsx'),
    section: 'users',
  },
  {
    path: '/quotes',
    title: { fa: 'استعلام‌ها', en: 'Quotes' },
    load: procurementScreen('QuotesScreen'),
    procurement: ALL,
    section: 'procurement',
  },
  {
    path: '/quotes/:id',
    title: { fa: 'استعلام‌ها', en: 'Quotes' },
    load: procurementScreen('QuoteScreen'),
    procurement: ALL,
  },
  {
    path: '/quotes/:id/offers',
    title: { fa: 'استعلام‌ها', en: 'Quotes' },
    load: procurementScreen('OffersScreen'),
    procurement: ALL,
  },
  {
    path: '/quotes/:id/order',
    title: { fa: 'استعلام‌ها', en: 'Quotes' },
    load: procurementScreen('OrderScreen'),
    procurement: ALL,
  },
  {
    path: '/inventory',
    title: { fa: 'انبار', en: 'Inventory' },
    load: procurementScreen('InventoryScreen'),
    procurement: ALL,
    section: 'procurement',
  },
  {
    path: '/suppliers',
    title: { fa: 'تأمین‌کنندگان', en: 'Suppliers' },
    load: procurementScreen('SuppliersScreen'),
    procurement: SUPPLIER_READERS,
    section: 'procurement',
  },
  {
    path: '/people',
    title: { fa: 'افراد و نقش‌ها', en: 'People and roles' },
    load: procurementScreen('PeopleScreen'),
    procurement: ['admin'],
    section: 'procurement',
  },
  {
    path: '/trash',
    title: { fa: 'سطل زباله', en: 'Trash' },
    load: () => import('./trash/trash-screen.tsx'),
    section: 'operations',
    roles: 'editors',
  },
  {
    path: '/trash/:id/history',
    title: { fa: 'سطل زباله', en: 'Trash' },
    load: () => import('../record/history/trash-history-screen.tsx'),
    roles: 'editors',
  },
  {
    path: '/audit',
    title: { fa: 'گزارش رویدادها', en: 'Audit log' },
    load: () => import('./status/audit-screen.tsx'),
    procurement: ['auditor', 'admin'],
    section: 'operations',
  },
  {
    path: '/status',
    title: { fa: 'وضعیت سامانه', en: 'Status' },
    load: () => import('./status/status-screen.tsx'),
    section: 'operations',
  },
  {
    path: '/account',
    title: { fa: 'حساب شما', en: 'Your account' },
    load: () => import('./account/account-screen.tsx'),
    roles: 'all',
  },
]

/** Whether an admin of the content has to connect a person of the identity provider first. */
export const isNotConnected = ({ role, procurement_roles }: SessionUser) =>
  role === 'admin' && procurement_roles === null

export const screensFor = (user: SessionUser) =>
  SCREENS.filter(({ roles, procurement }) => {
    if (procurement === undefined)
      return user.role === 'admin' || roles === 'all' || (roles === 'editors' && user.role === 'editor')
    return isNotConnected(user) || user.procurement_roles?.some((role) => procurement.includes(role))
  })

/** The page that somebody without a role in the content begins with. */
export function firstPageOf({ procurement_roles }: SessionUser): string {
  const roles = procurement_roles ?? []
  if (roles.length === 0) return '/account'
  return roles.every((role) => role === 'storekeeper') ? '/inventory' : '/quotes'
}
