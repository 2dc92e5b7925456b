import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useSchema } from '../../app/api/api.ts'
import { Button, Link } from '../../app/design/button.tsx'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import { loadScreenStyles } from '../../app/design/screen-styles.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { labelOf } from '../../records/record-names.ts'
import { CardList, QueryCard } from './card.tsx'

const load = () =>
  Promise.all([import('../releases/overview-dialogs.tsx'), loadScreenStyles()]).then(([dialogs]) => dialogs)
const PreviewDialog = lazyPart(() => load().then((dialogs) => dialogs.PreviewDialog))
const AddToReleaseDialog = lazyPart(() => load().then((dialogs) => dialogs.AddToReleaseDialog))

const SHOWN = { page: 1, per_page: 8 }

/** The working copies of live records, which wait to be published. */
export function UnpublishedChangesCard() {
  const t = useWords('overview')
  const api = useApi()
  const label = useLabel()
  const { resources } = useSchema()
  const { formatRelative, formatInstant } = useFormat()
  const [opened, setOpened] = useState<'preview' | 'release' | null>(null)
  const close = () => setOpened(null)
  const query = useQuery({ queryKey: ['drafts', SHOWN], queryFn: () => api.admin.drafts(SHOWN) })
  return (
    <QueryCard title={t('unpublished')} query={query}>
      {({ items, total }) => (
        <>
          <CardList empty={t('unpublished_none')}>
            {items.map((draft) => {
              const resource = resources.find(({ name }) => name === draft.resource)
              const { refusal, publish_at, updated_at, updated_by } = draft
              return (
                <li key={`${draft.resource} ${draft.id}`}>
                  <Link href={resource?.singleton ? `/${draft.resource}` : `/${draft.resource}/${draft.id}`}>
                    {labelOf(draft, { resources, label })}
                  </Link>
                  {resource && <span className="card-detail">{label(resource.label)}</span>}
                  <span className="muted small">
                    {refusal
                      ? t('unpublished_refused')
                      : publish_at
                        ? t('appears', { time: formatInstant(publish_at) })
                        : t('unpublished_by', { actor: updated_by, time: formatRelative(updated_at) })}
                  </span>
                </li>
              )
            })}
          </CardList>
          {total > items.length && (
            <p className="muted small">{t('unpublished_more', { count: total - items.length })}</p>
          )}
          {total > 0 && (
            <div className="card-buttons">
              <Button size="small" icon="eye" onPress={() => setOpened('preview')}>
                {t('unpublished_preview')}
              </Button>
              <Button size="small" icon="plus" onPress={() => setOpened('release')}>
                {t('unpublished_release')}
              </Button>
            </div>
          )}
          {opened === 'preview' && <PreviewDialog onClose={close} />}
          {opened === 'release' && <AddToReleaseDialog onClose={close} />}
        </>
      )}
    </QueryCard>
  )
}
