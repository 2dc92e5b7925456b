import type { Grant } from '../../../client/index.ts'
import { hasPasskeys, signInWithPasskey } from '../api/factors.ts'
import { useSignInMethods } from '../api/use-sign-in-methods.ts'
import { Button } from '../design/plain-button.tsx'
import { useSubmission } from '../design/use-submission.ts'
import { usePasskeysElsewhere } from '../factors/passkeys-elsewhere.tsx'
import { useFactorProblem } from '../factors/use-factor-problem.ts'
import { useWords } from '../words/words-context.tsx'
import { Alert } from './sign-in-card.tsx'

/** Signs in without email and password. Loaded once the form can be used. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: ((grant: Grant) => void) | undefined }) {
  const t = useWords('factors')
  const describe = useFactorProblem()
  const methods = useSignInMethods()
  const { failure, isPending, submit } = useSubmission()
  const elsewhere = usePasskeysElsewhere()
  if (!methods?.passkey) return null
  if (elsewhere) {
    // Over a page that waits for its session, another address is of no use.
    if (onSignedIn || !elsewhere.canWork) return null
    const next = new URLSearchParams(location.search).get('next')
    const search = next === null ? '' : `?${new URLSearchParams({ next })}`
    return (
      <a className="link sign-in-link" href={`${elsewhere.origin}/admin/sign-in${search}`}>
        {t('use_passkey_at', { host: elsewhere.host })}
      </a>
    )
  }
  if (!hasPasskeys()) return null
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
