// Beside the search fields of a record: how its texts are rated, in each language, and how results and cards look.
import { useState } from 'react'
import type { ResourceDescription } from '../../client/index.ts'
import { useSchema } from '../api/api.ts'
import { Segments } from '../design/segments.tsx'
import { useWords } from '../words/words-context.tsx'
import { CheckList } from './check-list.tsx'
import { ScoreMeter } from './score-meter.tsx'
import { SearchPreview } from './search-preview.tsx'
import { type Side, seoTextsOf } from './seo-input.ts'
import { SocialPreview } from './social-preview.tsx'
import { useSeoReport } from './use-seo-report.ts'

type SeoPanelProps = {
  resource: ResourceDescription
  recordId: string | null
  /** As they are in the form. */
  values: Record<string, unknown>
}

export function SeoPanel({ resource, recordId, values }: SeoPanelProps) {
  const t = useWords('seo')
  const [primary = 'fa', english = 'en'] = useSchema().languages
  const [side, setSide] = useState<Side>('primary')
  const language = side === 'en' ? english : primary
  const texts = seoTextsOf({ resource, values, language, siteUrl: location.origin }, side)
  const report = useSeoReport(texts, recordId)
  return (
    <section className="seo-panel" aria-label={t('title')}>
      <div className="seo-head">
        <h3 className="seo-title">{t('title')}</h3>
        {english !== primary && (
          <Segments
            label={t('language')}
            value={side}
            onChange={(value) => setSide(value as Side)}
            options={[
              { id: 'primary', label: languageName(primary) },
              { id: 'en', label: languageName(english) },
            ]}
          />
        )}
      </div>
      {report && <ScoreMeter score={report.score} words={texts.content === null ? null : report.words} />}
      <SearchPreview texts={texts} path={pathOf(resource, values, side, primary !== english)} />
      <SocialPreview texts={texts} image={typeof values.image === 'string' ? values.image : null} />
      {report && <CheckList checks={report.checks} />}
    </section>
  )
}

const languageName = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag

function pathOf(
  { page_path }: ResourceDescription,
  values: Record<string, unknown>,
  side: Side,
  isBilingual: boolean,
) {
  const key = typeof values.page_key === 'string' ? values.page_key : null
  const path =
    page_path !== null ? `${page_path}${values.slug ?? ''}` : key === null || key === 'home' ? '/' : `/${key}`
  return side === 'en' && isBilingual ? `${path}?lang=en` : path
}
