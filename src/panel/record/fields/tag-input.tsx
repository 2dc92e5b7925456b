import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { useRecordApi } from '../../app/api/record-api.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { SEPARATOR } from '../../records/split-tags.ts'
import type { FieldProps } from './field-props.ts'

const MAX_SUGGESTIONS = 8
/** Records whose tags are suggested. */
const MAX_READ = 100

export type TagInputProps = FieldProps<string[]> & {
  inputId: string
  labelledBy: string
  describedBy: string | undefined
  typed: string
  onType: (text: string) => void
  onAdd: (text: string) => void
  onLeave: () => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** The input of tags with the suggestions. */
export function TagInput(props: TagInputProps) {
  const { field, value: tags, resource, inputId, labelledBy, describedBy } = props
  const { typed, onType, onAdd, onLeave, onKeyDown } = props
  const t = useWords('fields')
  const known = useKnownTags(resource, field.name)
  const offered = known
    .filter((tag) => !tags.includes(tag) && tag.toLowerCase().includes(typed.trim().toLowerCase()))
    .slice(0, MAX_SUGGESTIONS)
  return (
    <ComboBox
      className="combobox"
      aria-labelledby={labelledBy}
      {...(describedBy && { 'aria-describedby': describedBy })}
      items={offered.map((tag) => ({ id: tag }))}
      allowsCustomValue
      menuTrigger="focus"
      inputValue={typed}
      onInputChange={(text) => (SEPARATOR.test(text) ? onAdd(text) : onType(text))}
      value={null}
      onChange={(key) => key !== null && onAdd(String(key))}
      onBlur={onLeave}
    >
      <Input id={inputId} className="input" dir="auto" placeholder={t('add_tag')} onKeyDown={onKeyDown} />
      <Popover className="popover" offset={4}>
        <ListBox<{ id: string }> className="listbox">
          {({ id }) => (
            <ListBoxItem id={id} textValue={id} className="option">
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

/** Tags of other records, the most used first. */
function useKnownTags(resource: string, name: string): string[] {
  const records = useRecordApi(resource)
  const query = { fields: name, page: 1, per_page: MAX_READ }
  const { data } = useQuery({
    queryKey: ['records', resource, query],
    queryFn: () => records.list(query),
    staleTime: 60_000,
  })
  const counts = new Map<string, number>()
  for (const record of data?.items ?? [])
    for (const tag of (record[name] ?? []) as string[]) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1]).map(([tag]) => tag)
}
