import { type KeyboardEvent, useId, useState } from 'react'
import { announce } from '../../app/design/announce.ts'
import { Chip } from '../../app/design/chip.tsx'
import { FieldGroup } from '../../app/design/field-group.tsx'
import { LoadedOnUse } from '../../app/design/loaded-on-use.tsx'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { SEPARATOR, splitTags } from '../../records/split-tags.ts'
import type { FieldProps } from './field-props.ts'
import type { TagInputProps } from './tag-input.tsx'

/** Words to find records by. Those of other records are suggested. */
export function TagsField(props: FieldProps<string[]>) {
  const { field, label, value: tags, onChange, error, isReadOnly } = props
  const t = useWords('fields')
  const labelOf = useLabel()
  const inputId = useId()
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    setTyped('')
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
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isOnSuggestion = event.currentTarget.hasAttribute('aria-activedescendant')
    if (event.key === 'Enter' && typed.trim() && !isOnSuggestion) {
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) remove(tags.at(-1)!)
  }
  const help = field.help ? labelOf(field.help) : isReadOnly ? undefined : t('tags_help')
  return (
    <FieldGroup label={label} description={help} error={error}>
      {(ids) => (
        <>
          {isReadOnly && tags.length === 0 && <span className="muted">{t('none')}</span>}
          {tags.length > 0 && (
            <ul className="tag-list" aria-label={t('chosen_tags', { label })}>
              {tags.map((tag) => (
                <li key={tag}>
                  <Chip
                    {...(!isReadOnly && {
                      onRemove: () => remove(tag),
                      removeLabel: t('remove_tag', { tag }),
                    })}
                  >
                    {tag}
                  </Chip>
                </li>
              ))}
            </ul>
          )}
          {!isReadOnly && (
            <TagInput
              {...props}
              {...ids}
              inputId={inputId}
              typed={typed}
              onType={setTyped}
              onAdd={add}
              onLeave={() => typed && add(typed)}
              onKeyDown={onKeyDown}
            />
          )}
        </>
      )}
    </FieldGroup>
  )
}

const loadTagInput = () => import('./tag-input.tsx').then((module) => module.TagInput)

const TagInput = (props: TagInputProps) => (
  <LoadedOnUse load={loadTagInput} Still={StillTagInput} focus="input" props={props} />
)

function StillTagInput(props: TagInputProps) {
  const { inputId, labelledBy, describedBy, typed, onType, onAdd, onLeave, onKeyDown } = props
  const t = useWords('fields')
  return (
    <div className="combobox">
      <input
        id={inputId}
        className="input"
        role="combobox"
        aria-expanded={false}
        aria-controls={inputId}
        aria-autocomplete="list"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        autoComplete="off"
        dir="auto"
        placeholder={t('add_tag')}
        value={typed}
        onChange={({ target: { value } }) => (SEPARATOR.test(value) ? onAdd(value) : onType(value))}
        onBlur={onLeave}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
