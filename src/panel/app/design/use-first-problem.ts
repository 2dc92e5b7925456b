import { type FormEvent, useEffect, useRef, useState } from 'react'

/** A choice has no input, and says it at its field. */
const FIELD = '[aria-invalid="true"], [data-invalid] > .select-button'

type FirstProblemOptions = { isPending: boolean; onSubmit: (event: FormEvent) => unknown }

/**
 * The properties of a form that, once a submission has been checked or answered, puts the focus on the first field with a
 * message, or brings the message of the form into sight: in a long dialog neither would be noticed.
 */
export function useFirstProblem({ isPending, onSubmit }: FirstProblemOptions) {
  const ref = useRef<HTMLFormElement>(null)
  const [submissions, setSubmissions] = useState(0)
  const handled = useRef(0)
  useEffect(() => {
    if (isPending || submissions === handled.current) return
    handled.current = submissions
    const field = ref.current?.querySelector<HTMLElement>(FIELD)
    if (field) field.focus()
    else ref.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [submissions, isPending])
  return {
    ref,
    onSubmit: (event: FormEvent) => {
      // The count changes with what `onSubmit` changes, so that the messages are there when it is handled.
      setSubmissions((count) => count + 1)
      event.preventDefault()
      void onSubmit(event)
    },
  }
}
