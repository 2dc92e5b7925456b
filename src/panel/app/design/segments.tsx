import { useId } from 'react'

type SegmentsProps<Id> = {
  label: string
  options: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
}

/** A choice between a few views of a list, as radio buttons of the browser. */
export function Segments<Id extends string>({ label, options, value, onChange }: SegmentsProps<Id>) {
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
