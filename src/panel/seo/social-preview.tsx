import { Icon } from '../design/icon.tsx'
import { useWords } from '../words/words-context.tsx'
import { isRightToLeft } from './search-preview.tsx'
import type { SeoTexts } from './seo-input.ts'

/** The card that messengers and social networks show (Open Graph, X), with the image cropped to 1.91:1. */
export function SocialPreview({ texts, image }: { texts: SeoTexts; image: string | null }) {
  const t = useWords('seo')
  const { language, seoTitle, seoDescription, siteUrl } = texts
  return (
    <figure className="social-preview">
      <figcaption className="preview-caption">{t('social_preview')}</figcaption>
      <div className="social-card" lang={language} dir={isRightToLeft(language) ? 'rtl' : 'ltr'}>
        <div className="social-image">
          {image ? (
            <img src={`${image}?w=640&ratio=191x100&f=auto`} alt="" />
          ) : (
            <Icon name="image" size={28} />
          )}
        </div>
        <div className="social-text">
          <span className="social-site" dir="ltr">
            {new URL(siteUrl).host}
          </span>
          <span className="social-title">{seoTitle || t('no_title')}</span>
          <span className="social-description">{seoDescription}</span>
        </div>
      </div>
    </figure>
  )
}
