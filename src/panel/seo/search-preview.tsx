import { useWords } from '../words/words-context.tsx'
import type { SeoTexts } from './seo-input.ts'

type SearchPreviewProps = { texts: SeoTexts; path: string }

/** A result page on a phone and on a desktop, in the direction of the text. */
export function SearchPreview({ texts, path }: SearchPreviewProps) {
  const t = useWords('seo')
  const { language, seoTitle, seoDescription, siteUrl } = texts
  const { host } = new URL(siteUrl)
  const dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  return (
    <figure className="search-preview">
      <figcaption className="preview-caption">{t('search_preview')}</figcaption>
      <div className="search-result" lang={language} dir={dir}>
        <span className="search-address" dir="ltr">
          {host}
          {decodeURI(path)}
        </span>
        <span className="search-title">{seoTitle || t('no_title')}</span>
        <span className="search-description">{seoDescription || t('no_description')}</span>
      </div>
    </figure>
  )
}

export const isRightToLeft = (language: string) => /^(?:fa|ar|he|ur|ps|ckb|sd|ug|yi)\b/i.test(language)
