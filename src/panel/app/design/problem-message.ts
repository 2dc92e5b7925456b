import { useEffect, useSyncExternalStore } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import { useLanguage, useWords } from '../words/words-context.tsx'
import { untilReady } from './use-ready.ts'

type Described = { message: string; requestId: string | null }
type Problems = typeof import('../words/fa/problems.ts')

const listeners = new Set<() => void>()
let problems: Problems | null = null

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

// Screens can be used without them; until they are there, the status stands in.
async function loadProblems() {
  if (problems) return
  await untilReady()
  problems = await import('../words/fa/problems.ts')
  for (const listener of listeners) listener()
}

/** The message for a failed request. The messages of the service are English; in Persian, each code has its own text. */
export function useProblemMessage(): (error: unknown) => Described {
  const t = useWords('sign_in')
  const { language } = useLanguage()
  const persian = useSyncExternalStore(subscribe, () => problems)
  useEffect(() => {
    if (language === 'fa') void loadProblems().catch(() => {})
  }, [language])
  return (error) => {
    if (!(error instanceof ApiProblem))
      return { message: t(error instanceof TypeError ? 'unreachable' : 'unexpected_error'), requestId: null }
    const { code, errors, requestId, status } = error
    // The answer is that of a proxy in front of the service.
    if (code === 'unexpected_answer')
      return { message: t(status >= 500 ? 'unavailable' : 'failed_request', { status }), requestId }
    if (language === 'en') return { message: error.message, requestId }
    const file = errors.find(({ path }) => path === 'file')
    const message = (file && persian?.fileProblems[file.code]) ?? persian?.problems[code]
    return { message: message ?? t('failed_request', { status }), requestId }
  }
}
