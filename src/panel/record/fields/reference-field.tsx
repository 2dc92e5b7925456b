import { useRef, useState } from 'react'
import { useResource } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { ComboBox } from '../../app/design/combo-box.tsx'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import type { Option } from '../../app/design/select.tsx'
import { useDebounced } from '../../app/design/use-debounced.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { useReferenceOptions } from '../../records/reference-options.ts'
import type { FieldProps } from './field-props.ts'

const CreateInPlace = lazyPart(() => import('./create-in-place.tsx').then((module) => module.CreateInPlace))

/** Another record, found by its title, or made on the spot. */
export function ReferenceField(props: FieldProps<number | null>) {
  const { field, label, value, onChange, error, isReadOnly, recordId } = props
  const t = useWords('fields')
  const labelOf = useLabel()
  const target = field.reference!
  const resource = useResource(target)
  const isOwnKind = target === props.resource
  const created = !isOwnKind && resource?.actions.includes('create') ? resource : null
  // Null while nothing is typed: the field shows the chosen record.
  const [typed, setTyped] = useState<string | null>(null)
  const [isCreating, setCreating] = useState(false)
  const sought = (typed ?? '').trim()
  const search = useDebounced(sought)
  const found = useReferenceOptions(target, typed === null ? '' : search, value)
  const { options, current } = found
  const isSearching = found.isSearching || (typed !== null && search !== sought)
  // The chosen record until it is loaded: the input, emptied for want of a label, would open the list again.
  const [picked, setPicked] = useState<Option | null>(null)
  // The list box writes it into the input, which is no search.
  const pickedLabel = useRef<string | null>(null)
  const shown = picked && picked.id === String(value) ? picked.label : (current?.label ?? '')
  const choose = (id: number | null) => {
    const option = options.find((one) => one.id === String(id)) ?? null
    setPicked(option)
    pickedLabel.current = option?.label ?? null
    setTyped(null)
    onChange(id)
  }
  return (
    <div className="reference-field">
      <ComboBox
        label={label}
        description={field.help ? labelOf(field.help) : undefined}
        error={error}
        options={options.filter(({ id }) => !(isOwnKind && Number(id) === recordId))}
        isFiltered
        isSearching={typed !== null && isSearching}
        inputValue={typed ?? shown}
        onInputChange={(text) => setTyped(text === pickedLabel.current ? null : text)}
        value={value === null ? null : String(value)}
        onChange={(key) => key !== null && choose(Number(key))}
        onBlur={() => setTyped(null)}
        // An open list would cover the message.
        menuTrigger={error ? 'input' : 'focus'}
        emptyText={isSearching ? t('searching') : t('nothing_found')}
        placeholder={t('none')}
        isReadOnly={isReadOnly}
        isRequired={field.required}
      />
      {!isReadOnly && (
        <div className="button-row">
          {created && (
            <Button look="quiet" size="small" icon="plus" onPress={() => setCreating(true)}>
              {t('go_to_new', { resource: labelOf(created.label) })}
            </Button>
          )}
          {value !== null && field.nullable && (
            <Button look="quiet" size="small" icon="close" onPress={() => choose(null)}>
              {t('clear')}
            </Button>
          )}
        </div>
      )}
      {isCreating && created && (
        <CreateInPlace
          resource={created}
          onCreated={(id) => {
            setCreating(false)
            choose(id)
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  )
}
