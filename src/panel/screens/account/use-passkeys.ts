import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../app/api/api.ts'

export function usePasskeys() {
  const api = useApi()
  return useQuery({ queryKey: ['passkeys'], queryFn: () => api.auth.passkeys.list() })
}
