import { useState } from 'react'
import { directionOf } from '../../../text/text-direction.ts'
import { Icon } from '../../app/design/icon.tsx'
import { Segments } from '../../app/design/segments.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import type { SeoTexts } from './form-seo-texts.ts'

type SocialPreviewProps = { texts: SeoTexts; image: string | null }
type Network = 'open_graph' | 'x'

/**
 * The card of a shared link: as messengers and most networks show it (Open Graph, 1.91:1), or on X, which writes the title
 * over an image of 2:1 and shows a small card without one.
 */
export function SocialPreview({ texts, image }: SocialPreviewProps) {
  const t = useWords('seo')
  const [network, setNetwork] = useState<Network>('open_graph')
  const { language, seoTitle, siteUrl } = texts
  const { host } = new URL(siteUrl)
  const title = seoTitle || t('no_title')
  return (
    <figure className="social-preview">
      <figcaption className="preview-caption">
        {t('social_preview')}
        <Segments
          label={t('network')}
          value={network}
          onChange={setNetwork}
          options={[
            { id: 'open_graph', label: t('network_open_graph') },
            { id: 'x', label: t('network_x') },
          ]}
        />
      </figcaption>
      <div className="social-card" data-network={network} lang={language} dir={directionOf(language)}>
        <div className="social-image" data-empty={image ? undefined : ''}>
          {image ? (
            <img src={`${image}?w=640&ratio=191x100&f=auto`} alt="" />
          ) : (
            <Icon name="image" size={28} />
          )}
          {network === 'x' && image && <span className="social-over">{title}</span>}
        </div>
        {network === 'x' && image ? (
          <span className="social-site social-text" dir="ltr">
            {host}
          </span>
        ) : (
          <div className="social-text">
            <span className="social-site" dir="ltr">
              {host}
            </span>
            <span className="social-title">{title}</span>
            <span className="social-description">{texts.seoDescription}</span>
          </div>
        )}
      </div>
    </figure>
  )
}
