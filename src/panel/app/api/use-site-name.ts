import { useQuery } from '@tanstack/react-query'
import { type LanguageKey, textIn } from '../../../text/content-language.ts'
import { api, queryClient } from './api.ts'

/** The part of the site's settings that everybody may read. */
const settingsQuery = {
  queryKey: ['records', 'site-settings', 'public'],
  queryFn: () => api.member('site-settings'),
  staleTime: 60_000,
}

export const useSiteSettings = () => useQuery(settingsQuery)

/** Asks for the settings ahead of the screens. */
export const prepareSiteSettings = () => void queryClient.prefetchQuery(settingsQuery)

/** The name of the website in a language, or else in the primary one; null until it is known, and without one. */
export function useSiteName(key: LanguageKey): string | null {
  const { data } = useSiteSettings()
  return (data && textIn(data, 'site_name', { key })) || data?.site_name || null
}
