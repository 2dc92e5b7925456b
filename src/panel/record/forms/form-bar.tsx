import type { AnyRecord } from '../../app/api/record-api.ts'
import { Button } from '../../app/design/button.tsx'
import { laterPart } from '../../app/design/lazy-part.tsx'
import { loadTexts } from '../../app/words/dictionaries.ts'
import { useWords } from '../../app/words/words-context.tsx'
import type { Values } from '../../records/form-values.ts'
import type { Publishing } from '../publishing/use-publishing.ts'
import { SaveState } from '../saving/save-state.tsx'
import type { Saving } from '../saving/use-saving.ts'
import type { FormValues } from '../state/use-form-values.ts'
import type { Drafting } from './draft-buttons.tsx'

const loadDraftButtons = () =>
  Promise.all([import('./draft-buttons.tsx'), loadTexts('drafts'), loadTexts('aids')])
const DraftButtons = laterPart(() => loadDraftButtons().then(([module]) => module.DraftButtons))
const loadPublishButtons = () =>
  Promise.all([import('../publishing/publish-buttons.tsx'), loadTexts('aids')]).then(([module]) => module)
const PublishButtons = laterPart(() => loadPublishButtons().then((module) => module.PublishButtons))
const OpenPointsButton = laterPart(() => loadPublishButtons().then((module) => module.OpenPointsButton))

type FormBarProps = {
  form: FormValues
  saving: Saving
  save: (extra?: Values) => Promise<AnyRecord | null>
  /** Whether unsaved changes are kept in the browser. */
  isKept: boolean
  publishing: Publishing
  /** Whether the publishing card with its buttons is beside the form. */
  isBeside: boolean
  drafting: Drafting
}

/** The bar at the lower edge of the screen: whether everything is saved, and the buttons that save. */
export function FormBar({ form, saving, save, isKept, publishing, isBeside, drafting }: FormBarProps) {
  const t = useWords('forms')
  const { recordId, resource, state } = form
  const isUnpublished = resource.publishable && (recordId === null || state.loaded.status === 'draft')
  const hasDrafts = drafting.isAllowed && recordId !== null && (state.isDraft || !isUnpublished)
  const isStoredInCopy = hasDrafts && state.isDraft
  const hasPublishing = !isBeside && resource.publishable && !isStoredInCopy
  const hasNextStep = hasPublishing && isUnpublished && (publishing.isAllowed || recordId !== null)
  return (
    <div className="form-bar">
      <SaveState form={form} saving={saving} isKept={isKept} />
      <div className="form-bar-buttons">
        {hasPublishing && <OpenPointsButton publishing={publishing} />}
        {hasDrafts && <DraftButtons {...{ form, saving, save, drafting, publishing, isBeside }} />}
        {!isStoredInCopy && (
          <Button
            look={hasNextStep ? 'secondary' : 'primary'}
            isPending={saving.queue.running === 'save'}
            onPress={() => void save()}
          >
            {t('save')}
          </Button>
        )}
        {hasPublishing && <PublishButtons publishing={publishing} />}
      </div>
    </div>
  )
}
