import { useQuery } from '@tanstack/react-query'
import type { PreviewLink } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import type { AnyRecord } from '../../app/api/record-api.ts'

const HOUR_SECONDS = 3_600
/** The next link is made before the hour is over. */
const RENEW_MS = 50 * 60 * 1_000

export const previewLinkKey = (resource: string, id: number) => ['preview-link', resource, id]

/** The link that this tab previews a record with: the same one until it is renewed, or its page gets another address. */
export function usePreviewLink(resource: string, { id, slug }: AnyRecord) {
  const api = useApi()
  return useQuery<PreviewLink>({
    queryKey: [...previewLinkKey(resource, id), slug],
    queryFn: () => api.admin.previews.create(resource as 'articles', id, { expires_in: HOUR_SECONDS }),
    staleTime: RENEW_MS,
    gcTime: RENEW_MS,
    refetchInterval: RENEW_MS,
    retry: false,
  })
}
