// Subscribers of the newsletter.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Subscriber } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { IconButton } from '../../app/design/button.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { PlainTable } from '../../app/design/plain-table.tsx'
import { Segments } from '../../app/design/segments.tsx'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useAddressState } from '../../app/design/use-address-state.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { ExportButton } from '../../lists/export-button.tsx'
import { ListItems, ListPage, useList } from '../list-page.tsx'

const PER_PAGE = 50

export function NewsletterScreen({ title }: { title: string }) {
  const t = useWords('inbox')
  const api = useApi()
  const [{ q, page, values }, change] = useAddressState(['box'])
  const isSpam = values.box === 'spam'
  const list = useList({
    name: 'subscribers',
    address: { q, page },
    perPage: PER_PAGE,
    filters: isSpam ? { spam: true } : {},
    load: (query) => api.admin.newsletter.list(query),
  })
  return (
    <>
      <PageHeader
        title={title}
        description={t('newsletter_text')}
        actions={<ExportButton load={() => api.admin.newsletter.export()} filename="newsletter.csv" />}
      />
      <ListPage
        list={list}
        onSearch={(text, options) => change({ q: text }, options)}
        columns={3}
        tools={
          <Segments
            label={t('box')}
            options={[
              { id: 'all', label: t('subscribers') },
              { id: 'spam', label: t('box_spam') },
            ]}
            value={isSpam ? 'spam' : 'all'}
            onChange={(id) => change({ box: id === 'spam' ? 'spam' : '' })}
          />
        }
      >
        {({ items }) => (
          <ListItems
            list={list}
            onPage={(next) => change({ page: next })}
            empty={
              <EmptyState icon="mail" title={t(q ? 'no_matches' : isSpam ? 'empty_spam' : 'no_subscribers')}>
                {t(q ? 'no_matches_text' : isSpam ? 'empty_box_text' : 'no_subscribers_text')}
              </EmptyState>
            }
          >
            <Subscribers items={items} />
          </ListItems>
        )}
      </ListPage>
    </>
  )
}

function Subscribers({ items }: { items: readonly Subscriber[] }) {
  const t = useWords('inbox')
  const { formatInstant } = useFormat()
  const [asked, setAsked] = useState<Subscriber | null>(null)
  return (
    <>
      <PlainTable columns={[t('email'), t('name'), t('language'), t('since')]} actions={t('actions')}>
        {items.map((subscriber) => (
          <tr key={subscriber.id}>
            <th scope="row" className="plain-name">
              <bdi dir="ltr">{subscriber.email}</bdi>
            </th>
            <td data-label={t('name')}>{subscriber.name ?? <span className="muted no-value">–</span>}</td>
            <td data-label={t('language')}>
              <LanguageName tag={subscriber.locale} />
            </td>
            <td data-label={t('since')}>{formatInstant(subscriber.created_at, 'date')}</td>
            <td className="plain-actions">
              <IconButton
                icon="trash"
                size="small"
                label={t('delete_subscriber', { email: subscriber.email })}
                onPress={() => setAsked(subscriber)}
              />
            </td>
          </tr>
        ))}
      </PlainTable>
      {asked && <DeleteSubscriber subscriber={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** The language of a tag such as `fa`, in the language of the interface. */
function LanguageName({ tag }: { tag: string | null }) {
  const { language } = useLanguage()
  if (!tag) return <span className="muted no-value">–</span>
  return <>{new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag}</>
}

function DeleteSubscriber({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const t = useWords('inbox')
  const api = useApi()
  const queries = useQueryClient()
  const { isPending, attempt } = useAttempt()
  async function remove() {
    await attempt(async () => {
      await api.admin.newsletter.remove(subscriber.id)
      showToast(t('subscriber_deleted'))
    })
    await queries.invalidateQueries({ queryKey: ['subscribers'] })
    onClose()
  }

  return (
    <ConfirmDialog
      title={t('delete_subscriber_title')}
      isOpen
      action={t('delete')}
      isDangerous
      isPending={isPending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{t('delete_subscriber_text', { email: subscriber.email })}</p>
    </ConfirmDialog>
  )
}
