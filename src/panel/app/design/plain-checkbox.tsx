import { Icon } from './icon.tsx'

type PlainCheckboxProps = {
  label: string
  isSelected: boolean
  /** Some of what it stands for is selected. */
  isPartly?: boolean
  /** `isRange`: with the Shift key. */
  onToggle: (isRange: boolean) => void
}

/** A checkbox of a table: a plain element, since a list has many; the arrow keys of the table lead to it. */
export const PlainCheckbox = ({ label, isSelected, isPartly = false, onToggle }: PlainCheckboxProps) => (
  <label className="checkbox">
    <input
      type="checkbox"
      className="checkbox-input"
      tabIndex={-1}
      aria-label={label}
      checked={isSelected}
      ref={(input) => {
        if (input) input.indeterminate = isPartly
      }}
      onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey === true)}
    />
    <span className="checkbox-box" aria-hidden="true">
      {isPartly ? <Icon name="minus" size={14} /> : isSelected && <Icon name="check" size={14} />}
    </span>
  </label>
)
