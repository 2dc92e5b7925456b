import { useQuery } from '@tanstack/react-query'
import { useApi, useSession } from '../api/api.ts'

/** The passkeys of the account; none for a person without one. */
export function usePasskeys() {
  const api = useApi()
  const hasAccount = useSession().user.role !== null
  return useQuery({ queryKey: ['passkeys'], queryFn: () => api.auth.passkeys.list(), enabled: hasAccount })
}
