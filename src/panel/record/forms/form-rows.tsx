import type { FieldDescription } from '../../../client/index.ts'
import type { LanguageKey } from '../../../text/content-language.ts'
import { laterPart } from '../../app/design/lazy-part.tsx'
import { type FormRow, fieldsOfRow } from '../../records/form-model.ts'
import type { Values } from '../../records/form-values.ts'
import { FieldFor } from '../fields/field-for.tsx'
import type { FormErrors } from '../state/field-errors.ts'

const PlaceTools = laterPart(() => import('../fields/place-tools.tsx').then((module) => module.PlaceTools))

export type FieldsProps = { values: Values; errors: FormErrors; isReadOnly: boolean }

/** `primary` includes everything that stands for both languages. */
export type Shown = 'both' | LanguageKey

// The buttons below the form change the status.
const isFieldShown = ({ language, name }: FieldDescription, shown: Shown) =>
  name !== 'status' && (shown === 'both' || (shown === 'en') === (language === 'en'))

export const isRowShown = (row: FormRow, shown: Shown) =>
  fieldsOfRow(row).some((field) => isFieldShown(field, shown))

type FormRowFieldsProps = FieldsProps & { row: FormRow; shown: Shown }

/** The fields of a row that belong to the shown language. */
export function FormRowFields({ row, shown, values, errors, isReadOnly }: FormRowFieldsProps) {
  const fields = fieldsOfRow(row).filter((field) => isFieldShown(field, shown))
  return (
    <div className={`record-row record-row-${row.type}`} data-paired={fields.length > 1 || undefined}>
      {fields.map((field) => (
        <FieldFor
          key={field.name}
          field={field}
          value={values[field.name]}
          errors={errors.byField.get(field.name)}
          isReadOnly={isReadOnly}
        />
      ))}
      {row.type === 'place' && (
        <PlaceTools
          names={{
            latitude: row.latitude.name,
            longitude: row.longitude.name,
            link: row.link?.name ?? null,
          }}
          values={values}
          isReadOnly={isReadOnly}
        />
      )}
    </div>
  )
}
