// The inbox: messages of the contact form beside the one that is open.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link as RacLink } from 'react-aria-components'
import { useLocation } from 'wouter'
import type { Message } from '../../../client/index.ts'
import { useApi, useSession } from '../../app/api/api.ts'
import { Chip } from '../../app/design/chip.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { Checkbox } from '../../app/design/fields.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { Segments } from '../../app/design/segments.tsx'
import { useAddressState } from '../../app/design/use-address-state.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ExportButton } from '../../lists/export-button.tsx'
import { ListItems, ListPage, useList } from '../list-page.tsx'
import { MessageBatch } from './message-batch.tsx'
import { MessagePane } from './message-pane.tsx'

const PER_PAGE = 25

const BOXES = {
  all: {},
  unread: { read: false },
  mine: {},
  in_progress: { state: 'in_progress' },
  answered: { state: 'answered' },
  spam: { spam: true },
} as const

type Box = keyof typeof BOXES

const boxOf = (name: string): Box => (name in BOXES ? (name as Box) : 'all')

/** `id` stands in the address of mails about a new message: it opens in the inbox. */
export function MessagesScreen({ title, id: linked }: { title: string; id: string }) {
  const t = useWords('inbox')
  const api = useApi()
  const [{ q, page, values }, change] = useAddressState(['box', 'message'], ['message'])
  const box = boxOf(values.box)
  const { user } = useSession()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const list = useList({
    name: 'messages',
    address: { q, page },
    perPage: PER_PAGE,
    filters: box === 'mine' ? { assignee_id: user.accountId } : BOXES[box],
    load: (query) => api.admin.messages.list(query),
  })
  const open = Number(values.message) || null
  const message = useOpenMessage(open)
  const hrefOf = ({ id }: Message) => {
    const parameters = new URLSearchParams({
      ...(q && { q }),
      ...(box !== 'all' && { box }),
      ...(page > 1 && { page: String(page) }),
      message: String(id),
    })
    return `/messages?${parameters}`
  }
  const close = () => change({ message: '' })
  const [, navigate] = useLocation()
  useEffect(() => {
    if (linked) navigate(`/messages?message=${encodeURIComponent(linked)}`, { replace: true })
  }, [linked, navigate])

  return (
    <>
      <PageHeader
        title={title}
        actions={<ExportButton load={() => api.admin.messages.export()} filename="messages.csv" />}
      />
      <ListPage
        list={list}
        onSearch={(text, options) => change({ q: text, message: '' }, options)}
        columns={1}
        tools={
          <Segments
            label={t('box')}
            options={(Object.keys(BOXES) as Box[]).map((id) => ({ id, label: t(`box_${id}`) }))}
            value={box}
            onChange={(id) => change({ box: id === 'all' ? '' : id, message: '' })}
          />
        }
      >
        {({ items, total }) => (
          <div className={open ? 'inbox inbox-open' : 'inbox'}>
            <ListItems
              list={list}
              className="inbox-list"
              onPage={(next) => change({ page: next, message: '' })}
              empty={
                <div className="inbox-list">
                  <EmptyState icon="inbox" title={t(q ? 'no_matches' : `empty_${box}`)}>
                    {t(q ? 'no_matches_text' : box === 'all' ? 'empty_text' : 'empty_box_text')}
                  </EmptyState>
                </div>
              }
            >
              <ul className="card inbox-items" aria-label={title}>
                {items.map((item) => (
                  <MessageItem
                    key={item.id}
                    message={item}
                    href={hrefOf(item)}
                    isOpen={item.id === open}
                    isSelected={selected.has(item.id)}
                    onSelect={() => setSelected(selected.symmetricDifference(new Set([item.id])))}
                  />
                ))}
              </ul>
              {items.some(({ id }) => selected.has(id)) && (
                <MessageBatch
                  messages={items.filter(({ id }) => selected.has(id))}
                  isSpam={box === 'spam'}
                  onClear={() => setSelected(new Set())}
                />
              )}
            </ListItems>
            {open && <MessagePane key={open} {...message} onClose={close} />}
            {!open && total > 0 && (
              <div className="inbox-none">
                <EmptyState icon="mail" title={t('none_open')} />
              </div>
            )}
          </div>
        )}
      </ListPage>
    </>
  )
}

/** The open message; it counts as read from then on. */
function useOpenMessage(id: number | null) {
  const api = useApi()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['message', id],
    queryFn: () => api.admin.messages.get(id!),
    enabled: id !== null,
    staleTime: 60_000,
  })
  const isUnread = data?.id === id && data?.read === false && !data.spam
  useEffect(() => {
    if (id === null || !isUnread || queries.getQueryData(['message-kept-unread', id])) return
    void api.admin.messages.mark(id, { read: true }).then(
      (read) => {
        queries.setQueryData(['message', id], read)
        void queries.invalidateQueries({ queryKey: ['messages'] })
        void queries.invalidateQueries({ queryKey: ['records', 'messages'] })
      },
      () => {},
    )
  }, [id, isUnread, api, queries])
  return { message: data ?? null, error, onRetry: () => void refetch() }
}

type MessageItemProps = {
  message: Message
  href: string
  isOpen: boolean
  isSelected: boolean
  onSelect: () => void
}

/** A message in the list: sender, subject, beginning of the text, time. */
function MessageItem({ message, href, isOpen, isSelected, onSelect }: MessageItemProps) {
  const t = useWords('inbox')
  const { formatRelative } = useFormat()
  const { name, subject, message: text, created_at, read, state, assignee, spam } = message
  return (
    <li className={read ? 'inbox-item' : 'inbox-item inbox-item-unread'}>
      <Checkbox isSelected={isSelected} onChange={onSelect}>
        <span className="visually-hidden">{t('select_message', { name })}</span>
      </Checkbox>
      <RacLink href={href} className="inbox-link" {...(isOpen && { 'aria-current': 'true' })}>
        <span className="inbox-item-head">
          {!read && <span className="visually-hidden">{t('unread')}: </span>}
          <span className="inbox-sender" dir="auto">
            {name}
          </span>
          <time dateTime={created_at} className="muted small">
            {formatRelative(created_at)}
          </time>
        </span>
        <span className="inbox-subject" dir="auto">
          {subject ?? t('no_subject')}
        </span>
        <span className="inbox-beginning muted" dir="auto">
          {text.slice(0, 160)}
        </span>
        {!spam && (state !== 'new' || assignee) && (
          <span className="inbox-item-state">
            {state !== 'new' && (
              <Chip tone={state === 'answered' ? 'good' : 'accent'}>{t(`state_${state}`)}</Chip>
            )}
            {assignee && <bdi className="muted small">{assignee}</bdi>}
          </span>
        )}
      </RacLink>
    </li>
  )
}
