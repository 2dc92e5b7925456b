// The inbox: messages of the contact form beside the one that is open.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Message } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { Pagination } from '../../app/design/pagination.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Segments } from '../../app/design/segments.tsx'
import { useAddressState } from '../../app/design/use-address-state.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ExportButton } from '../../lists/export-button.tsx'
import { ListSkeleton } from '../../lists/list-skeleton.tsx'
import { SearchBox } from '../../lists/list-toolbar.tsx'
import { useScrollMemory } from '../../lists/use-scroll-memory.ts'
import { MessageItem } from './message-item.tsx'
import { MessagePane } from './message-pane.tsx'

const PER_PAGE = 25

const BOXES = {
  all: {},
  unread: { read: false },
  read: { read: true },
  spam: { spam: true },
} as const

type Box = keyof typeof BOXES

const boxOf = (name: string): Box => (name in BOXES ? (name as Box) : 'all')

export function MessagesScreen({ title }: { title: string }) {
  const t = useWords('inbox')
  const api = useApi()
  const [{ q, page, values }, change] = useAddressState(['box', 'message'], ['message'])
  const box = boxOf(values.box)
  const query = { ...BOXES[box], ...(q.trim() && { q: q.trim() }), page, per_page: PER_PAGE }
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['messages', query],
    queryFn: () => api.admin.messages.list(query),
    placeholderData: keepPreviousData,
  })
  useReady(!isPending)
  useScrollMemory(!isPending && !isPlaceholderData)
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

  return (
    <>
      <PageHeader
        title={title}
        actions={<ExportButton load={() => api.admin.messages.export()} filename="messages.csv" />}
      />
      <div className="list-toolbar">
        <SearchBox q={q} onSearch={(text) => change({ q: text, message: '' }, { replace: q !== '' })} />
        <Segments
          label={t('box')}
          options={(Object.keys(BOXES) as Box[]).map((id) => ({ id, label: t(`box_${id}`) }))}
          value={box}
          onChange={(id) => change({ box: id === 'all' ? '' : id, message: '' })}
        />
      </div>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && !error && <ListSkeleton columns={1} />}
      {data && (
        <div className={open ? 'inbox inbox-open' : 'inbox'}>
          <div className={isPlaceholderData ? 'inbox-list list-waiting' : 'inbox-list'}>
            {data.total === 0 ? (
              <EmptyState icon="inbox" title={t(q ? 'no_matches' : `empty_${box}`)}>
                {t(q ? 'no_matches_text' : box === 'all' ? 'empty_text' : 'empty_box_text')}
              </EmptyState>
            ) : (
              <ul className="card inbox-items" aria-label={title}>
                {data.items.map((item) => (
                  <MessageItem key={item.id} message={item} href={hrefOf(item)} isOpen={item.id === open} />
                ))}
              </ul>
            )}
            {data.total > 0 && (
              <Pagination
                page={page}
                perPage={PER_PAGE}
                total={data.total}
                shown={data.items.length}
                sizes={[PER_PAGE]}
                change={({ page: next = 1 }) => change({ page: next, message: '' })}
              />
            )}
          </div>
          {open && <MessagePane key={open} {...message} onClose={close} />}
          {!open && data.total > 0 && (
            <div className="inbox-none">
              <EmptyState icon="mail" title={t('none_open')} />
            </div>
          )}
        </div>
      )}
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
      },
      () => {},
    )
  }, [id, isUnread, api, queries])
  return { message: data ?? null, error, onRetry: () => void refetch() }
}
