import { useEffect, useEffectEvent, useMemo } from 'react'
import type { ResourceDescription } from '../../../client/index.ts'
import { useSchema, useSession } from '../../app/api/api.ts'
import type { AnyRecord } from '../../app/api/record-api.ts'
import { announce } from '../../app/design/announce.ts'
import { laterPart, lazyPart } from '../../app/design/lazy-part.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
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
import { LinkPickerProvider } from '../fields/link-picker.tsx'
import { PreviewSplit, usePreviewToggle } from '../preview/preview-split.tsx'
import type { PublishingCardProps } from '../publishing/publishing-card.tsx'
import { usePublishing } from '../publishing/use-publishing.ts'
import { SaveState } from '../saving/save-state.tsx'
import { useAutosave } from '../saving/use-autosave.ts'
import { useKeptChanges } from '../saving/use-kept-changes.ts'
import { useRecordTabs } from '../saving/use-record-tabs.ts'
import { type Saving, useSaving } from '../saving/use-saving.ts'
import { type FormValues, useFormValues } from '../state/use-form-values.ts'
import { FormBar } from './form-bar.tsx'
import { ErrorSummary, FormNotices } from './form-notices.tsx'
import { FormSections } from './form-sections.tsx'
import { RecordActions } from './record-actions.tsx'
import { RecordFacts } from './record-facts.tsx'
import { useFieldFocus } from './use-field-focus.ts'

const loadConflictDialog = () => Promise.all([import('./conflict-dialog.tsx'), loadTexts('aids')])
const ConflictDialog = lazyPart(() => loadConflictDialog().then(([module]) => module.ConflictDialog))
const KeptNotices = laterPart(() =>
  Promise.all([import('../saving/kept-notices.tsx'), loadTexts('aids')]).then(
    ([module]) => module.KeptNotices,
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
  const form = useFormValues(model, record)
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
  const account = useSession().user.id
  const tabs = useRecordTabs(form, account)
  useAutosave(form, saving, !isReadOnly && tabs.isWriter)
  const kept = useKeptChanges(form, account, isReadOnly)
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
                    title={label(resource.label)}
                    crumbs={listCrumb(resource, label)}
                    status={
                      resource.publishable &&
                      recordId !== null && <PublicationChip record={state.loaded} room="forms" />
                    }
                    description={resource.singleton ? undefined : (title ?? t('new'))}
                    actions={
                      recordId !== null && (
                        <RecordActions form={form} save={save} preview={preview} isReadOnly={isReadOnly} />
                      )
                    }
                  />
                  <FormNotices form={form} saving={saving} latest={latest} isReadOnly={isReadOnly} />
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
                              hasButtons={isBeside}
                            >
                              {fields}
                            </PublishingSlot>
                          )
                        : null
                    }
                    facts={
                      recordId !== null && (
                        <RecordFacts resource={resource} record={state.loaded as AnyRecord} />
                      )
                    }
                  />
                  {!isReadOnly && (
                    <FormBar
                      form={form}
                      saving={saving}
                      save={save}
                      isKept={kept.isKept}
                      publishing={isBeside ? null : publishing}
                    />
                  )}
                </div>
              </PreviewSplit>
              {conflict && (
                <ConflictDialog
                  conflict={conflict}
                  onClose={() => saving.merging.settle(null)}
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
  return loaded.status !== 'draft' || loaded.author_id !== user.id
}

/** Shows what others changed at once where nothing is unsaved; otherwise a notice offers it. */
function useLatest({ state, dirty, dispatch }: FormValues, { queue }: Saving, latest: AnyRecord | null) {
  const version = Number(state.loaded.version ?? 0)
  const isNewer = latest !== null && version > 0 && latest.version > version && queue.running === null
  const isClean = dirty.length === 0
  useEffect(() => {
    if (isNewer && isClean) dispatch({ type: 'reloaded', record: latest })
  }, [isNewer, isClean, latest, dispatch])
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
  () => import('../publishing/publishing-card.tsx').then(({ PublishingCard }) => PublishingCard),
  <Waiting />,
)

/** Whether the form has its second column, where the card is always in sight; `forms.css` has the same limit. */
export const useIsBeside = () => useMediaQuery('(min-width: 1280px)')
