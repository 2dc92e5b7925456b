import { useQueries } from '@tanstack/react-query'
import type { FieldIssue } from '../../../client/index.ts'
import { useApi, useSchema } from '../../app/api/api.ts'
import { recordApiOf } from '../../app/api/record-api.ts'
import { Button, Link } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { titleOf } from '../../records/record-names.ts'

type InUseDialogProps = {
  /** From a 409: paths such as `articles/5`. */
  uses: readonly FieldIssue[]
  name: string
  onClose: () => void
}

/** The uses of a record that keep it from being deleted, with the way to each of them. */
export function InUseDialog({ uses, name, onClose }: InUseDialogProps) {
  const t = useWords('forms')
  const label = useLabel()
  const api = useApi()
  const { resources } = useSchema()
  const places = uses.map(({ path }) => {
    const [name = '', id = ''] = path.split('/')
    return { path, id, name, resource: resources.find((one) => one.name === name) }
  })
  const records = useQueries({
    queries: places.map((place) => ({
      queryKey: ['record', place.name, place.id],
      queryFn: () => recordApiOf(api, place.name).get(place.id),
      enabled: place.resource !== undefined,
    })),
  })
  return (
    <Dialog
      title={t('in_use_title', { name })}
      isOpen
      onClose={onClose}
      size="small"
      actions={<Button onPress={onClose}>{t('close')}</Button>}
    >
      <p>{t('in_use_text')}</p>
      <ul className="use-list">
        {places.map(({ path, id, resource }, index) => {
          const record = records[index]?.data
          const title = resource && record ? titleOf(record, resource, label) : null
          return (
            <li key={path}>
              <span className="muted small">{resource ? label(resource.label) : path}</span>
              <Link href={`/${path}`}>{title ?? `#${id}`}</Link>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
