import { ApiProblem } from '../../../client/api-problem.ts'
import { useProblemMessage } from '../design/problem-message.ts'
import { useFormat } from '../design/use-format.ts'
import { useWords } from '../words/words-context.tsx'

/** The sentence about a refused factor, or about any other failure. */
export function useFactorProblem(): (error: unknown) => string | null {
  const t = useWords('factors')
  const describeProblem = useProblemMessage()
  const { formatInstant } = useFormat()
  return (error) => {
    if (error === null) return null
    // The browser does not say whether there is no passkey or its user decided otherwise.
    if (error instanceof DOMException) return t('passkey_failed', { host: location.hostname })
    if (!(error instanceof ApiProblem)) return describeProblem(error).message
    const reason = error.errors[0]?.code
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
