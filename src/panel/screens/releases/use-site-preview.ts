import type { SitePreviewOptions } from '../../../client/index.ts'
import { createSitePreview } from '../../app/api/release-api.ts'
import { websiteOrigin } from '../../app/api/website-origin.ts'
import { useAttempt } from '../../app/design/toasts.tsx'

/** Opens the site with a set of drafts in a tab of its own. */
export function useSitePreview() {
  const { isPending, attempt } = useAttempt()
  /** The tab is opened at once: browsers block those that are opened after an answer. */
  const preview = (set: SitePreviewOptions) => {
    const tab = window.open('', '_blank')
    return attempt(async () => {
      try {
        const link = await createSitePreview(set)
        tab?.location.replace(link.path === null ? link.url : websiteOrigin() + link.path)
      } catch (error) {
        tab?.close()
        throw error
      }
    })
  }
  return { isPending, preview }
}
