// The buttons of working copies, at the lower edge of the form of a live record.
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../app/design/button.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import type { IconName } from '../../app/design/icon.tsx'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import { Menu } from '../../app/design/menu.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useMediaQuery } from '../../app/design/use-media-query.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ViewLink } from '../../records/later-website-parts.ts'
import { useReview, useReviewSteps } from '../discussion/review-steps.tsx'
import { usePublishSteps } from '../publishing/use-publish-steps.ts'
import type { Publishing } from '../publishing/use-publishing.ts'
import type { DraftExtra } from '../saving/save-draft.ts'
import type { Saving } from '../saving/use-saving.ts'
import { draftOf } from '../state/form-state.ts'
import type { FormValues } from '../state/use-form-values.ts'

const ChangesDialog = lazyPart(() =>
  import('../drafts/changes-dialog.tsx').then((module) => module.ChangesDialog),
)
const ScheduleDialog = lazyPart(() =>
  import('../drafts/schedule-dialog.tsx').then((module) => module.ScheduleDialog),
)

/** How changes of live records are saved. */
export type Drafting = {
  /** Whether the user may have working copies. */
  isAllowed: boolean
  /** Whether changes are kept as a draft; otherwise "Save" publishes them. */
  keepsDrafts: boolean
  onKeepsDrafts: (next: boolean) => void
}

type DraftButtonsProps = {
  form: FormValues
  saving: Saving
  save: () => Promise<unknown>
  drafting: Drafting
  publishing: Publishing
  /** Whether the publishing card with its buttons is beside the form. */
  isBeside: boolean
}

/** The buttons beside "Save" where that publishes, and those of a form that is stored in a copy, with "Save". */
export function DraftButtons(props: DraftButtonsProps) {
  const { state, dirty } = props.form
  const hasChanges = draftOf(state.loaded) !== undefined || dirty.length > 0
  const place = useRef<HTMLSpanElement>(null)
  const stage = state.isDraft && hasChanges
  const stageBefore = useRef(stage)
  // The button that was pressed is gone.
  useEffect(() => {
    if (stage === stageBefore.current) return
    stageBefore.current = stage
    if (document.activeElement === document.body)
      place.current?.parentElement
        ?.querySelector<HTMLElement>('.button-primary')
        ?.focus({ preventScroll: true })
  }, [stage])
  return (
    <>
      <span ref={place} hidden />
      {state.isDraft ? <OfDraft {...props} hasChanges={hasChanges} /> : <OfLive {...props} />}
    </>
  )
}

function OfLive(props: DraftButtonsProps) {
  const t = useWords('drafts')
  const hasRoom = useMediaQuery(ROOM)
  const saveAsDraft = () => {
    props.form.dispatch({ type: 'drafting' })
    void props.save()
  }
  return (
    <>
      <MoreMenu
        {...props}
        look={hasRoom ? 'secondary' : 'quiet'}
        actions={
          hasRoom ? [] : [{ id: 'draft', label: t('save_as_draft'), icon: 'edit', onAction: saveAsDraft }]
        }
      />
      {hasRoom && (
        <Button isPending={props.saving.queue.running === 'save'} onPress={saveAsDraft}>
          {t('save_as_draft')}
        </Button>
      )}
    </>
  )
}

/** The button that stands out, for a form with changes. */
function nextStep(review: ReturnType<typeof useReview>) {
  if (!review?.needsApproval) return 'publish'
  if (review.answers.length > 0) return 'approve'
  return review.isOpen ? 'save' : 'request'
}

type Action = {
  id: string
  label: string
  icon: IconName
  isDangerous?: boolean
  onAction: () => void
}

type MoreMenuProps = DraftButtonsProps & { actions: readonly Action[]; look?: 'secondary' | 'quiet' }

/** The actions that have no room in the bar, and what "Save" does. */
function MoreMenu({ form, drafting, actions, look = 'secondary' }: MoreMenuProps) {
  const t = useWords('drafts')
  const { keepsDrafts, onKeepsDrafts } = drafting
  const choose = () => {
    onKeepsDrafts(!keepsDrafts)
    form.dispatch({ type: 'chosen', keepsDrafts: !keepsDrafts })
  }
  const choice = { id: 'choice', label: t(keepsDrafts ? 'let_publish' : 'let_keep'), onAction: choose }
  const entries = [...actions, { ...choice, isApart: actions.length > 0 }]
  const label = t(actions.length > 0 ? 'more' : 'saving')
  return (
    <Menu
      trigger={(trigger) => <IconButton {...trigger} icon="more" look={look} label={label} />}
      label={label}
      entries={entries}
      onAction={(id) => entries.find((entry) => entry.id === id)?.onAction()}
    />
  )
}

/** For a bar that has room for all buttons. */
const ROOM = '(min-width: 1100px)'

type Opened = 'changes' | 'schedule' | 'discard'

function OfDraft(props: DraftButtonsProps & { hasChanges: boolean }) {
  const { form, saving, save, publishing, isBeside, hasChanges } = props
  const t = useWords('drafts')
  const words = useWords('publishing')
  const forms = useWords('forms')
  const discussion = useWords('discussion')
  const [opened, setOpened] = useState<Opened | null>(null)
  const hasRoom = useMediaQuery(ROOM)
  const review = useReview()
  const steps = useReviewSteps(save)
  const publishSteps = usePublishSteps(publishing)
  const { resource, state } = form
  const draft = draftOf(state.loaded)
  const isPending = saving.queue.running === 'save'
  const act = (extra: DraftExtra) => saving.save(extra)
  const close = () => setOpened(null)

  async function publish() {
    const live = await act({ action: 'publish' })
    if (live && !draftOf(live))
      showToast(words('now_published'), { link: <ViewLink resource={resource} record={live} /> })
  }
  async function schedule(time: string) {
    if (await act({ publish_at: time })) close()
  }
  async function discard() {
    const live = await act({ action: 'discard' })
    close()
    if (live && !draftOf(live)) showToast(t('discarded'))
  }

  const answers = hasChanges ? (review?.answers ?? []) : []
  const next = hasChanges ? nextStep(review) : 'save'
  const isMenu = !hasRoom || answers.length > 0
  const isSaveShown = hasRoom || next === 'save'
  const actions: Action[] = [
    !isSaveShown && { id: 'save', label: forms('save'), icon: 'check' as const, onAction: () => void save() },
    !isBeside &&
      publishing.isAllowed &&
      publishing.publication !== 'draft' && {
        id: 'unpublish',
        label: words('unpublish'),
        icon: 'undo' as const,
        onAction: () => void publishSteps.unpublish(),
      },
    hasChanges && {
      id: 'changes',
      label: t('show'),
      icon: 'list' as const,
      onAction: () => setOpened('changes'),
    },
    hasChanges && {
      id: 'schedule',
      label: t('schedule'),
      icon: 'calendar' as const,
      onAction: () => setOpened('schedule'),
    },
    (hasChanges || !state.keepsDrafts) && {
      id: 'discard',
      label: t('discard'),
      icon: 'trash' as const,
      isDangerous: true,
      onAction: () => (hasChanges ? setOpened('discard') : void discard()),
    },
  ].filter((action) => typeof action === 'object')
  return (
    <>
      <MoreMenu {...props} actions={isMenu ? actions : []} />
      {!isMenu &&
        actions.map(({ id, label, onAction }) => (
          <Button key={id} onPress={onAction}>
            {label}
          </Button>
        ))}
      {isSaveShown && (
        <Button
          look={next === 'save' ? 'primary' : 'secondary'}
          isPending={isPending}
          onPress={() => void save()}
        >
          {forms('save')}
        </Button>
      )}
      {answers.map((name) => (
        <Button
          key={name}
          look={next === name ? 'primary' : 'secondary'}
          onPress={() => void steps.begin(name)}
        >
          {discussion(`action_${name}`)}
        </Button>
      ))}
      {next === 'request' && (
        <Button look="primary" isPending={isPending} onPress={() => void steps.begin('request')}>
          {discussion('action_request')}
        </Button>
      )}
      {next === 'publish' && (
        <Button look="primary" isPending={isPending} onPress={() => void publish()}>
          {t('publish')}
        </Button>
      )}
      {steps.dialog}
      {opened === 'changes' && <ChangesDialog form={form} onClose={close} />}
      {opened === 'schedule' && (
        <ScheduleDialog
          publishAt={draft?.publish_at ?? null}
          isPending={isPending}
          onSchedule={(time) => void schedule(time)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        title={t('discard_title')}
        isOpen={opened === 'discard'}
        action={t('discard')}
        isDangerous
        isPending={isPending}
        onConfirm={() => void discard()}
        onClose={close}
      >
        <p>{t('discard_text')}</p>
      </ConfirmDialog>
    </>
  )
}
