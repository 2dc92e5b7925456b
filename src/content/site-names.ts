// The name of the website, which its pages have in their titles.
import type { Tx } from '../platform/db/database.ts'
import { siteSettings } from '../platform/db/schema/site.ts'

/** By the suffix of the fields: in the primary language and in English. */
export type SiteNames = Record<'' | '_en', string>

/** Without a name in a language, the primary one; without any, the host. */
export async function readSiteNames(tx: Tx, siteUrl: string): Promise<SiteNames> {
  const [settings] = await tx
    .select({ primary: siteSettings.site_name, english: siteSettings.site_name_en })
    .from(siteSettings)
  const primary = settings?.primary || new URL(siteUrl).hostname
  return { '': primary, _en: settings?.english || primary }
}
