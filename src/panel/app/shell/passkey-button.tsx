import type { Grant } from '../../../client/index.ts'
import { hasPasskeys, signInWithPasskey } from '../api/factors.ts'
import { useSignInMethods } from '../api/use-sign-in-methods.ts'
import { Button } from '../design/plain-button.tsx'
import { useSubmission } from '../design/use-submission.ts'
import { useFactorProblem } from '../factors/use-factor-problem.ts'
import { useWords } from '../words/words-context.tsx'
import { Alert } from './sign-in-card.tsx'

/** Signs in without email and password. Loaded once the form can be used. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: ((grant: Grant) => void) | undefined }) {
  const t = useWords('factors')
  const describe = useFactorProblem()
  const methods = useSignInMethods()
  const { failure, isPending, submit } = useSubmission()
  if (!methods?.passkey || !hasPasskeys()) return null
  const press = () =>
    submit(async () => {
      const grant = await signInWithPasskey()
      onSignedIn?.(grant)
    })
  return (
    <>
      <Alert text={describe(failure)} />
      <Button look="quiet" icon="key" isPending={isPending} onPress={() => void press()}>
        {t('use_passkey')}
      </Button>
    </>
  )
}
