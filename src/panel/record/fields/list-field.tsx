import { useRef } from 'react'
import { announce } from '../../app/design/announce.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { FieldGroup } from '../../app/design/field-group.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { useErrorText } from '../state/use-error-text.ts'
import { type Entry, EntryFields } from './entry-fields.tsx'
import type { FieldProps } from './field-props.ts'
import { moveEntry } from './move-entry.ts'
import { useEntryKeys } from './use-entry-keys.ts'
import { useEntryOrder } from './use-entry-order.ts'

/** Entries of several texts, such as questions and answers: add, remove, reorder by handle or its arrow keys. */
export function ListField(props: FieldProps<Entry[]>) {
  const { field, label, value: entries, onChange, errors = [], isReadOnly } = props
  const t = useWords('fields')
  const errorText = useErrorText()
  const list = useRef<HTMLOListElement>(null)
  const { keys, forget, move } = useEntryKeys(entries.length)
  const focusHandle = (index: number) =>
    requestAnimationFrame(() =>
      list.current?.children[index]?.querySelector<HTMLElement>('.drag-handle')?.focus(),
    )
  const { dragged, handleProps } = useEntryOrder({
    count: entries.length,
    entriesOf: () => [...(list.current?.children ?? [])] as HTMLElement[],
    onMove(from, to) {
      move(from, to)
      onChange(moveEntry(entries, from, to))
      announce(t('moved_to', { position: to + 1, total: entries.length }))
      // The entry is moved in the page, which takes the focus from its handle.
      focusHandle(to)
    },
  })
  const add = () => {
    onChange([...entries, Object.fromEntries((field.fields ?? []).map(({ name }) => [name, '']))])
    announce(t('entry_added', { position: entries.length + 1 }))
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('textarea')?.focus())
  }
  const remove = (index: number) => {
    forget(index)
    onChange(entries.toSpliced(index, 1))
    announce(t('entry_removed', { position: index + 1 }))
    focusHandle(Math.min(index, entries.length - 2))
  }
  const nameOf = (entry: Entry, index: number) =>
    shortName(entry[field.fields?.[0]?.name ?? '']) ?? t('entry_number', { label, position: index + 1 })
  const isFull = field.max !== null && entries.length >= field.max
  return (
    <FieldGroup
      label={label}
      error={errorText(
        field,
        errors.filter(({ entry }) => entry === null),
      )}
    >
      {() => (
        <>
          {isReadOnly && entries.length === 0 && <span className="muted">{t('none')}</span>}
          {entries.length > 0 && (
            <ol className="entry-list" ref={list}>
              {entries.map((entry, index) => (
                <li
                  key={keys[index]}
                  className="entry"
                  data-dragged={dragged?.from === index || undefined}
                  data-target={markOf(dragged, index)}
                >
                  {!isReadOnly && (
                    <div className="entry-tools">
                      <button
                        type="button"
                        className="drag-handle"
                        aria-label={t('reorder', { name: nameOf(entry, index) })}
                        aria-description={t('reorder_keys')}
                        {...handleProps(index)}
                      >
                        <Icon name="drag" />
                      </button>
                      <IconButton
                        icon="trash"
                        label={t('remove_entry', { name: nameOf(entry, index) })}
                        onPress={() => remove(index)}
                      />
                    </div>
                  )}
                  <EntryFields
                    {...props}
                    entry={entry}
                    errors={errors.filter((error) => error.entry === index)}
                    onEntry={(changed) => onChange(entries.with(index, changed))}
                  />
                </li>
              ))}
            </ol>
          )}
          {!isReadOnly && !isFull && (
            <Button icon="plus" size="small" onPress={add}>
              {t('add_entry', { label })}
            </Button>
          )}
        </>
      )}
    </FieldGroup>
  )
}

const MAX_NAME = 40

function shortName(first: string | undefined): string | null {
  const text = first?.trim()
  if (!text) return null
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text
}

function markOf(dragged: { from: number; to: number } | null, index: number) {
  if (!dragged || dragged.to !== index || dragged.from === dragged.to) return undefined
  return dragged.to < dragged.from ? 'before' : 'after'
}
