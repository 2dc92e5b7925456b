// Choices of one among a few. The list is loaded when the button is first reached.
import { useId, useRef, useState } from 'react'
import { Button as RacButton } from 'react-aria-components'
import { useWords } from '../words/words-context.tsx'
import type { FieldText } from './fields.tsx'
import { Icon } from './icon.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { Option } from './option-popover.tsx'

export type { Option } from './option-popover.tsx'

type SelectProps<Id> = FieldText & {
  options: readonly (Option & { id: Id })[]
  value: Id | null
  onChange: (value: Id) => void
  /** The label is only read to screen readers. */
  isLabelHidden?: boolean
  isDisabled?: boolean
  isRequired?: boolean
}

const load = () => import('./option-popover.tsx')
const OptionPopover = lazyPart(() => load().then((module) => module.OptionPopover))

export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, description, error, options, value, onChange, isLabelHidden, isDisabled = false } = props
  const t = useWords('shell')
  const id = useId()
  const [labelId, valueId, descriptionId, errorId] = ['label', 'value', 'description', 'error'].map(
    (part) => `${id}-${part}`,
  ) as [string, string, string, string]
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const prepare = () => void load().catch(() => {})
  const chosen = options.find((option) => option.id === value)
  const describedBy = [description && descriptionId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      {/* The button is not a labelled element of HTML; a click on the label leads to it all the same. */}
      <span
        id={labelId}
        className={isLabelHidden ? 'visually-hidden' : 'label'}
        onPointerUp={() => button.current?.focus()}
      >
        {label}
        {props.isRequired && <span className="required" aria-hidden="true" />}
      </span>
      <RacButton
        ref={button}
        className="input select-button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-labelledby={`${valueId} ${labelId}`}
        {...(describedBy && { 'aria-describedby': describedBy })}
        isDisabled={isDisabled}
        onPress={() => setOpen(true)}
        onHoverStart={prepare}
        onFocus={prepare}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true)
          else event.continuePropagation()
        }}
      >
        <span id={valueId} className="select-value" data-placeholder={chosen ? undefined : ''}>
          {chosen?.label ?? t('select_placeholder')}
        </span>
        <Icon name="chevron-down" size={16} />
      </RacButton>
      {description && (
        <span id={descriptionId} className="description">
          {description}
        </span>
      )}
      {error && (
        <span id={errorId} className="field-error">
          {error}
        </span>
      )}
      {isOpen && (
        <OptionPopover
          anchor={button}
          label={label}
          options={options}
          value={value}
          onChange={(id) => onChange(id as Id)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
