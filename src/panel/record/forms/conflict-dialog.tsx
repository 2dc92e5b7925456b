import { useState } from 'react'
import type { FieldDescription } from '../../../client/index.ts'
import { Button } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import type { Values } from '../../records/form-values.ts'
import type { FormConflict } from '../saving/use-merging.ts'
import { ConflictField, type Side } from './conflict-field.tsx'

type Choice = { field: FieldDescription; isConflict: boolean }

type ConflictDialogProps = {
  conflict: FormConflict
  /** Receives the values of the form as decided. */
  onSave: (merged: Values) => void
  onClose: () => void
}

/**
 * A record that somebody else changed meanwhile: each field that they changed, as it was loaded, as I and as they have it.
 * A field that only they changed is theirs unless it is decided otherwise; a field that both changed stays mine. Closing the dialog
 * saves nothing and loses nothing.
 */
export function ConflictDialog({ conflict, onSave, onClose }: ConflictDialogProps) {
  const t = useWords('conflicts')
  const { merge, mine, theirs } = conflict
  const choices: Choice[] = [
    ...merge.conflicts.map(({ field }) => ({ field, isConflict: true })),
    ...merge.adopted.map((field) => ({ field, isConflict: false })),
  ]
  const [sides, setSides] = useState<Record<string, Side>>({})
  const sideOf = ({ field, isConflict }: Choice): Side =>
    sides[field.name] ?? (isConflict ? 'mine' : 'theirs')
  const merged = () => {
    const decided = choices.map((choice) => {
      const { name } = choice.field
      return [name, sideOf(choice) === 'mine' ? mine[name] : theirs[name]]
    })
    return { ...merge.merged, ...Object.fromEntries(decided) }
  }
  return (
    <Dialog
      title={t('changed_meanwhile')}
      isOpen
      onClose={onClose}
      size="large"
      actions={
        <>
          <Button onPress={onClose}>{t('back_to_form')}</Button>
          <Button look="primary" onPress={() => onSave(merged())}>
            {t('save_merged')}
          </Button>
        </>
      }
    >
      <p className="conflict-intro">
        {merge.conflicts.length > 0
          ? t('conflict_text', { count: merge.conflicts.length })
          : t('no_conflict_text')}
      </p>
      <div className="conflict-list">
        {choices.map((choice) => (
          <ConflictField
            key={choice.field.name}
            field={choice.field}
            isConflict={choice.isConflict}
            loaded={merge.loaded[choice.field.name]}
            mine={mine[choice.field.name]}
            theirs={theirs[choice.field.name]}
            side={sideOf(choice)}
            onSide={(side) => setSides({ ...sides, [choice.field.name]: side })}
          />
        ))}
      </div>
    </Dialog>
  )
}
