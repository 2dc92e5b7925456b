// The drafts that exist, to choose some of them.
import { useState } from 'react'
import type { ListedDraft } from '../../../client/index.ts'
import { useSchema } from '../../app/api/api.ts'
import { keyOf } from '../../app/api/release-api.ts'
import { Checkbox } from '../../app/design/fields.tsx'
import { SearchField } from '../../app/design/search-field.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { labelOf } from '../../records/record-names.ts'

type DraftPickerProps = {
  drafts: readonly ListedDraft[]
  /** The keys of those that are chosen. */
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** A search, all that it finds at once, and each. */
export function DraftPicker({ drafts, chosen, onChange }: DraftPickerProps) {
  const t = useWords('releases')
  const label = useLabel()
  const { resources } = useSchema()
  const { formatRelative } = useFormat()
  const [search, setSearch] = useState('')
  const kindOf = ({ resource }: ListedDraft) => {
    const found = resources.find(({ name }) => name === resource)
    return found ? label(found.label) : resource
  }
  const rows = drafts.map((draft) => ({
    draft,
    key: keyOf(draft),
    name: labelOf(draft, { resources, label }),
    kind: kindOf(draft),
  }))
  const words = search.trim().toLowerCase().split(/\s+/)
  const found = rows.filter(({ name, kind, draft }) => {
    const text = `${name} ${kind} ${draft.updated_by}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const change = (keys: readonly string[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const key of keys) {
      if (isOn) next.add(key)
      else next.delete(key)
    }
    onChange(next)
  }
  const allFound = found.length > 0 && found.every(({ key }) => chosen.has(key))
  return (
    <fieldset className="draft-picker">
      <legend className="visually-hidden">{t('drafts')}</legend>
      <SearchField label={t('search_drafts')} value={search} onChange={setSearch} />
      <div className="draft-picker-head">
        <Checkbox
          isSelected={allFound}
          isDisabled={found.length === 0}
          onChange={(isOn) =>
            change(
              found.map(({ key }) => key),
              isOn,
            )
          }
        >
          {t('all_drafts')}
        </Checkbox>
        <span className="muted small" role="status">
          {t('chosen', { count: chosen.size })}
        </span>
      </div>
      {found.length === 0 && <p className="muted">{t('no_matches')}</p>}
      <ul className="draft-picker-list">
        {found.map(({ draft, key, name, kind }) => (
          <li key={key}>
            <Checkbox isSelected={chosen.has(key)} onChange={(isOn) => change([key], isOn)}>
              <span className="draft-picker-text">
                <bdi>{name}</bdi>
                <span className="muted small">
                  {kind} · {t('by', { actor: draft.updated_by, time: formatRelative(draft.updated_at) })}
                </span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
