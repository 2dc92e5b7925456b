import { ApiProblem } from '../../../client/api-problem.ts'
import { useProblemMessage } from '../design/problem-message.ts'
import { useFormat } from '../design/use-format.ts'
import { useWords } from '../words/words-context.tsx'
import { usePasskeysElsewhere } from './passkeys-elsewhere.tsx'

/** The sentence about a refused factor, or about any other failure. `isAdding`: a passkey was to be added, not asked for. */
export function useFactorProblem({ isAdding = false } = {}): (error: unknown) => string | null {
  const t = useWords('factors')
  const describeProblem = useProblemMessage()
  const { formatInstant } = useFormat()
  const origin = usePasskeysElsewhere()?.origin
  const describePasskey = ({ name }: DOMException) => {
    if (origin) return t('passkeys_elsewhere', { origin })
    // Browsers bind no passkey to a number, such as 192.0.2.7, though the page has HTTPS.
    if (name === 'SecurityError') return t('passkeys_unset', { origin: location.origin })
    if (name === 'InvalidStateError') return t('passkey_known')
    if (name === 'ConstraintError' || name === 'NotSupportedError') return t('passkey_unfit')
    // The browser does not say whether there is no passkey, the PIN was wrong or its user decided otherwise.
    return t(isAdding ? 'passkey_not_added' : 'passkey_failed', { host: location.hostname })
  }
  return (error) => {
    if (error === null) return null
    if (error instanceof DOMException) return describePasskey(error)
    if (!(error instanceof ApiProblem)) return describeProblem(error).message
    const reason = error.errors[0]?.code
    if (reason === 'wrong_origin' && origin) return t('passkeys_elsewhere', { origin })
    if (reason === 'secret_unreadable') return t('secret_unreadable')
    if (reason === 'clock_set_back') {
      const time = new Date(Date.now() + (error.retryAfter ?? 0) * 1_000)
      return t('clock_set_back', { time: formatInstant(time.toISOString()) })
    }
    if (error.code === 'invalid_credentials' || error.code === 'invalid_factor') return t('wrong_factor')
    if (error.code === 'invalid_current_password') return t('wrong_password')
    if (error.code === 'unauthenticated') return t('expired')
    if (error.status === 429) return t('too_many')
    return describeProblem(error).message
  }
}
