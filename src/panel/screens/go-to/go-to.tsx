// "Go to" (Ctrl+K, ⌘K): pages of the panel, and records of every resource by the search of the admin lists.

import { useQueries, useQuery } from '@tanstack/react-query'
import {
  Fragment,
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Modal, ModalOverlay, Dialog as RacDialog, useFilter } from 'react-aria-components'
import { useLocation } from 'wouter'
import type { ResourceDescription, ResourceName } from '../../../client/index.ts'
import { useApi, useSchema, useSession } from '../../app/api/api.ts'
import { isEditor } from '../../app/api/session.ts'
import { Icon, type IconName } from '../../app/design/icon.tsx'
import { Spinner } from '../../app/design/spinner.tsx'
import { releaseTyping } from '../../app/shell/early-typing.ts'
import type { GoToProps } from '../../app/shell/frame.tsx'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { type ListedRecord, nameOf, requestedFields } from '../../records/record-names.ts'
import { entryAt, navigationOf } from '../navigation.ts'

type Target = { href: string; label: string; detail: string; icon: IconName }

const MIN_SEARCH = 2
const PER_RESOURCE = 4
/** The number of resources that are asked, the best known first. */
const MAX_RESOURCES = 12
const WAIT_MS = 200

/** Opens with the keyboard shortcut; `isOpen` and `onOpenChange` belong to the frame's button. */
export function GoTo({ isOpen, onOpenChange }: GoToProps) {
  const t = useWords('go_to')
  return (
    <ModalOverlay
      className="modal-overlay go-to-overlay"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
    >
      <Modal className="modal modal-medium go-to">
        <RacDialog className="dialog" aria-label={t('go_to')}>
          <Palette onClose={() => onOpenChange(false)} />
        </RacDialog>
      </Modal>
    </ModalOverlay>
  )
}

function Palette({ onClose }: { onClose: () => void }) {
  const t = useWords('go_to')
  const [, navigate] = useLocation()
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const pages = usePages(text.trim())
  const { records, isSearching } = useRecords(useWaiting(text.trim()))
  const targets = [...pages, ...records]
  const current = Math.min(active, targets.length - 1)
  const optionId = (index: number) => `${listId}-${index}`
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    setText(releaseTyping())
    input.current?.focus()
  }, [])
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, current])

  function go({ href }: Target) {
    onClose()
    navigate(href)
  }
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -current, End: targets.length }
    const step = steps[event.key]
    if (event.key === 'Enter' && targets[current]) go(targets[current])
    else if (step === undefined || targets.length === 0) return
    else if (event.key.startsWith('Arrow')) setActive((current + step + targets.length) % targets.length)
    else setActive(Math.max(0, Math.min(current + step, targets.length - 1)))
    event.preventDefault()
  }
  const sections: [title: string, first: number, targets: Target[]][] = [
    [t('pages'), 0, pages],
    [t('go_to_records'), pages.length, records],
  ]
  return (
    <>
      <div className="go-to-search">
        <Icon name="search" />
        <input
          ref={input}
          role="combobox"
          aria-label={t('go_to_search')}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={targets.length > 0 ? optionId(current) : undefined}
          aria-autocomplete="list"
          placeholder={t('go_to_search')}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        {isSearching && <Spinner />}
      </div>
      {targets.length === 0 && (
        <p className="listbox-empty" role="status">
          {isSearching ? t('searching') : t('go_to_none')}
        </p>
      )}
      <div className="go-to-results" role="listbox" id={listId} aria-label={t('go_to_results')}>
        {sections
          .filter(([, , members]) => members.length > 0)
          .map(([title, first, members]) => (
            <Fragment key={title}>
              <div className="go-to-section" aria-hidden="true">
                {title}
              </div>
              {members.map((target, index) => (
                <Option
                  key={target.href}
                  target={target}
                  id={optionId(first + index)}
                  isActive={first + index === current}
                  onPress={() => go(target)}
                />
              ))}
            </Fragment>
          ))}
      </div>
    </>
  )
}

type OptionProps = { target: Target; id: string; isActive: boolean; onPress: () => void }

/** The focus stays in the text field, which names the active option. */
const Option = ({ target: { label, detail, icon }, id, isActive, onPress }: OptionProps) => (
  <div
    className="menu-item"
    role="option"
    id={id}
    tabIndex={-1}
    aria-selected={isActive}
    data-focused={isActive || undefined}
    onClick={onPress}
    onKeyDown={({ key }) => key === 'Enter' && onPress()}
  >
    <Icon name={icon} size={16} />
    <span className="option-text">{label}</span>
    {detail && <span className="option-detail">{detail}</span>}
  </div>
)

/** A text that has not changed for a moment. */
function useWaiting(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return useDeferredValue(settled)
}

function usePages(text: string): Target[] {
  const t = useWords('go_to')
  const label = useLabel()
  const schema = useSchema()
  const { user } = useSession()
  const { contains } = useFilter({ sensitivity: 'base' })
  const account = entryAt('/account')
  const all: Target[] = [
    ...navigationOf(schema, user).flatMap(({ entries, icon, label: section }) =>
      entries.map((entry) => ({
        href: entry.href,
        label: label(entry.label),
        detail: entries.length > 1 ? label(section) : '',
        icon,
      })),
    ),
    ...schema.resources
      .filter(({ actions, singleton }) => actions.includes('create') && !singleton)
      .map((resource) => ({
        href: `/${resource.name}/new`,
        label: t('go_to_new', { resource: label(resource.label) }),
        detail: '',
        icon: 'plus' as const,
      })),
    { href: account.href, label: label(account.label), detail: '', icon: 'user' },
  ]
  // The list has only the pages if there is no text: everything that can be created would bury them.
  if (text === '') return all.filter(({ href }) => !href.endsWith('/new'))
  return all.filter(({ label: name }) => contains(name, text))
}

function useRecords(text: string): { records: Target[]; isSearching: boolean } {
  const api = useApi()
  const label = useLabel()
  const { resources } = useSchema()
  const searched = resources
    .filter(({ actions, singleton }) => actions.includes('list') && !singleton)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, MAX_RESOURCES)
  const results = useQueries({
    queries: searched.map((resource) => {
      const params = {
        q: text,
        page: 1,
        per_page: PER_RESOURCE,
        fields: requestedFields([], resource, label).join(','),
      }
      return {
        queryKey: ['records', resource.name, params],
        queryFn: () => api.admin.resource(resource.name as ResourceName).list(params),
        enabled: text.length >= MIN_SEARCH,
      }
    }),
  })
  const records = results.flatMap(({ data }, index) => {
    const resource = searched[index]!
    return (data?.items ?? []).map((item) => ({
      href: `/${resource.name}/${item.id}`,
      label: nameOf(item as ListedRecord, resource, label),
      detail: label(resource.label),
      icon: 'article' as const,
    }))
  })
  const others = useMessagesAndQuotes(text)
  const isSearching = results.some(({ isFetching }) => isFetching) || others.isSearching
  return { records: text.length >= MIN_SEARCH ? [...others.targets, ...records] : [], isSearching }
}

/** Messages of the contact form, and quotes by number or title, for those who may read them. */
function useMessagesAndQuotes(text: string): { targets: Target[]; isSearching: boolean } {
  const api = useApi()
  const label = useLabel()
  const { user } = useSession()
  const params = { q: text, page: 1, per_page: PER_RESOURCE }
  const isLongEnough = text.length >= MIN_SEARCH
  const messages = useQuery({
    queryKey: ['records', 'messages', params],
    queryFn: () => api.admin.messages.list(params),
    enabled: isLongEnough && isEditor(user),
  })
  const quotes = useQuery({
    queryKey: ['quotes', 'go-to', params],
    queryFn: async () =>
      (await import('../procurement/procurement-api.ts')).procurementApi.quotes.list(params),
    enabled: isLongEnough && (user.procurement_roles ?? []).length > 0,
  })
  return {
    targets: [
      ...(quotes.data?.items ?? []).map(({ id, number, title }) => ({
        href: `/quotes/${id}`,
        label: `${number} ${title}`,
        detail: label(entryAt('/quotes').label),
        icon: 'cart' as const,
      })),
      ...(messages.data?.items ?? []).map(({ id, name, subject, message }) => ({
        href: `/messages?message=${id}`,
        label: `${name}: ${subject ?? message.slice(0, 80)}`,
        detail: label(entryAt('/messages').label),
        icon: 'mail' as const,
      })),
    ],
    isSearching: messages.isFetching || quotes.isFetching,
  }
}

/** Resources whose records have pages are what people look for most. */
const rankOf = ({ page_path, publishable }: ResourceDescription) => (publishable ? 0 : page_path ? 1 : 2)
