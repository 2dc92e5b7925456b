import { ApiProblem } from '../../client/index.ts'
import { useLanguage, useWords } from '../words/words-context.tsx'

type Described = { message: string; requestId: string | null }

/**
 * What to tell about a failed request. The messages of the service are English; in Persian, each code has its own text.
 */
export function useProblemMessage(): (error: unknown) => Described {
  const t = useWords('shell')
  const { language } = useLanguage()
  return (error) => {
    if (!(error instanceof ApiProblem))
      return { message: t(error instanceof TypeError ? 'unreachable' : 'unexpected_error'), requestId: null }
    const { requestId } = error
    if (language === 'en') return { message: error.message, requestId }
    const key = `problem_${error.code}` as Parameters<typeof t>[0]
    const text = t(key)
    return { message: text === key ? t('problem_other', { status: error.status }) : text, requestId }
  }
}
