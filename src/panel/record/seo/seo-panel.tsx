// The ratings below the texts of a record, in each language: where the checks point, and how results and cards look.

import { useState } from 'react'
import { Meter } from 'react-aria-components'
import type { ResourceDescription } from '../../../client/index.ts'
import { contentLanguages, type LanguageKey } from '../../../text/content-language.ts'
import { GOOD_SCORE, OKAY_SCORE } from '../../../text/seo-analysis/check.ts'
import { readingMinutes } from '../../../text/seo-analysis/reading-time.ts'
import { pathOfPage } from '../../../text/site-pages.ts'
import { useSchema } from '../../app/api/api.ts'
import { useSiteName } from '../../app/api/use-site-name.ts'
import { Segments } from '../../app/design/segments.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useLanguageName, useWords } from '../../app/words/words-context.tsx'
import { CheckList } from './check-list.tsx'
import { imageFieldOf, mainTextOf, seoTextsOf } from './form-seo-texts.ts'
import { LinkSuggestions } from './link-suggestions.tsx'
import { SearchPreview } from './search-preview.tsx'
import { SocialPreview } from './social-preview.tsx'
import { useSeoReport } from './use-seo-report.ts'
import { useTextMarks } from './use-text-marks.ts'

type SeoPanelProps = {
  resource: ResourceDescription
  recordId: string | null
  /** The values of the form. */
  values: Record<string, unknown>
}

export function SeoPanel({ resource, recordId, values }: SeoPanelProps) {
  const t = useWords('seo')
  const { languages, site_url: siteUrl } = useSchema()
  const all = contentLanguages(languages)
  const [side, setSide] = useState<LanguageKey>('primary')
  const languageName = useLanguageName()
  const language = all.find(({ key }) => key === side)!.tag
  const siteName = useSiteName(side) ?? new URL(siteUrl).hostname
  const texts = seoTextsOf({ resource, values, language, siteUrl, siteName }, side)
  const report = useSeoReport({ texts, side, recordId })
  const field = mainTextOf(resource, side)
  const marks = useTextMarks(field, side, report)
  const path = pathOf(resource, values)
  return (
    <section className="seo-panel" aria-label={t('title')}>
      <div className="seo-head">
        <h3 className="seo-title">{t('title')}</h3>
        {all.length > 1 && (
          <Segments
            label={t('language')}
            value={side}
            onChange={(value) => {
              marks.choose(null)
              setSide(value as LanguageKey)
            }}
            options={all.map(({ key, tag }) => ({ id: key, label: languageName(tag) }))}
          />
        )}
      </div>
      {report && <ScoreMeter score={report.score} words={texts.content === null ? null : report.words} />}
      <SearchPreview texts={texts} path={path} result={report?.result ?? null} />
      <SocialPreview texts={texts} image={imageOf(values[imageFieldOf(resource) ?? ''])} />
      {report && <CheckList checks={report.checks} marks={marks} />}
      {field !== null && texts.keyphrase !== null && (
        <LinkSuggestions field={field} side={side} texts={texts} ownPath={path} />
      )}
    </section>
  )
}

/** The page may only show images of this site. */
const imageOf = (value: unknown) => (typeof value === 'string' && value.startsWith('/') ? value : null)

/** The address without the language, which results do not show. */
function pathOf({ page_path }: ResourceDescription, { slug, page_key }: Record<string, unknown>) {
  if (page_path !== null) return `${page_path}${slug ?? ''}`
  return pathOfPage(typeof page_key === 'string' ? page_key : 'home')
}

const toneOf = (score: number) => (score >= GOOD_SCORE ? 'good' : score >= OKAY_SCORE ? 'okay' : 'bad')

function ScoreMeter({ score, words }: { score: number; words: number | null }) {
  const t = useWords('seo')
  const { formatNumber } = useFormat()
  return (
    <Meter value={score} aria-label={t('score')} className="score" data-tone={toneOf(score)}>
      <span className="score-number">{formatNumber(score)}</span>
      <span className="score-track">
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={score} height="1" />
        </svg>
      </span>
      <span className="score-text">
        {t(`score_${toneOf(score)}`)}
        {words !== null &&
          ` · ${t('words', { count: words })} · ${t('reading_time', { count: readingMinutes(words) })}`}
      </span>
    </Meter>
  )
}
