// The name of the site and its tagline: of the settings of WordPress, an export contains only these.

import { languageKeys } from '../../../text/content-language.ts'
import { plainText, truncate } from '../convert/to-plain-text.ts'
import type { SiteLanguages } from '../read/site-languages.ts'
import type { WordPressExport } from '../read/wordpress-export.ts'
import { type Texts, translatedFrom } from './text-records.ts'

export type SettingsRecord = Texts<'site_name' | 'tagline', string>

/** The tagline of a site that nobody has described. */
const DEFAULT_TAGLINE = /^just another wordpress site$/i

export function toSettings({ title, tagline }: WordPressExport, languages: SiteLanguages): SettingsRecord {
  const own = DEFAULT_TAGLINE.test(tagline) ? '' : tagline
  return {
    ...translatedFrom('site_name', inAllLanguages(title, languages), lineOf),
    ...translatedFrom('tagline', inAllLanguages(own, languages), lineOf),
  }
}

const inAllLanguages = (text: string, languages: SiteLanguages) => ({
  inLanguages: new Map(
    languageKeys.map((key) => [key, key === 'primary' ? text : (languages.translate(text, key) ?? '')]),
  ),
})

const lineOf = (html: string) => truncate(plainText(html), 300) || null
