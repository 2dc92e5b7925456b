import { type ReactNode, useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import type { FieldDescription } from '../../../client/index.ts'
import { Button } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { FieldValue } from '../../records/field-value.tsx'
import type { Values } from '../../records/form-values.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import { FieldChange } from '../history/field-change.tsx'
import type { FormConflict } from '../saving/use-merging.ts'

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

type Side = 'mine' | 'theirs'

type ConflictFieldProps = {
  field: FieldDescription
  /** False where only they changed it. */
  isConflict: boolean
  loaded: unknown
  mine: unknown
  theirs: unknown
  side: Side
  onSide: (side: Side) => void
}

/** One field in the three states, with the choice between the last two. */
function ConflictField(props: ConflictFieldProps) {
  const { field, isConflict, loaded, mine, theirs, side, onSide } = props
  const t = useWords('conflicts')
  const labelOf = useFieldLabel()
  const choice = (own: Side, text: string) => (
    <ToggleButton
      className={`button button-small ${side === own ? 'button-primary' : 'button-secondary'}`}
      isSelected={side === own}
      onChange={() => onSide(own)}
    >
      {text}
    </ToggleButton>
  )
  return (
    <section className="conflict-field" aria-label={labelOf(field)}>
      <h3>
        {labelOf(field)}
        {!isConflict && <span className="muted small">{t('only_theirs')}</span>}
      </h3>
      <div className="conflict-sides">
        <State title={t('as_loaded')} field={field} value={loaded} />
        <State title={t('mine')} field={field} before={loaded} value={mine} isChosen={side === 'mine'}>
          {choice('mine', t('keep_mine'))}
        </State>
        <State title={t('theirs')} field={field} before={loaded} value={theirs} isChosen={side === 'theirs'}>
          {choice('theirs', t('take_theirs'))}
        </State>
      </div>
    </section>
  )
}

type StateProps = {
  title: string
  field: FieldDescription
  value: unknown
  /** Rich text is shown with the words that changed since. */
  before?: unknown
  isChosen?: boolean
  children?: ReactNode
}

const State = ({ title, field, value, before, isChosen, children }: StateProps) => (
  <div className="conflict-side" data-chosen={isChosen || undefined}>
    <h4>{title}</h4>
    <div className="conflict-value">
      {field.kind === 'rich' && before !== undefined ? (
        <FieldChange field={field} before={before} after={value} />
      ) : (
        <FieldValue field={field} value={value} />
      )}
    </div>
    {children}
  </div>
)
