import type { ReactNode } from 'react'
import { ToggleButton } from 'react-aria-components'
import type { FieldDescription } from '../../../client/index.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { FieldValue } from '../../records/field-value.tsx'
import { useFieldLabel } from '../../records/use-field-label.ts'
import { FieldChange } from '../history/field-change.tsx'

export type Side = 'mine' | 'theirs'

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
export function ConflictField(props: ConflictFieldProps) {
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
