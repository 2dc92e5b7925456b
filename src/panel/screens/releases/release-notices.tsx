import type { ReleaseWithItems } from '../../../client/index.ts'
import { Notice } from '../../app/design/notice.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'

/** The reason of a refused release, and the number of its drafts that cannot be published. */
export function ReleaseNotices({ release: { refusal, items, state } }: { release: ReleaseWithItems }) {
  const t = useWords('releases')
  const { language } = useLanguage()
  const { formatInstant } = useFormat()
  const count = items.filter(({ problems }) => problems.length > 0).length
  if (state !== 'open' || (!refusal && count === 0)) return null
  return (
    <Notice icon="warning" tone={refusal ? 'danger' : 'warning'}>
      {refusal && <p>{t('refused', { time: formatInstant(refusal.at) })}</p>}
      {refusal && language === 'en' && <p>{refusal.detail}</p>}
      {count > 0 && <p>{t('with_problems', { count })}</p>}
      {refusal && <p>{t('refused_text')}</p>}
    </Notice>
  )
}
