import { useState } from 'react'
import { cutTitle } from '../../../text/seo-analysis/search-result.ts'
import { directionOf } from '../../../text/text-direction.ts'
import { Segments } from '../../app/design/segments.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import type { SeoTexts } from './form-seo-texts.ts'
import type { MeasuredText, ResultTexts } from './seo-worker.ts'

type SearchPreviewProps = {
  texts: SeoTexts
  path: string
  /** Null until the first report. */
  result: ResultTexts | null
}

type Device = 'desktop' | 'phone'

/** A result as Google shows it, on a desktop or a phone, in the direction of the text, with the pixels it needs. */
export function SearchPreview({ texts, path, result }: SearchPreviewProps) {
  const t = useWords('seo')
  const [device, setDevice] = useState<Device>('desktop')
  const { language, pageTitle, seoDescription, siteUrl } = texts
  const { host } = new URL(siteUrl)
  // Phones break titles and descriptions into lines instead of cutting them at a width.
  const cut = device === 'desktop' ? result : null
  return (
    <figure className="search-preview">
      <figcaption className="preview-caption">
        {t('search_preview')}
        <Segments
          label={t('device')}
          value={device}
          onChange={setDevice}
          options={[
            { id: 'desktop', label: t('device_desktop') },
            { id: 'phone', label: t('device_phone') },
          ]}
        />
      </figcaption>
      <div className="search-result" data-device={device} lang={language} dir={directionOf(language)}>
        <span className="search-address" dir="ltr">
          {[host, ...crumbsOf(path)].join(' › ')}
        </span>
        <span className="search-title">{(cut?.title.shown ?? cutTitle(pageTitle)) || t('no_title')}</span>
        <span className="search-description">
          {(cut?.description.shown ?? seoDescription) || t('no_description')}
        </span>
      </div>
      {result && (
        <p className="preview-widths">
          <Width name={t('title_width')} text={result.title} />
          <Width name={t('description_width')} text={result.description} />
        </p>
      )}
    </figure>
  )
}

function Width({ name, text: { width, max } }: { name: string; text: MeasuredText }) {
  const t = useWords('seo')
  const { formatNumber } = useFormat()
  const pixels = t('pixels', { width: formatNumber(width), max: formatNumber(max) })
  return (
    <span data-over={width > max || undefined}>
      {name}: {pixels}
      {width > max && ` (${t('cut_off')})`}
    </span>
  )
}

/** The parts of a path as a result shows them. */
const crumbsOf = (path: string) => path.split('/').filter(Boolean)
