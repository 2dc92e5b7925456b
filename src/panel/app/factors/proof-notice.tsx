import { useEffect, useState } from 'react'
import { CONFIRMED } from '../api/proof-outcome.ts'
import { useSignInMethods } from '../api/use-sign-in-methods.ts'
import { FormDialog } from '../design/form-dialog.tsx'
import { showToast } from '../design/toasts.tsx'
import { useWords } from '../words/words-context.tsx'
import { CannotConfirm } from './proof-dialog.tsx'
import { useProviderProblem } from './provider-problem.ts'

/** Shows the outcome of a sign-in at the identity provider that was begun on another page: a toast, or a dialog after a failure. */
export function ProofNotice({ outcome }: { outcome: string }) {
  const t = useWords('factors')
  const describe = useProviderProblem()
  const name = useSignInMethods()?.provider?.name
  const [isOpen, setOpen] = useState(outcome !== CONFIRMED)
  useEffect(() => {
    if (name && outcome === CONFIRMED) showToast(t('confirmed_with', { name }))
  }, [name, outcome, t])
  if (!isOpen || !name) return null
  const close = () => setOpen(false)
  return (
    <FormDialog title={t('way_failed', { name })} action={null} onClose={close} onSubmit={close}>
      {outcome === 'not_confirmed' ? <CannotConfirm name={name} /> : <p>{describe(outcome)}</p>}
    </FormDialog>
  )
}
