import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Link, Button as RacButton } from 'react-aria-components'
import { useLocation } from 'wouter'
import { useApi, useSchema, useSession } from '../api/api.ts'
import { isEditor } from '../api/session.ts'
import { useSiteName } from '../api/use-site-name.ts'
import { Icon } from '../design/icon.tsx'
import { useFormat } from '../design/use-format.ts'
import { untilReady } from '../design/use-ready.ts'
import { contentKeyOf } from '../words/language.ts'
import { useLabel, useLanguage, useWords } from '../words/words-context.tsx'
import { AccountMenu } from './account-menu.tsx'
import type { NavigationEntry, NavigationOf, NavigationSection } from './navigation-section.ts'

const CLOSED_AS = 'frontage-closed-sections'

function readClosed(): string[] {
  const stored = localStorage.getItem(CLOSED_AS)
  return stored ? (JSON.parse(stored) as string[]) : []
}

/** The number of unread messages; 0 for roles without an inbox. */
function useUnreadCount(): number {
  const api = useApi()
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: ['records', 'messages', { read: false, spam: false, per_page: 1 }],
    queryFn: () => api.admin.messages.list({ read: false, spam: false, page: 1, per_page: 1 }),
    enabled: isEditor(user),
  })
  return data?.total ?? 0
}

/** The number of reviews that wait for the user. */
function useWaitingCount(): number {
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: ['waiting', user.accountId],
    queryFn: async () => (await import('../api/discussion-api.ts')).listWaiting(isEditor(user)),
    refetchInterval: 60_000,
  })
  return data?.length ?? 0
}

/** Brings the current page into sight, with the ones before and after it. `scrollIntoView` would scroll the page as well. */
function showCurrent(navigation: HTMLElement) {
  const current = navigation.querySelector('[aria-current="page"]')?.getBoundingClientRect()
  if (!current) return
  const { top, bottom } = navigation.getBoundingClientRect()
  const hiddenAbove = top - (current.top - current.height)
  const hiddenBelow = current.bottom + current.height - bottom
  if (hiddenAbove > 0) navigation.scrollTop -= hiddenAbove
  else if (hiddenBelow > 0) navigation.scrollTop += hiddenBelow
}

type SidebarProps = {
  navigationOf: NavigationOf
  onNavigate: () => void
  onGoTo: () => void
  Foot: ComponentType<{ onFollow: () => void }>
}

export function Sidebar({ navigationOf, onNavigate, onGoTo, Foot }: SidebarProps) {
  const t = useWords('shell')
  const schema = useSchema()
  const { user } = useSession()
  const [closed, setClosed] = useState(readClosed)
  const [path] = useLocation()
  const navigation = useRef<HTMLElement>(null)
  useEffect(() => {
    if (path === '/') return
    // The browser would lay out a page that is about to change if this came earlier.
    void untilReady().then(() => navigation.current && showCurrent(navigation.current))
  }, [path])
  const toggle = (name: string) => {
    const next = closed.includes(name) ? closed.filter((other) => other !== name) : [...closed, name]
    localStorage.setItem(CLOSED_AS, JSON.stringify(next))
    setClosed(next)
  }
  return (
    <div className="sidebar">
      <Brand />
      <RacButton className="go-to-button" onPress={onGoTo}>
        <Icon name="search" size={16} />
        <span>{t('go_to')}</span>
        <kbd dir="ltr">Ctrl K</kbd>
      </RacButton>
      <nav
        ref={navigation}
        className="navigation"
        aria-label={t('main_navigation')}
        onClickCapture={onNavigate}
      >
        <ul>
          {navigationOf(schema, user).map((section) => (
            <Section
              key={section.name}
              section={section}
              isClosed={closed.includes(section.name)}
              onToggle={() => toggle(section.name)}
            />
          ))}
        </ul>
      </nav>
      <footer className="sidebar-foot">
        <Foot onFollow={onNavigate} />
      </footer>
      <AccountMenu />
    </div>
  )
}

function Brand() {
  const { language } = useLanguage()
  const name = useSiteName(contentKeyOf(language)) ?? 'Frontage'
  return (
    <header className="brand">
      <span className="brand-mark" aria-hidden="true">
        {name.trim().charAt(0) || 'F'}
      </span>
      <span className="brand-name">{name}</span>
    </header>
  )
}

type SectionProps = { section: NavigationSection; isClosed: boolean; onToggle: () => void }

/** A section with one entry is that entry; the others have a heading that closes them. */
function Section({ section, isClosed, onToggle }: SectionProps) {
  const { entries, icon, name } = section
  const label = useLabel()
  const [path] = useLocation()
  const listId = `navigation-${name}`
  if (entries.length === 1)
    return (
      <li>
        <Entry entry={entries[0]!} icon={icon} />
      </li>
    )
  // The entry of the page that is open stays visible.
  const shown = isClosed ? entries.filter(({ href }) => isCurrent(path, href)) : entries
  return (
    <li className="navigation-section">
      <RacButton
        className="navigation-heading"
        aria-expanded={!isClosed}
        aria-controls={listId}
        onPress={onToggle}
      >
        <Icon name={icon} />
        <span>{label(section.label)}</span>
        <Icon name={isClosed ? 'chevron-end' : 'chevron-down'} size={14} />
      </RacButton>
      <ul id={listId}>
        {shown.map((entry) => (
          <li key={entry.href}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </li>
  )
}

const isCurrent = (path: string, href: string) =>
  href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)

function Entry({ entry, icon }: { entry: NavigationEntry; icon?: NavigationSection['icon'] }) {
  const label = useLabel()
  const [path] = useLocation()
  return (
    <Link
      href={entry.href}
      className={icon ? 'navigation-link' : 'navigation-link navigation-link-inner'}
      aria-current={isCurrent(path, entry.href) ? 'page' : undefined}
    >
      {icon && <Icon name={icon} />}
      <span>{label(entry.label)}</span>
      {entry.href === '/messages' && <CountBadge use={useUnreadCount} words="unread_count" />}
      {entry.href === '/' && <CountBadge use={useWaitingCount} words="waiting_count" />}
    </Link>
  )
}

type CountBadgeProps = { use: () => number; words: 'unread_count' | 'waiting_count' }

function CountBadge({ use: useCount, words }: CountBadgeProps) {
  const t = useWords('shell')
  const { formatNumber } = useFormat()
  const count = useCount()
  if (count === 0) return null
  return (
    <span className="badge">
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="visually-hidden">{t(words, { count })}</span>
    </span>
  )
}
