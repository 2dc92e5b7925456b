// Every kind of field that a record can have. A field shows its value and reports changes; the form knows the rest.

import type { FieldDescription } from '../../../client/index.ts'
import type { LanguageKey } from '../../../text/content-language.ts'
import type { FieldError } from '../state/field-errors.ts'

export type FieldProps<Value = unknown> = {
  field: FieldDescription
  /** The label in the language of the interface; that of an English twin has "(English)". */
  label: string
  value: Value
  onChange: (value: Value) => void
  /** Replaces `onChange` for a field that shows what is typed by itself. */
  onTyped?: (value: Value) => void
  /** The sentence below the field. */
  error?: string | undefined
  /** Its errors one by one: a list shows them at its entries. */
  errors?: readonly FieldError[] | undefined
  isReadOnly: boolean
  /** The language of the content; null for what stands for both. */
  language: LanguageKey | null
  resource: string
  /** Null until the record is stored. */
  recordId: number | null
}
