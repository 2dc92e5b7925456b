// The one place of a form for publishing: where the record stands, when it appears, what is open before that.
import { type ReactNode, useEffect, useMemo } from 'react'
import { Chip } from '../../app/design/chip.tsx'
import { useDebounced } from '../../app/design/use-debounced.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { PUBLICATION_TONES } from '../../records/publication.ts'
import { useRecordValues } from '../../records/record-context.ts'
import { buildChecklist, openPoints } from './checklist.ts'
import { Checklist } from './checklist-view.tsx'
import { PublishButtons } from './publish-buttons.tsx'
import { useFindings } from './use-findings.ts'
import type { Publishing } from './use-publishing.ts'

/** After the last key, so that the texts are not read again for each of them. */
const DELAY_MS = 400

export type PublishingCardProps = {
  publishing: Publishing
  /** As it is stored; null for a new record. */
  publishedAt: string | null
  /** Whether the buttons stand here; otherwise they are at the lower edge of the screen. */
  hasButtons: boolean
  /** The fields of the section. */
  children: ReactNode
}

export function PublishingCard({ publishing, publishedAt, hasButtons, children }: PublishingCardProps) {
  const t = useWords('publishing')
  const { formatInstant } = useFormat()
  const { resource, recordId, publication, isAllowed, setOpen } = publishing
  const values = useDebounced(useRecordValues(), DELAY_MS)
  const findings = useFindings({ resource, recordId, values })
  const { seoScore, brokenLinks, hasLinkError } = findings
  const points = useMemo(
    () => buildChecklist(resource, values, { seoScore, brokenLinks, hasLinkError }),
    [resource, values, seoScore, brokenLinks, hasLinkError],
  )
  useEffect(() => setOpen(openPoints(points)), [points, setOpen])
  return (
    <section className="card form-section publishing-card" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <p className="publishing-state">
        <Chip tone={PUBLICATION_TONES[publication]}>{t(publication)}</Chip>
        <span className="muted small">
          {t(`${publication}_text`, { time: publishedAt ? formatInstant(publishedAt, 'long') : '' })}
        </span>
      </p>
      <div className="form-rows">{children}</div>
      {hasButtons && isAllowed && (
        <div className="button-row publishing-buttons">
          <PublishButtons publishing={publishing} />
        </div>
      )}
      <Checklist points={points} resource={resource} onShow={publishing.showField} />
    </section>
  )
}
