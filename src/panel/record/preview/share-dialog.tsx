import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Preview, PreviewLink } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import type { AnyRecord } from '../../app/api/record-api.ts'
import { Button } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useCopy } from '../../app/design/use-copy.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { previewLinkKey } from './use-preview-link.ts'

const HOUR = 3_600
const EXPIRIES = { hour: HOUR, day: 24 * HOUR, three_days: 72 * HOUR, week: 168 * HOUR } as const
type Expiry = keyof typeof EXPIRIES

type ShareDialogProps = { resource: string; record: AnyRecord; onClose: () => void }

/** Links that show the record to people without an account: makes them, lists those that still work, ends them. */
export function ShareDialog({ resource, record, onClose }: ShareDialogProps) {
  const t = useWords('preview')
  const links = useLinks(resource, record.id)
  const [expiry, setExpiry] = useState<Expiry>('day')
  const [made, setMade] = useState<PreviewLink | null>(null)
  const { isPending, attempt } = useAttempt()
  const copy = useCopy(t('link_copied'))
  const create = () =>
    attempt(async () => {
      setMade(await links.create(EXPIRIES[expiry]))
      showToast(t('link_created'))
    })
  const revoke = (id: string | null) =>
    attempt(async () => {
      await links.revoke(id)
      if (id === null || id === made?.id) setMade(null)
      showToast(t(id === null ? 'links_revoked' : 'link_revoked'))
    })

  return (
    <Dialog title={t('share_title')} isOpen onClose={onClose}>
      <div className="stack">
        <p>{t('share_text')}</p>
        <div className="share-new">
          <Select
            label={t('expiry')}
            value={expiry}
            onChange={setExpiry}
            options={(Object.keys(EXPIRIES) as Expiry[]).map((id) => ({ id, label: t(`expiry_${id}`) }))}
          />
          <Button look="primary" isPending={isPending} onPress={() => void create()}>
            {t('create_link')}
          </Button>
        </div>
        {made && (
          <div className="share-new">
            <TextField label={t('new_link')} value={made.url} isReadOnly dir="ltr" />
            <Button icon="copy" onPress={() => void copy(made.url)}>
              {t('copy')}
            </Button>
          </div>
        )}
        <LinkList links={links} made={made} onRevoke={(id) => void revoke(id)} />
      </div>
    </Dialog>
  )
}

type Links = ReturnType<typeof useLinks>

function useLinks(resource: string, id: number) {
  const api = useApi()
  const queries = useQueryClient()
  const name = resource as 'articles'
  const queryKey = ['previews', resource, id]
  const query = useQuery({ queryKey, queryFn: () => api.admin.previews.list(name, id) })
  // The link of this tab's own preview, which is in the list as well.
  const own = queries.getQueriesData<PreviewLink>({ queryKey: previewLinkKey(resource, id) })
  const ownIds = own.flatMap(([, link]) => link?.id ?? [])
  const refresh = () => queries.invalidateQueries({ queryKey })
  return {
    query,
    isOwn: ({ id }: Preview) => ownIds.includes(id),
    async create(seconds: number) {
      const link = await api.admin.previews.create(name, id, { expires_in: seconds })
      await refresh()
      return link
    },
    async revoke(link: string | null) {
      await api.admin.previews.revoke(name, id, link ?? undefined)
      if (link === null || ownIds.includes(link))
        await queries.resetQueries({ queryKey: previewLinkKey(resource, id) })
      await refresh()
    },
  }
}

/** A name in a text of the other direction. */
const isolated = (name: string) => `\u2068${name}\u2069`

type LinkListProps = { links: Links; made: PreviewLink | null; onRevoke: (id: string | null) => void }

function LinkList({ links, made, onRevoke }: LinkListProps) {
  const t = useWords('preview')
  const { formatInstant, formatRelative } = useFormat()
  const { data, error, refetch } = links.query
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const noteOf = (link: Preview) => {
    if (link.id === made?.id) return t('new_link')
    return links.isOwn(link) ? t('link_of_this_tab') : null
  }
  return (
    <section aria-label={t('active_links')}>
      <h3>{t('active_links')}</h3>
      {data.items.length === 0 && <p className="muted">{t('no_links')}</p>}
      <ul className="share-list">
        {data.items.map((link) => {
          const time = formatInstant(link.created_at)
          const name = isolated(link.created_by)
          return (
            <li key={link.id}>
              <span>
                <span>{t('link_by', { name, time })}</span>
                <span className="muted small">
                  {t('link_expires', { time: formatInstant(link.expires_at) })} (
                  {formatRelative(link.expires_at)}){noteOf(link) && ` · ${noteOf(link)}`}
                </span>
              </span>
              <Button
                size="small"
                aria-label={t('revoke_link', { name, time })}
                onPress={() => onRevoke(link.id)}
              >
                {t('revoke')}
              </Button>
            </li>
          )
        })}
      </ul>
      {data.items.length > 1 && (
        <Button size="small" onPress={() => onRevoke(null)}>
          {t('revoke_all')}
        </Button>
      )}
    </section>
  )
}
