import { ApiProblem } from '../../../client/api-problem.ts'
import { problems } from '../words/fa/problems.ts'
import { useLanguage, useWords } from '../words/words-context.tsx'

type Described = { message: string; requestId: string | null }

/** The message for a failed request. The messages of the service are English; in Persian, each code has its own text. */
export function useProblemMessage(): (error: unknown) => Described {
  const t = useWords('sign_in')
  const { language } = useLanguage()
  return (error) => {
    if (!(error instanceof ApiProblem))
      return { message: t(error instanceof TypeError ? 'unreachable' : 'unexpected_error'), requestId: null }
    const { code, message, requestId, status } = error
    // The answer is that of a proxy in front of the service.
    if (code === 'unexpected_answer')
      return { message: t(status >= 500 ? 'unavailable' : 'failed_request', { status }), requestId }
    if (language === 'en') return { message, requestId }
    return { message: problems[code] ?? t('failed_request', { status }), requestId }
  }
}
