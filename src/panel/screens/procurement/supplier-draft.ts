// The form of a supplier as it is typed, and the body that it is sent as.
import type { NewSupplier, Supplier } from '../../../client/index.ts'
import { formatNumber } from '../../app/design/format.ts'
import type { Language } from '../../app/words/language.ts'
import { parseWhole } from './money.ts'

export type DraftContact = { key: string; name: string; role: string; email: string; phone: string }

const TEXTS = ['name', 'code', 'tax_id', 'currency', 'payment_terms', 'address', 'note'] as const

export type SupplierDraft = Record<
  (typeof TEXTS)[number] | 'lead_time_days' | 'over_receipt_tolerance',
  string
> & {
  contacts: DraftContact[]
}

export const emptyContact = (): DraftContact => ({
  key: crypto.randomUUID(),
  name: '',
  role: '',
  email: '',
  phone: '',
})

export const draftOf = (supplier: Supplier | null, language: Language): SupplierDraft => ({
  name: supplier?.name ?? '',
  code: supplier?.code ?? '',
  tax_id: supplier?.tax_id ?? '',
  currency: supplier?.currency ?? '',
  payment_terms: supplier?.payment_terms ?? '',
  address: supplier?.address ?? '',
  note: supplier?.note ?? '',
  lead_time_days: numberText(supplier?.lead_time_days ?? null, language),
  over_receipt_tolerance: numberText(supplier?.over_receipt_tolerance ?? 0, language),
  contacts: (supplier?.contacts ?? []).map(({ name, role, email, phone }) => ({
    ...emptyContact(),
    name,
    role: role ?? '',
    email: email ?? '',
    phone: phone ?? '',
  })),
})

const numberText = (value: number | null, language: Language) =>
  value === null ? '' : formatNumber(value, language, { useGrouping: false })

export type DraftError = 'enter_name' | 'enter_days' | 'enter_percent'

/** The body of a draft; `errors` has the texts for fields that cannot be sent. */
export function checkDraft(draft: SupplierDraft) {
  const errors: { [path: string]: DraftError } = {}
  const whole = (field: 'lead_time_days' | 'over_receipt_tolerance', max: number, error: DraftError) => {
    if (draft[field].trim() === '') return null
    const value = parseWhole(draft[field])
    if (value === null || value < 0 || value > max) errors[field] = error
    return value
  }
  if (draft.name.trim() === '') errors.name = 'enter_name'
  for (const [index, { name }] of draft.contacts.entries())
    if (name.trim() === '') errors[`contacts.${index}.name`] = 'enter_name'
  const texts = Object.fromEntries(TEXTS.map((field) => [field, draft[field].trim() || null]))
  const body = {
    ...texts,
    name: draft.name.trim(),
    lead_time_days: whole('lead_time_days', 3_650, 'enter_days'),
    over_receipt_tolerance: whole('over_receipt_tolerance', 100, 'enter_percent') ?? 0,
    contacts: draft.contacts.map(({ name, role, email, phone }) => ({
      name: name.trim(),
      role: role.trim() || null,
      email: email.trim() || null,
      phone: phone.trim() || null,
    })),
  } satisfies NewSupplier
  return { body, errors }
}
