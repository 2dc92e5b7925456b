import type { AnyRecord } from '../../app/api/record-api.ts'
import { Button } from '../../app/design/button.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import type { Values } from '../../records/form-values.ts'
import { OpenPointsButton, PublishButtons } from '../publishing/publish-buttons.tsx'
import type { Publishing } from '../publishing/use-publishing.ts'
import { SaveState } from '../saving/save-state.tsx'
import type { Saving } from '../saving/use-saving.ts'
import type { FormValues } from '../state/use-form-values.ts'

type FormBarProps = {
  form: FormValues
  saving: Saving
  save: (extra?: Values) => Promise<AnyRecord | null>
  /** Whether unsaved changes are kept in the browser. */
  isKept: boolean
  /** Null while the publishing card with these buttons is beside the form. */
  publishing: Publishing | null
}

/** The bar at the lower edge of the screen: whether everything is saved, and the buttons that save. */
export function FormBar({ form, saving, save, isKept, publishing }: FormBarProps) {
  const t = useWords('forms')
  const isDraft = publishing?.isAllowed && publishing.publication === 'draft'
  return (
    <div className="form-bar">
      <SaveState form={form} saving={saving} isKept={isKept} />
      <div className="form-bar-buttons">
        {publishing && <OpenPointsButton publishing={publishing} />}
        <Button
          look={isDraft ? 'secondary' : 'primary'}
          isPending={saving.queue.running === 'save'}
          onPress={() => void save()}
        >
          {t('save')}
        </Button>
        {publishing && <PublishButtons publishing={publishing} />}
      </div>
    </div>
  )
}
