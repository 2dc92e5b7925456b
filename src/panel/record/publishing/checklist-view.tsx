import { Button } from 'react-aria-components'
import type { ResourceDescription } from '../../../client/index.ts'
import { Icon, type IconName } from '../../app/design/icon.tsx'
import { Spinner } from '../../app/design/spinner.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { readable } from '../../records/readable-address.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import { type ChecklistPoint, GOOD_SCORE, openPoints } from './checklist.ts'

type ChecklistProps = {
  points: readonly ChecklistPoint[]
  resource: ResourceDescription
  /** Moves to a field of the form. */
  onShow: (field: string) => void
}

/** The points that are settled before publishing and those that are open, with ways to the fields. */
export function Checklist({ points, resource, onShow }: ChecklistProps) {
  const t = useWords('publishing')
  const labelOf = useFieldLabel()
  const open = openPoints(points).length
  if (points.length === 0) return null
  const labelOfField = (name: string) => labelOf(resource.fields.find((field) => field.name === name)!)
  return (
    <div className="checklist-box">
      <h3>{t('checklist')}</h3>
      <p className="muted small">{open === 0 ? t('nothing_open') : t('open_points', { count: open })}</p>
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
  const t = useWords('publishing')
  const { name, state } = point
  if (state === 'waiting') return t(`${name}_waiting` as 'seo_waiting' | 'links_waiting')
  if (state === 'unknown') return t('links_unknown')
  if (name === 'seo') return t(`seo_${state}`, { score: point.score ?? 0, good: GOOD_SCORE })
  if (state === 'done') return t(`${name}_done`)
  switch (name) {
    case 'description':
      return t('description_open')
    case 'english':
      return t('english_open', { count: point.fields.length })
    case 'alt_texts':
      return t('alt_texts_open', { count: point.count })
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
