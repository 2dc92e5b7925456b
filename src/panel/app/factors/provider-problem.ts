import { useWords } from '../words/words-context.tsx'

const PROBLEMS = [
  'provider_unavailable',
  'provider_refused',
  'misconfigured',
  'unusable_subject',
  'clock',
  'disabled',
  'not_assigned',
  'not_confirmed',
  'expired',
] as const

/** The sentence for a failed sign-in at the identity provider; `code` is the `problem` of the address. */
export function useProviderProblem(): (code: string) => string {
  const t = useWords('company_account')
  return (code) => t(`problem_${PROBLEMS.find((name) => name === code) ?? 'failed'}`)
}
