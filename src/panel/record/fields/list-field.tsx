import { useRef, useState } from 'react'
import { announce } from '../../app/design/announce.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { FieldGroup } from '../../app/design/field-group.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { useContentLanguage } from '../../records/record-context.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import type { FieldError } from '../state/field-errors.ts'
import { useErrorText } from '../state/use-error-text.ts'
import type { FieldProps } from './field-props.ts'
import { moveEntry } from './move-entry.ts'
import { useEntryOrder } from './use-entry-order.ts'

/** Entries of several texts, such as questions and answers: add, remove, reorder by handle or its arrow keys. */
export function ListField(props: FieldProps<Entry[]>) {
  const { field, label, value: entries, onChange, errors = [], isReadOnly } = props
  const t = useWords('pickers')
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

type Keys = { keys: readonly number[]; next: number }

const grow = ({ keys, next }: Keys, count: number): Keys => {
  const added = Array.from({ length: Math.max(0, count - keys.length) }, (_, index) => next + index)
  return { keys: [...keys, ...added].slice(0, count), next: next + added.length }
}

/** A key for each of `count` entries that stays with it when it moves, so that it keeps its inputs. */
function useEntryKeys(count: number) {
  const [stored, setStored] = useState<Keys>(() => grow({ keys: [], next: 0 }, count))
  const current = stored.keys.length === count ? stored : grow(stored, count)
  if (current !== stored) setStored(current)
  return {
    keys: current.keys,
    forget: (index: number) => setStored({ ...current, keys: current.keys.toSpliced(index, 1) }),
    move: (from: number, to: number) => setStored({ ...current, keys: moveEntry(current.keys, from, to) }),
  }
}

type Entry = Record<string, string>

type EntryFieldsProps = FieldProps<Entry[]> & {
  entry: Entry
  errors: readonly FieldError[]
  onEntry: (entry: Entry) => void
}

const LONG_TEXT = 1_000

/** The texts of one entry of a list. */
function EntryFields({ field, entry, errors, isReadOnly, language, onEntry }: EntryFieldsProps) {
  const labelOf = useFieldLabel()
  const errorText = useErrorText()
  const { lang, dir } = useContentLanguage(language)
  return (
    <div className="entry-fields">
      {(field.fields ?? []).map((part) => (
        <TextField
          key={part.name}
          label={labelOf({ label: part.label, language })}
          error={errorText(
            field,
            errors.filter((error) => error.part === part.name),
          )}
          value={entry[part.name] ?? ''}
          onChange={(text) => onEntry({ ...entry, [part.name]: text })}
          isReadOnly={isReadOnly}
          isRequired={part.required}
          rows={(part.max ?? 0) > LONG_TEXT ? 3 : 1}
          dir={dir}
          {...(lang && { lang })}
        />
      ))}
    </div>
  )
}
