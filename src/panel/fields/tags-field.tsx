import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import {
  Button,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  ComboBox as RacComboBox,
  Tag,
  TagGroup,
  TagList,
} from 'react-aria-components'
import { announce } from '../design/announce.ts'
import { Icon } from '../design/icon.tsx'
import { useRecordApi } from '../forms/record-api.ts'
import { useLabel, useWords } from '../words/words-context.tsx'
import { FieldGroup } from './field-group.tsx'
import type { FieldProps } from './field-props.ts'
import { SEPARATOR, splitTags } from './split-tags.ts'

const MAX_SUGGESTIONS = 8
/** Records whose tags are suggested. */
const MAX_READ = 100

/** Words to find records by. Those of other records are suggested. */
export function TagsField(props: FieldProps<string[]>) {
  const { field, label, value: tags, onChange, error, isReadOnly } = props
  const t = useWords('fields')
  const labelOf = useLabel()
  const inputId = useId()
  const add = (text: string) => {
    const added = [...new Set(splitTags(text))].filter((tag) => !tags.includes(tag))
    if (added.length === 0) return
    onChange([...tags, ...added])
    announce(t('tag_added', { tag: added.join(t('comma')) }))
  }
  const remove = (removed: string) => {
    onChange(tags.filter((tag) => tag !== removed))
    announce(t('tag_removed', { tag: removed }))
    document.getElementById(inputId)?.focus()
  }
  return (
    <FieldGroup label={label} description={field.help ? labelOf(field.help) : t('tags_help')} error={error}>
      {(ids) => (
        <>
          {tags.length > 0 && (
            <TagGroup
              aria-label={t('chosen_tags', { label })}
              {...(!isReadOnly && { onRemove: (keys) => remove(String([...keys][0])) })}
            >
              <TagList className="tag-list">
                {tags.map((tag) => (
                  <Tag key={tag} id={tag} textValue={tag} className="chip">
                    {tag}
                    {!isReadOnly && (
                      <Button slot="remove" className="chip-remove">
                        <Icon name="close" size={14} />
                      </Button>
                    )}
                  </Tag>
                ))}
              </TagList>
            </TagGroup>
          )}
          {!isReadOnly && (
            <TagInput
              {...props}
              {...ids}
              inputId={inputId}
              onAdd={add}
              onRemoveLast={() => remove(tags.at(-1)!)}
            />
          )}
        </>
      )}
    </FieldGroup>
  )
}

type TagInputProps = FieldProps<string[]> & {
  inputId: string
  labelledBy: string
  describedBy: string | undefined
  onAdd: (text: string) => void
  onRemoveLast: () => void
}

function TagInput(props: TagInputProps) {
  const { field, value: tags, resource, inputId, labelledBy, describedBy, onAdd, onRemoveLast } = props
  const t = useWords('fields')
  const [typed, setTyped] = useState('')
  const known = useKnownTags(resource, field.name)
  const offered = known
    .filter((tag) => !tags.includes(tag) && tag.toLowerCase().includes(typed.trim().toLowerCase()))
    .slice(0, MAX_SUGGESTIONS)
  const add = (text: string) => {
    setTyped('')
    onAdd(text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isOnSuggestion = event.currentTarget.hasAttribute('aria-activedescendant')
    if (event.key === 'Enter' && typed.trim() && !isOnSuggestion) {
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) onRemoveLast()
  }
  return (
    <RacComboBox
      className="combobox"
      aria-labelledby={labelledBy}
      {...(describedBy && { 'aria-describedby': describedBy })}
      items={offered.map((tag) => ({ id: tag }))}
      allowsCustomValue
      menuTrigger="focus"
      inputValue={typed}
      onInputChange={(text) => (SEPARATOR.test(text) ? add(text) : setTyped(text))}
      value={null}
      onChange={(key) => key !== null && add(String(key))}
      onBlur={() => typed && add(typed)}
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
    </RacComboBox>
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
