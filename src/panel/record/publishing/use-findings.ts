import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ResourceDescription } from '../../../client/index.ts'
import { useApi, useSchema, useSession } from '../../app/api/api.ts'
import { useSiteName } from '../../app/api/use-site-name.ts'
import { useDebounced } from '../../app/design/use-debounced.ts'
import { hasSeo } from '../../records/publication.ts'
import { seoTextsOf } from '../seo/seo-input.ts'
import { useSeoReport } from '../seo/use-seo-report.ts'
import { type Findings, linksOf } from './checklist.ts'

const MAX_LINKS = 500
const NONE: readonly string[] = []

type Source = { resource: ResourceDescription; recordId: number | null; values: Record<string, unknown> }

/** Findings that the values alone do not give: the SEO score, and links that lead nowhere. */
export function useFindings({ resource, recordId, values }: Source): Findings {
  const { languages, site_url: siteUrl } = useSchema()
  const [language = 'fa'] = languages
  const siteName = useSiteName('primary') ?? new URL(siteUrl).hostname
  const texts = seoTextsOf({ resource, values, language, siteUrl, siteName }, 'primary')
  const report = useSeoReport({
    texts,
    side: 'primary',
    recordId: recordId === null ? null : String(recordId),
  })
  const { brokenLinks, hasLinkError } = useBrokenLinks(resource, values)
  return { seoScore: hasSeo(resource) ? (report?.score ?? null) : undefined, brokenLinks, hasLinkError }
}

/** Only admins may ask where links lead. */
function useBrokenLinks(resource: ResourceDescription, values: Record<string, unknown>) {
  const api = useApi()
  const isAdmin = useSession().user.role === 'admin'
  const found = useMemo(() => linksOf(resource, values).slice(0, MAX_LINKS).join('\n'), [resource, values])
  const asked = useDebounced(found)
  const { data, isError } = useQuery({
    queryKey: ['broken-links', asked],
    queryFn: async () => {
      const { broken } = await api.admin.checkLinks(asked.split('\n'))
      return broken.map(({ link }) => link)
    },
    enabled: isAdmin && asked !== '',
    staleTime: 30_000,
    placeholderData: (earlier) => earlier,
  })
  if (!isAdmin) return { brokenLinks: undefined, hasLinkError: false }
  return { brokenLinks: asked === '' ? NONE : (data ?? null), hasLinkError: isError }
}
