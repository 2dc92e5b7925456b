import { Button } from '../../app/design/button.tsx'
import { useLabel, useLanguageName, useWords } from '../../app/words/words-context.tsx'
import { useRecordFrame, useRecordSaving, useRecordValues } from '../../records/record-context.ts'
import { titleOf } from '../../records/record-names.ts'

/** Above a text that fills the screen: which record it belongs to, its language, whether it is saved, and Save. */
export function FullScreenHead({ language }: { language: string }) {
  const t = useWords('forms')
  const label = useLabel()
  const languageName = useLanguageName()
  const { resource } = useRecordFrame()
  const title = titleOf(useRecordValues(), resource, label)
  const saving = useRecordSaving()
  return (
    <div className="full-screen-head">
      <strong>{title ?? label(resource.label)}</strong>
      <span className="full-screen-language">{languageName(language)}</span>
      {saving && (
        <>
          {saving.state}
          <Button size="small" look="primary" isPending={saving.isPending} onPress={saving.save}>
            {t('save')}
          </Button>
        </>
      )}
    </div>
  )
}
