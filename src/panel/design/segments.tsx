import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'

type SegmentsProps = {
  label: string
  options: readonly { id: string; label: string }[]
  value: string
  onChange: (id: string) => void
}

/** A choice between a few views of a list. */
export const Segments = ({ label, options, value, onChange }: SegmentsProps) => (
  <ToggleButtonGroup
    className="segments"
    aria-label={label}
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[value]}
    onSelectionChange={(keys) => onChange(String([...keys][0]))}
  >
    {options.map(({ id, label }) => (
      <ToggleButton key={id} id={id} className="segment">
        {label}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)
