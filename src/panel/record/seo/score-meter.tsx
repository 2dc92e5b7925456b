import { Meter } from 'react-aria-components'
import { readingMinutes } from '../../../text/seo-analysis/reading-time.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'

const GOOD = 80
const OKAY = 60

export const toneOf = (score: number) => (score >= GOOD ? 'good' : score >= OKAY ? 'okay' : 'bad')

export function ScoreMeter({ score, words }: { score: number; words: number | null }) {
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
