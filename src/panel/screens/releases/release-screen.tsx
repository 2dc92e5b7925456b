import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { ApiProblem } from '../../../client/api-problem.ts'
import type { ReleasePatch, ReleaseWithItems } from '../../../client/index.ts'
import {
  changeRelease,
  getRelease,
  type Item,
  itemOf,
  keyOf,
  removeRelease,
  takeReleaseStep,
} from '../../app/api/release-api.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { Menu } from '../../app/design/menu.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ScheduleDialog } from '../../record/drafts/schedule-dialog.tsx'
import { DraftSetDialog } from './draft-set-dialog.tsx'
import { ReleaseItems } from './release-items.tsx'
import { ReleaseNameDialog } from './release-name-dialog.tsx'
import { ReleaseNotices } from './release-notices.tsx'
import { ReleaseState, useReleaseTime } from './release-state.tsx'
import { useSitePreview } from './use-site-preview.ts'

type Opened = 'add' | 'publish' | 'schedule' | 'rename' | 'delete' | 'undo'

/** One release: its drafts with their problems, and the actions on it. */
export function ReleaseScreen({ title, id }: { title: string; id: string }) {
  const crumbs = [{ label: title, href: '/releases' }]
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['releases', 'one', id],
    queryFn: () => getRelease(Number(id)),
  })
  useReady(!isPending)
  if (data) return <Release release={data} crumbs={crumbs} />
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} />
      {isPending ? <Waiting /> : <ProblemNotice error={error} onRetry={() => void refetch()} />}
    </>
  )
}

type ReleaseProps = { release: ReleaseWithItems; crumbs: { label: string; href: string }[] }

function Release({ release, crumbs }: ReleaseProps) {
  const t = useWords('releases')
  const timeOf = useReleaseTime()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const { isPending, change, remove, step } = useReleaseActions(release, close)
  const site = useSitePreview()
  const { items, state, publish_at, published_by } = release
  const isOpen = state === 'open'
  const time = timeOf(release)
  const setItems = (next: readonly Item[]) => change({ items: next.map(itemOf) })
  const entries = [
    isOpen && items.length > 0 && { id: 'schedule', label: t('publish_later'), icon: 'calendar' as const },
    isOpen && publish_at !== null && { id: 'end', label: t('end_time'), icon: 'close' as const },
    isOpen && { id: 'rename', label: t('rename'), icon: 'edit' as const },
    { id: 'delete', label: t('delete_release'), icon: 'trash' as const, isDangerous: true, isApart: isOpen },
  ]
  return (
    <>
      <PageHeader
        title={release.name}
        crumbs={crumbs}
        status={<ReleaseState release={release} />}
        description={
          state === 'open'
            ? time
              ? t('planned_for', { time })
              : t('open_text')
            : t('published_on', { time: time ?? '', actor: published_by ?? '' })
        }
        actions={
          <>
            <Menu
              trigger={(trigger) => (
                <IconButton {...trigger} icon="more" look="secondary" label={t('more')} />
              )}
              label={t('more')}
              entries={entries}
              onAction={(action) =>
                action === 'end'
                  ? void change({ publish_at: null }, t('time_ended'))
                  : setOpened(action as Opened)
              }
            />
            {state === 'published' && (
              <Button icon="undo" onPress={() => setOpened('undo')}>
                {t('undo')}
              </Button>
            )}
            {isOpen && items.length > 0 && (
              <>
                <Button
                  icon="eye"
                  isPending={site.isPending}
                  onPress={() => void site.preview({ release_id: release.id })}
                >
                  {t('preview_site')}
                </Button>
                <Button look="primary" onPress={() => setOpened('publish')}>
                  {t('publish_now')}
                </Button>
              </>
            )}
          </>
        }
      />
      <div className="stack">
        <ReleaseNotices release={release} />
        {items.length === 0 ? (
          <EmptyState
            icon="list"
            title={t('no_items')}
            action={isOpen && <AddButton onPress={() => setOpened('add')} look="primary" />}
          >
            {t('no_items_text')}
          </EmptyState>
        ) : (
          <>
            <ReleaseItems
              release={release}
              isPending={isPending}
              onRemove={(item) =>
                void setItems(items.filter((other) => keyOf(other) !== keyOf(item))).then(
                  (worked) => worked && showToast(t('item_removed'), { undo: () => void setItems(items) }),
                )
              }
            />
            {isOpen && (
              <div>
                <AddButton onPress={() => setOpened('add')} look="secondary" />
              </div>
            )}
          </>
        )}
      </div>
      {opened === 'add' && (
        <DraftSetDialog
          title={t('add_drafts')}
          action={t('add')}
          without={items}
          onChoose={async (added) => {
            await change(
              { items: [...items.map(itemOf), ...added] },
              t('items_added', { count: added.length }),
              true,
            )
          }}
          onClose={close}
        />
      )}
      {opened === 'schedule' && (
        <ScheduleDialog
          title={t('schedule_title')}
          publishAt={publish_at}
          isPending={isPending}
          onSchedule={(time) => void change({ publish_at: time }, t('time_set'))}
          onClose={close}
        />
      )}
      {opened === 'rename' && (
        <ReleaseNameDialog
          title={t('rename_title')}
          action={t('save')}
          name={release.name}
          onName={(name) => change({ name }, t('saved'), true)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        title={t('publish_title', { name: release.name })}
        isOpen={opened === 'publish'}
        action={t('publish_now')}
        isPending={isPending}
        onConfirm={() => void step('publish')}
        onClose={close}
      >
        <p>{t('publish_text', { count: items.length })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t('undo_title')}
        isOpen={opened === 'undo'}
        action={t('undo')}
        isPending={isPending}
        onConfirm={() => void step('undo')}
        onClose={close}
      >
        <p>{t('undo_text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t('delete_title', { name: release.name })}
        isOpen={opened === 'delete'}
        action={t('delete_release')}
        isDangerous
        isPending={isPending}
        onConfirm={() => void remove()}
        onClose={close}
      >
        <p>{t(isOpen ? 'delete_text' : 'delete_published_text')}</p>
      </ConfirmDialog>
    </>
  )
}

function AddButton({ onPress, look }: { onPress: () => void; look: 'primary' | 'secondary' }) {
  const t = useWords('releases')
  return (
    <Button icon="plus" look={look} onPress={onPress}>
      {t('add_drafts')}
    </Button>
  )
}

/** Loads the release again after a conflict, so that the user sees it before the next try. */
function useReleaseActions(release: ReleaseWithItems, onDone: () => void) {
  const t = useWords('releases')
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { isPending, attempt } = useAttempt()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['releases'] }),
      queries.invalidateQueries({ queryKey: ['drafts'] }),
    ])
  const current = () =>
    queries.getQueryData<ReleaseWithItems>(['releases', 'one', String(release.id)]) ?? release
  /** Resolves with whether it was done. */
  async function act(send: () => Promise<unknown>, done: string | null): Promise<boolean> {
    try {
      await send()
    } catch (error) {
      const isStale = error instanceof ApiProblem && error.code === 'stale'
      if (error instanceof ApiProblem) await refresh()
      if (!isStale) throw error
      onDone()
      showToast(t('changed_meanwhile'), { tone: 'danger' })
      return false
    }
    await refresh()
    onDone()
    if (done !== null) showToast(done)
    return true
  }
  return {
    isPending,
    /** `throws`: the dialog says what has failed. */
    change: async (body: ReleasePatch, done: string | null = null, throws = false) => {
      let worked = false
      const send = async () => {
        worked = await act(() => changeRelease(current(), body), done)
      }
      await (throws ? send() : attempt(send))
      return worked
    },
    step: async (name: 'publish' | 'undo') => {
      const [done, refused] =
        name === 'publish'
          ? (['now_published', 'not_published'] as const)
          : (['now_undone', 'not_undone'] as const)
      await attempt(async () => {
        try {
          await act(() => takeReleaseStep(release, name), t(done))
        } catch (error) {
          onDone()
          if (!(error instanceof ApiProblem && error.errors.length > 0)) throw error
          showToast(t(refused), { tone: 'danger' })
        }
      })
    },
    remove: () =>
      attempt(async () => {
        await removeRelease(release)
        navigate('/releases')
        await queries.invalidateQueries({ queryKey: ['releases'] })
        showToast(t('release_deleted'))
      }),
  }
}
