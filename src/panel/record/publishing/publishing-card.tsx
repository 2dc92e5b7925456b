// The one place of a form for publishing: where the record stands, when it appears, what is open before that.

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Button } from 'react-aria-components'
import type { ResourceDescription } from '../../../client/index.ts'
import { useApi, useSchema, useSession } from '../../app/api/api.ts'
import { isEditor } from '../../app/api/session.ts'
import { useSiteName } from '../../app/api/use-site-name.ts'
import { Chip } from '../../app/design/chip.tsx'
import { Icon, type IconName } from '../../app/design/icon.tsx'
import { Spinner } from '../../app/design/spinner.tsx'
import { useDebounced } from '../../app/design/use-debounced.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { hasSeo, PUBLICATION_TONES } from '../../records/publication.tsx'
import { readable } from '../../records/readable-address.ts'
import { useRecordValues } from '../../records/record-context.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import { seoTextsOf } from '../seo/form-seo-texts.ts'
import { useSeoReport } from '../seo/use-seo-report.ts'
import {
  buildChecklist,
  type ChecklistPoint,
  type Findings,
  GOOD_SCORE,
  linksOf,
  openPoints,
} from './checklist.ts'
import { PublishButtons } from './publish-buttons.tsx'
import type { Publishing } from './use-publishing.ts'

/** The pause after the last key, so that the texts are not read again for each. */
const DELAY_MS = 400

export type PublishingCardProps = {
  publishing: Publishing
  /** The stored date; null for a new record. */
  publishedAt: string | null
  /** Whether the buttons stand here; otherwise they are at the lower edge of the screen. */
  hasButtons: boolean
  /** The fields of the section. */
  children: ReactNode
}

export function PublishingCard({ publishing, publishedAt, hasButtons, children }: PublishingCardProps) {
  const t = useWords('publishing')
  const checklist = useWords('checklist')
  const { formatInstant } = useFormat()
  const { resource, recordId, publication, setOpen } = publishing
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
          {checklist(`${publication}_text`, { time: publishedAt ? formatInstant(publishedAt, 'long') : '' })}
        </span>
      </p>
      <div className="form-rows">{children}</div>
      {hasButtons && (
        <div className="button-row publishing-buttons">
          <PublishButtons publishing={publishing} />
        </div>
      )}
      <Checklist points={points} resource={resource} onShow={publishing.showField} />
    </section>
  )
}

const MAX_LINKS = 500
const NONE: readonly string[] = []

type Source = { resource: ResourceDescription; recordId: number | null; values: Record<string, unknown> }

/** Findings that the values alone do not give: the SEO score, and links that lead nowhere. */
function useFindings({ resource, recordId, values }: Source): Findings {
  const { languages, site_url: siteUrl } = useSchema()
  const [language = 'fa'] = languages
  const siteName = useSiteName('primary') ?? new URL(siteUrl).hostname
  const texts = seoTextsOf({ resource, values, language, siteUrl, siteName }, 'primary')
  const report = useSeoReport({
    texts,
    side: 'primary',
    recordId: recordId === null ? null : String(recordId),
  })
  const { brokenLinks, hasLinkError } = useBrokenLinks(resource, values)
  return { seoScore: hasSeo(resource) ? (report?.score ?? null) : undefined, brokenLinks, hasLinkError }
}

/** Authors may not ask where links lead. */
function useBrokenLinks(resource: ResourceDescription, values: Record<string, unknown>) {
  const api = useApi()
  const mayAsk = isEditor(useSession().user)
  const found = useMemo(() => linksOf(resource, values).slice(0, MAX_LINKS).join('\n'), [resource, values])
  const asked = useDebounced(found)
  const { data, isError } = useQuery({
    queryKey: ['broken-links', asked],
    queryFn: async () => {
      const { broken } = await api.admin.checkLinks(asked.split('\n'))
      return broken.map(({ link }) => link)
    },
    enabled: mayAsk && asked !== '',
    staleTime: 30_000,
    placeholderData: (earlier) => earlier,
  })
  if (!mayAsk) return { brokenLinks: undefined, hasLinkError: false }
  return { brokenLinks: asked === '' ? NONE : (data ?? null), hasLinkError: isError }
}

type ChecklistProps = {
  points: readonly ChecklistPoint[]
  resource: ResourceDescription
  /** Moves to a field of the form. */
  onShow: (field: string) => void
}

/** The points that are settled before publishing and those that are open, with ways to the fields. */
function Checklist({ points, resource, onShow }: ChecklistProps) {
  const t = useWords('checklist')
  const publishing = useWords('publishing')
  const labelOf = useFieldLabel()
  const open = openPoints(points).length
  if (points.length === 0) return null
  const labelOfField = (name: string) => labelOf(resource.fields.find((field) => field.name === name)!)
  return (
    <div className="checklist-box">
      <h3>{t('checklist')}</h3>
      <p className="muted small">
        {open === 0 ? t('nothing_open') : publishing('open_points', { count: open })}
      </p>
      <ul className="checklist">
        {points.map((point) => (
          <li key={point.name} data-state={point.state}>
            <StateMark state={point.state} />
            <div>
              <PointText point={point} />
              {point.state === 'open' && (
                <span className="checklist-fields">
                  {point.fields.map((name) => (
                    <Button
                      key={name}
                      className="link link-button"
                      aria-label={t('go_to_field', { label: labelOfField(name) })}
                      onPress={() => onShow(name)}
                    >
                      {labelOfField(name)}
                    </Button>
                  ))}
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

const ICONS: Record<Exclude<ChecklistPoint['state'], 'waiting'>, IconName> = {
  done: 'check',
  open: 'warning',
  unknown: 'info',
}

const StateMark = ({ state }: { state: ChecklistPoint['state'] }) =>
  state === 'waiting' ? <Spinner /> : <Icon name={ICONS[state]} size={16} />

function PointText({ point }: { point: ChecklistPoint }) {
  const t = useWords('checklist')
  const { name, state } = point
  if (state === 'waiting') return t(`${name}_waiting` as 'seo_waiting' | 'links_waiting')
  if (state === 'unknown') return t('links_unknown')
  if (name === 'seo') return t(`seo_${state}`, { score: point.score ?? 0, good: GOOD_SCORE })
  if (state === 'done' && name !== 'copied' && name !== 'left_out') return t(`${name}_done`)
  switch (name) {
    case 'description':
      return t('description_open')
    case 'copied':
      return t('copied_open', { count: point.fields.length })
    case 'english':
      return t('english_open', { count: point.fields.length })
    case 'alt_texts':
    case 'left_out':
      return t(`${name}_open`, { count: point.count })
    case 'links':
      return (
        <>
          {t('links_open', { count: point.links.length })}
          {point.links.map((link) => (
            <code key={link} className="checklist-link" dir="ltr">
              {readable(link)}
            </code>
          ))}
        </>
      )
  }
}
