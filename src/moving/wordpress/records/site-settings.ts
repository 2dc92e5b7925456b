// The name of the site and its tagline: of the settings of WordPress, an export contains only these.

import { plainText, truncate } from '../convert/to-plain-text.ts'
import type { SiteLanguages } from '../read/site-languages.ts'
import type { WordPressExport } from '../read/wordpress-export.ts'
import { type Texts, translated } from './text-records.ts'

export type SettingsRecord = Texts<'site_name' | 'tagline', string>

/** The tagline of a site that nobody has described. */
const DEFAULT_TAGLINE = /^just another wordpress site$/i

export function toSettings({ title, tagline }: WordPressExport, languages: SiteLanguages): SettingsRecord {
  const own = DEFAULT_TAGLINE.test(tagline) ? '' : tagline
  return {
    ...translated('site_name', lineOf(title), lineOf(languages.translate(title) ?? '')),
    ...translated('tagline', lineOf(own), lineOf(languages.translate(own) ?? '')),
  }
}

const lineOf = (html: string) => truncate(plainText(html), 300) || null
