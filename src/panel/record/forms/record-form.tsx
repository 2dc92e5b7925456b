import { useEffect, useEffectEvent, useMemo } from 'react'
import type { ResourceDescription } from '../../../client/index.ts'
import { useSchema, useSession } from '../../app/api/api.ts'
import type { AnyRecord } from '../../app/api/record-api.ts'
import { isEditor, keyOfUser } from '../../app/api/session.ts'
import { announce } from '../../app/design/announce.ts'
import { laterPart, lazyPart } from '../../app/design/lazy-part.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { loadScreenStyles } from '../../app/design/screen-styles.ts'
import { Waiting } from '../../app/design/spinner.tsx'
import { useMediaQuery } from '../../app/design/use-media-query.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useLeaveGuard } from '../../app/shell/leaving.ts'
import { loadTexts } from '../../app/words/dictionaries.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { MediaPickerProvider } from '../../media/media-picker.tsx'
import { buildFormModel } from '../../records/form-model.ts'
import type { Values } from '../../records/form-values.ts'
import { PublicationChip } from '../../records/publication.tsx'
import { RecordFrameContext, RecordSavingContext, RecordValuesContext } from '../../records/record-context.ts'
import { listCrumb, titleOf } from '../../records/record-names.ts'
import { InstantField } from '../fields/field-for.tsx'
import { LinkPickerProvider } from '../fields/link-picker.tsx'
import { PreviewSplit, usePreviewToggle } from '../preview/preview-split.tsx'
import type { PublishingCardProps } from '../publishing/publishing-card.tsx'
import { usePublishing } from '../publishing/use-publishing.ts'
import { SaveState } from '../saving/save-state.tsx'
import { useAutosave } from '../saving/use-autosave.ts'
import { useKeepsDrafts } from '../saving/use-keeps-drafts.ts'
import { useKeptChanges } from '../saving/use-kept-changes.ts'
import { useRecordTabs } from '../saving/use-record-tabs.ts'
import { type Saving, useSaving } from '../saving/use-saving.ts'
import { draftOf } from '../state/form-state.ts'
import { type FormValues, useFormValues } from '../state/use-form-values.ts'
import type { Drafting } from './draft-buttons.tsx'
import { FormBar } from './form-bar.tsx'
import { FormSections } from './form-sections.tsx'
import { RecordActions } from './record-actions.tsx'
import { useFieldFocus } from './use-field-focus.ts'

const FormFoot = laterPart(() =>
  Promise.all([import('./form-foot.tsx'), loadTexts('aids'), loadScreenStyles()]).then(
    ([{ FormFoot }]) => FormFoot,
  ),
)
const loadConflictDialog = () => Promise.all([import('./conflict-dialog.tsx'), loadTexts('aids')])
const ConflictDialog = lazyPart(() => loadConflictDialog().then(([module]) => module.ConflictDialog))
const loadNotices = () =>
  Promise.all([import('./form-notices.tsx'), loadTexts('aids')]).then(([module]) => module)
const FormNotices = laterPart(() => loadNotices().then((module) => module.FormNotices))
const ErrorSummary = laterPart(() => loadNotices().then((module) => module.ErrorSummary))
const RecordPresence = laterPart(() =>
  Promise.all([import('../../app/events/presence.tsx'), loadTexts('help')]).then(
    ([module]) => module.RecordPresence,
  ),
)
const KeptNotices = laterPart(() =>
  Promise.all([import('../saving/kept-notices.tsx'), loadTexts('aids')]).then(
    ([module]) => module.KeptNotices,
  ),
)

const DraftNotices = laterPart(() =>
  Promise.all([import('../drafts/draft-notices.tsx'), loadTexts('drafts')]).then(
    ([module]) => module.DraftNotices,
  ),
)

type RecordFormProps = {
  resource: ResourceDescription
  /** The record as it was when the form was opened; null for a new one. */
  record: AnyRecord | null
  /** The record as the service last sent it; others may have changed it since. */
  latest: AnyRecord | null
  /** A new record was stored and is about to get an address of its own. */
  onStored: (id: string) => void
}

export function RecordForm({ resource, record, latest, onStored }: RecordFormProps) {
  const t = useWords('forms')
  const label = useLabel()
  const model = useMemo(() => buildFormModel(resource), [resource])
  const drafting = useDrafting(resource)
  const form = useFormValues(model, record, drafting.keepsDrafts)
  const saving = useSaving(form, record)
  const { conflict } = saving.merging
  const { state, recordId, setValue, setTyped } = form
  const isReadOnly = useIsReadOnly(resource, state.loaded)
  const focus = useFieldFocus(model)
  const primaryLanguage = useSchema().languages[0] ?? 'fa'
  const frame = useMemo(
    () => ({ resource, recordId, setValue, setTyped, primaryLanguage }),
    [resource, recordId, setValue, setTyped, primaryLanguage],
  )
  const owner = keyOfUser(useSession().user)
  const tabs = useRecordTabs(form, owner)
  useAutosave(form, saving, !isReadOnly && tabs.isWriter)
  const kept = useKeptChanges(form, owner, isReadOnly)
  useLeaveGuard(form.dirty.length > 0, saving.queue.isAutomatic ? saving.flush : null)
  useReady()
  useLatest(form, saving, latest)
  useShownErrors(form, saving, focus.show)
  useAddress(form, onStored)
  useConflictScript(form.dirty.length > 0)

  const finish = (stored: AnyRecord | null) => {
    if (stored) announce(t('saved'))
    return stored
  }
  const save = async (extra: Values = {}) => finish(await saving.save(extra))
  useSaveKey(() => {
    if (!isReadOnly) void save()
  })
  const publishing = usePublishing({
    form,
    isSaving: saving.queue.running === 'save',
    save,
    showField: focus.show,
  })
  const saver = isReadOnly
    ? null
    : {
        state: <SaveState form={form} saving={saving} isKept={kept.isKept} />,
        isPending: saving.queue.running === 'save',
        save: () => void save(),
      }
  const preview = usePreviewToggle()
  // A copy that a colleague has begun is not to be merged into what is published at once.
  const others = latest && draftOf(latest) && !state.isDraft ? null : latest
  const isBeside = useIsBeside() && !preview.isSplit
  const title = titleOf(state.mine, resource, label)
  return (
    <RecordFrameContext value={frame}>
      <RecordValuesContext value={state.mine}>
        <RecordSavingContext value={saver}>
          <LinkPickerProvider>
            <MediaPickerProvider>
              <PreviewSplit form={form} preview={preview}>
                <div className="record-form">
                  <PageHeader
                    title={(!resource.singleton && title) || label(resource.label)}
                    crumbs={listCrumb(resource, label)}
                    status={
                      recordId !== null && (
                        <>
                          {resource.publishable && <PublicationChip record={state.loaded} room="forms" />}
                          <RecordPresence resource={resource.name} id={recordId} />
                        </>
                      )
                    }
                    description={recordId === null ? t('new') : resource.help && label(resource.help)}
                    actions={
                      recordId !== null && (
                        <RecordActions form={form} save={save} preview={preview} isReadOnly={isReadOnly} />
                      )
                    }
                  />
                  {state.isDraft && <DraftNotices form={form} saving={saving} />}
                  <FormNotices form={form} saving={saving} latest={others} isReadOnly={isReadOnly} />
                  <KeptNotices form={form} restore={saving.merging.restore} kept={kept} tabs={tabs} />
                  <ErrorSummary model={model} errors={state.errors} onShow={focus.show} />
                  <FormSections
                    model={model}
                    values={state.mine}
                    errors={state.errors}
                    isReadOnly={isReadOnly}
                    tab={focus.tab}
                    onTab={focus.setTab}
                    publishing={
                      resource.publishable
                        ? (fields) => (
                            <PublishingSlot
                              publishing={publishing}
                              publishedAt={state.loaded.published_at as string | null}
                              hasButtons={isBeside && !isReadOnly}
                            >
                              {fields}
                            </PublishingSlot>
                          )
                        : null
                    }
                    facts={
                      recordId !== null && (
                        <FormFoot
                          resource={resource}
                          record={state.loaded as AnyRecord}
                          isReadOnly={isReadOnly}
                        />
                      )
                    }
                  />
                  {!isReadOnly && (
                    <FormBar
                      form={form}
                      saving={saving}
                      save={save}
                      isKept={kept.isKept}
                      publishing={publishing}
                      isBeside={isBeside}
                      drafting={drafting}
                    />
                  )}
                </div>
              </PreviewSplit>
              {conflict && (
                <ConflictDialog
                  conflict={conflict}
                  onClose={saving.leaveConflict}
                  onSave={async (merged) => finish(await saving.resolve(merged))}
                />
              )}
            </MediaPickerProvider>
          </LinkPickerProvider>
        </RecordSavingContext>
      </RecordValuesContext>
    </RecordFrameContext>
  )
}

/** Loads the dialog once something is typed: it must be there when the connection is poor. */
function useConflictScript(isDirty: boolean) {
  useEffect(() => {
    if (isDirty) void loadConflictDialog().catch(() => {})
  }, [isDirty])
}

/** Saving in working copies of live records, which creators do not have. */
function useDrafting({ name, actions }: ResourceDescription): Drafting {
  const [keepsDrafts, onKeepsDrafts] = useKeepsDrafts(name)
  const { user } = useSession()
  const isAllowed = isEditor(user) && actions.includes('update')
  return { isAllowed, keepsDrafts: isAllowed && keepsDrafts, onKeepsDrafts }
}

/** Gives a new record its address. */
function useAddress({ recordId }: FormValues, onStored: (id: string) => void) {
  const move = useEffectEvent((id: number) => {
    const address = location.pathname.replace(/\/new$/, `/${id}`)
    if (address === location.pathname) return
    onStored(String(id))
    history.replaceState(null, '', address + location.search)
  })
  useEffect(() => {
    if (recordId !== null) move(recordId)
  }, [recordId])
}

/** Creators change their own drafts only; the service refuses the rest. */
function useIsReadOnly({ actions, publishable }: ResourceDescription, loaded: Values) {
  const { user } = useSession()
  if (!actions.includes('update')) return true
  if (actions.includes('publish') || !publishable || loaded.id === undefined) return false
  return loaded.status !== 'draft' || loaded.author_id !== user.accountId
}

/** Shows what others changed at once where nothing is unsaved; otherwise a notice offers it. */
function useLatest({ state, dirty, dispatch }: FormValues, { queue }: Saving, latest: AnyRecord | null) {
  const isNewer = latest !== null && queue.running === null && isNewerThan(latest, state.loaded)
  const isClean = dirty.length === 0
  useEffect(() => {
    if (isNewer && isClean) dispatch({ type: 'reloaded', record: latest })
  }, [isNewer, isClean, latest, dispatch])
}

/** Whether a record, or its working copy, was stored after the one in the form. */
function isNewerThan(latest: AnyRecord, loaded: Values) {
  const version = Number(loaded.version ?? 0)
  if (version === 0) return false
  const [theirs, mine] = [draftOf(latest), draftOf(loaded)]
  if (theirs && mine) return latest.version > version || theirs.updated_at > mine.updated_at
  // The copy was begun, or it has ended.
  if (theirs || mine) return latest.version >= version
  return latest.version > version
}

/** When the service refuses fields, says so and moves to the first one. */
function useShownErrors({ state }: FormValues, { refusals }: Saving, show: (name: string) => void) {
  const t = useWords('forms')
  const showFirst = useEffectEvent(() => {
    const [first] = state.errors.byField.keys()
    if (first === undefined) return
    announce(t('errors_found', { count: state.errors.byField.size }), 'assertive')
    show(first)
  })
  useEffect(() => {
    if (refusals > 0) showFirst()
  }, [refusals])
}

/** Calls `save` on Ctrl+S or ⌘S anywhere on the page, instead of the browser's "save page". */
function useSaveKey(save: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    // The place of the key counts: on a Persian keyboard it writes another letter.
    if (!hasModifier || event.code !== 'KeyS') return
    event.preventDefault()
    const isInDialog = document.querySelector('[role="dialog"]:not(.editor), [role="alertdialog"]') !== null
    if (!event.repeat && !isInDialog) save()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** The card with its checklist comes after the form itself. */
export const PublishingSlot = laterPart<PublishingCardProps>(
  () => {
    InstantField.prepare()
    return import('../publishing/publishing-card.tsx').then(({ PublishingCard }) => PublishingCard)
  },
  <Waiting />,
)

/** Whether the form has its second column, where the card is always in sight; `forms.css` has the same limit. */
export const useIsBeside = () => useMediaQuery('(min-width: 1280px)')
