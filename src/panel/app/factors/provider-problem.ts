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

/** Why the way to the identity provider and back did not work, and what to do; `code` is from the address. */
export function useProviderProblem(): (code: string) => string {
  const t = useWords('company_account')
  return (code) => t(`problem_${PROBLEMS.find((name) => name === code) ?? 'failed'}`)
}
