import { SaveState } from '../autosave/save-state.tsx'
import { Button } from '../design/button.tsx'
import { showToast } from '../design/toasts.tsx'
import { useFormat } from '../design/use-format.ts'
import { useWords } from '../words/words-context.tsx'
import type { Values } from './form-values.ts'
import { publicationOf } from './publication.ts'
import type { AnyRecord } from './record-api.ts'
import type { RecordForm } from './use-record-form.ts'

type FormBarProps = { form: RecordForm; save: (extra?: Values) => Promise<AnyRecord | null> }

/** At the lower edge of the screen: whether everything is saved, and the buttons that save. */
export function FormBar({ form, save }: FormBarProps) {
  const t = useWords('forms')
  const { resource, state, isSaving, recordId } = form
  const mayPublish = resource.publishable && resource.actions.includes('publish')
  const isPublished = state.loaded.status === 'published'
  return (
    <div className="form-bar">
      <SaveState form={form} />
      <div className="form-bar-buttons">
        {mayPublish && recordId !== null && isPublished && <UnpublishButton form={form} save={save} />}
        <Button
          look={mayPublish && !isPublished ? 'secondary' : 'primary'}
          isPending={isSaving}
          onPress={() => void save()}
        >
          {t('save')}
        </Button>
        {mayPublish && !isPublished && <PublishButton form={form} save={save} />}
      </div>
    </div>
  )
}

/** A date in the future schedules the record instead. */
function PublishButton({ form, save }: FormBarProps) {
  const t = useWords('forms')
  const { formatInstant } = useFormat()
  const isScheduled = publicationOf({ ...form.state.mine, status: 'published' }) === 'scheduled'
  const publish = async () => {
    const stored = await save({ status: 'published' })
    if (!stored) return
    const time = formatInstant(String(stored.published_at))
    showToast(publicationOf(stored) === 'scheduled' ? t('now_scheduled', { time }) : t('now_published'))
  }
  return (
    <Button look="primary" isPending={form.isSaving} onPress={() => void publish()}>
      {isScheduled ? t('schedule') : t('publish')}
    </Button>
  )
}

function UnpublishButton({ form, save }: FormBarProps) {
  const t = useWords('forms')
  const unpublish = async () => {
    const stored = await save({ status: 'draft' })
    if (stored) showToast(t('now_draft'))
  }
  return (
    <Button isPending={form.isSaving} onPress={() => void unpublish()}>
      {t('unpublish')}
    </Button>
  )
}
