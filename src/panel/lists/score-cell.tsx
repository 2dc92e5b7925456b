import { useQuery } from '@tanstack/react-query'
import { useApi, useSchema } from '../app/api/api.ts'
import { useFormat } from '../app/design/use-format.ts'
import { useLanguageName, useWords } from '../app/words/words-context.tsx'
import { createScoreBatch } from './score-batch.ts'

type ScoreCellProps = { id: number; version: number }

const batch = createScoreBatch()

/** The SEO score of an article in each language. All rows of a page ask in one request. */
export function ScoreCell({ id, version }: ScoreCellProps) {
  const t = useWords('lists')
  const api = useApi()
  const languageName = useLanguageName()
  const { languages } = useSchema()
  const { formatNumber } = useFormat()
  const { data } = useQuery({
    queryKey: ['records', 'articles', 'score', id, version],
    queryFn: () => batch.load(id, (ids) => api.admin.articleScores(ids)),
    staleTime: 60_000,
  })
  if (!data) return null
  return (
    <span className="list-scores">
      {languages.map((tag) => {
        const score = data.scores[tag]
        const name = languageName(tag)
        if (typeof score !== 'number') return null
        return (
          <span key={tag} className="list-score" data-tone={toneOf(score)} title={name}>
            <span className="visually-hidden">{t('score_in', { language: name })} </span>
            {formatNumber(score)}
          </span>
        )
      })}
    </span>
  )
}

/** The bounds are those of the form: good from 80, okay from 60. */
const toneOf = (score: number) => (score >= 80 ? 'good' : score >= 60 ? 'okay' : 'bad')
