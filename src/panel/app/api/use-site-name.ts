import { useQuery } from '@tanstack/react-query'
import { type LanguageKey, textIn } from '../../../text/content-language.ts'
import { useApi } from './api.ts'

/** The name of the website in a language, or else in the primary one; null until it is known, and without one. */
export function useSiteName(key: LanguageKey): string | null {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['site-name'],
    queryFn: () => api.member('site-settings'),
    staleTime: 60_000,
  })
  return (data && textIn(data, 'site_name', { key })) || data?.site_name || null
}
