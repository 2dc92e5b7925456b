// Bodies of suppliers.
import { z } from 'zod'
import { isCurrency } from '../../text/currencies.ts'
import { emailAddress } from '../../text/email-address.ts'
import { READ_ONLY_FIELDS } from '../../text/record-fields.ts'
import { line, optional, paragraphs } from '../../text/text-fields.ts'
import { readOnly, recordId, singleLine } from '../procurement-fields.ts'

const MAX_CONTACTS = 20

const contact = z.strictObject({
  name: singleLine(200),
  role: optional(line(100)),
  email: emailAddress()
    .nullish()
    .transform((email) => email ?? null),
  phone: optional(line(40)),
})

const fields = {
  code: optional(line(64)),
  tax_id: optional(line(64)),
  contacts: z.array(contact).max(MAX_CONTACTS),
  address: optional(paragraphs(1_000)),
  currency: z.string().refine(isCurrency, 'is not an ISO 4217 currency code such as EUR').nullable(),
  payment_terms: optional(line(200)),
  lead_time_days: z.int().min(0).max(3_650).nullable(),
  over_receipt_tolerance: z.int().min(0).max(100),
  note: optional(paragraphs(2_000)),
  active: z.boolean(),
}
const optionalFields = z.strictObject(fields).partial().shape
const name = singleLine(200)
const ignored = readOnly(...READ_ONLY_FIELDS, 'merged_into')

/** Body of a new supplier. */
export const newSupplier = z.strictObject({ name, ...optionalFields, ...ignored }).transform(withoutReadOnly)

/** Body of a change to a supplier; absent fields keep their values. */
export const supplierChanges = z
  .strictObject({ name: name.optional(), ...optionalFields, ...ignored })
  .transform(withoutReadOnly)

/** Body of a merger: the supplier that replaces the one in the path. */
export const merger = z.strictObject({ into: recordId })

function withoutReadOnly<Body extends object>(body: Body): Omit<Body, keyof typeof ignored> {
  const given = Object.entries(body).filter(([field, value]) => !(field in ignored) && value !== undefined)
  return Object.fromEntries(given) as Omit<Body, keyof typeof ignored>
}
