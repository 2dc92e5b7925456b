import { useQuery } from '@tanstack/react-query'
import { useApi } from './api.ts'

/** The name of the website in English or its primary language; null until it is known, and without one. */
export function useSiteName(isEnglish: boolean): string | null {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['site-name'],
    queryFn: () => api.member('site-settings'),
    staleTime: 60_000,
  })
  return (isEnglish && data?.site_name_en) || data?.site_name || null
}
