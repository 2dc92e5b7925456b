import { useId } from 'react'

type SegmentsProps = {
  label: string
  options: readonly { id: string; label: string }[]
  value: string
  onChange: (id: string) => void
}

/** A choice between a few views of a list, as radio buttons of the browser. */
export function Segments({ label, options, value, onChange }: SegmentsProps) {
  const name = useId()
  return (
    <div className="segments" aria-label={label} role="radiogroup">
      {options.map(({ id, label }) => (
        <label key={id} className="segment">
          <input type="radio" name={name} value={id} checked={id === value} onChange={() => onChange(id)} />
          {label}
        </label>
      ))}
    </div>
  )
}
