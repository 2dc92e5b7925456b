import { useQuery } from '@tanstack/react-query'
import { useApi, useSession } from '../api/api.ts'

/** The authenticator app of the account; none for a person without one. */
export function useTotp() {
  const api = useApi()
  const hasAccount = useSession().user.role !== null
  return useQuery({ queryKey: ['totp'], queryFn: () => api.auth.totp.get(), enabled: hasAccount })
}
