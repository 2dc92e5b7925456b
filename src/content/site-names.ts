// The name of the website, which its pages have in their titles.
import type { Tx } from '../platform/db/database.ts'
import { siteSettings } from '../platform/db/schema/site.ts'
import { type ContentLanguage, textIn } from '../text/content-language.ts'

/** Without a name in a language, the primary one; without any, the host. */
export type SiteNames = (language: ContentLanguage) => string

export async function readSiteNames(tx: Tx, siteUrl: string): Promise<SiteNames> {
  const [settings] = await tx.select().from(siteSettings)
  return (language) =>
    (settings && textIn(settings, 'site_name', language)) || settings?.site_name || new URL(siteUrl).hostname
}
