import { type ReactNode, useId } from 'react'

type FieldGroupProps = {
  label: string
  description?: ReactNode
  error?: string | undefined
  isRequired?: boolean
  children: (ids: { labelledBy: string; describedBy: string | undefined }) => ReactNode
}

/** The label and the texts of a field that consists of several controls. */
export function FieldGroup({ label, description, error, isRequired, children }: FieldGroupProps) {
  const id = useId()
  const [labelId, descriptionId, errorId] = [`${id}-label`, `${id}-description`, `${id}-error`]
  const describedBy = [description && descriptionId, error && errorId].filter(Boolean).join(' ') || undefined
  return (
    <fieldset className="field" aria-labelledby={labelId} aria-describedby={describedBy}>
      <span className="label" id={labelId}>
        {label}
        {isRequired && <span className="required" aria-hidden="true" />}
      </span>
      {children({ labelledBy: labelId, describedBy })}
      {description && (
        <span className="description" id={descriptionId}>
          {description}
        </span>
      )}
      {error && (
        <span className="field-error" id={errorId}>
          {error}
        </span>
      )}
    </fieldset>
  )
}
