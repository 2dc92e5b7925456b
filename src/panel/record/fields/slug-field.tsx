import { useQuery } from '@tanstack/react-query'
import { slugify } from '../../../text/slugify.ts'
import { useRecordApi } from '../../app/api/record-api.ts'
import { TextField } from '../../app/design/fields.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useDebounced } from '../../app/design/use-debounced.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useRecordFrame, useRecordValues } from '../../records/record-context.ts'
import { namingField } from '../../records/record-names.ts'
import type { FieldProps } from './field-props.ts'
import { useTextFrame } from './use-text-frame.ts'

/** The last part of a page's address. Left empty, it follows from the title, which is shown while typing. */
export function SlugField(props: FieldProps<string | null>) {
  const { value, onChange, error, recordId } = props
  const t = useWords('fields')
  const frame = useTextFrame(props)
  const { resource } = useRecordFrame()
  const values = useRecordValues()
  const titleField = namingField(resource)
  const fromTitle = slugify(String((titleField && values[titleField.name]) ?? ''))
  const slug = value || fromTitle
  const isOwn = Boolean(value)
  const isTaken = useIsTaken(resource.name, slug, recordId)
  // The service makes a slug only for a new record; one that is emptied later is filled here.
  const fillIn = () => {
    if (!isOwn && recordId !== null && fromTitle) onChange(fromTitle)
  }
  return (
    <TextField
      {...frame}
      description={
        <>
          {resource.page_path !== null && slug && (
            <span className="slug-address">
              <Icon name="link" size={14} />
              <bdi dir="ltr">{`${resource.page_path}${slug}`}</bdi>
            </span>
          )}
          {isTaken && !isOwn && <span>{t('slug_gets_number')}</span>}
          {frame.description && <span>{frame.description}</span>}
        </>
      }
      error={error ?? (isTaken && isOwn ? t('slug_taken') : undefined)}
      onBlur={fillIn}
      dir="auto"
      placeholder={fromTitle}
      spellCheck="false"
      autoComplete="off"
      inputMode="url"
    />
  )
}

/** Whether another record has the slug. */
function useIsTaken(resource: string, slug: string, recordId: number | null): boolean {
  const records = useRecordApi(resource)
  const settled = useDebounced(slug)
  const query = { slug: settled, fields: 'slug', page: 1, per_page: 2 }
  const { data } = useQuery({
    queryKey: ['records', resource, query],
    queryFn: () => records.list(query),
    enabled: settled !== '',
  })
  return settled === slug && Boolean(data?.items.some(({ id }) => id !== recordId))
}
