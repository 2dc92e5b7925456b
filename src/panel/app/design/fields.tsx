// Labelled inputs. `error` is shown below the input and announced with it; `description` explains the field. The sign-in
// screen uses only `text-field.tsx`, so that it loads no more than that.
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export { FieldParts, type FieldText, TextField } from './text-field.tsx'

type ToggleProps = {
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
  children: ReactNode
}

// Elements of the browser: they have the roles, keys and names that are needed.
export const Checkbox = ({ isSelected, onChange, isDisabled, children }: ToggleProps) => (
  <label className="checkbox">
    <input
      type="checkbox"
      className="checkbox-input"
      checked={isSelected}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span className="checkbox-box" aria-hidden="true">
      {isSelected && <Icon name="check" size={14} />}
    </span>
    {children}
  </label>
)

export const Switch = ({ isSelected, onChange, isDisabled, children }: ToggleProps) => (
  <label className="switch">
    <input
      type="checkbox"
      role="switch"
      aria-checked={isSelected}
      className="checkbox-input"
      checked={isSelected}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span className="switch-track" aria-hidden="true" />
    {children}
  </label>
)
