// Bodies of offers and awards. Amounts are in minor units of the offer's currency; rates are decimal texts, never floats.
import { z } from 'zod'
import { isCurrency } from '../../text/currencies.ts'
import { coded } from '../../text/field-issues.ts'
import { READ_ONLY_FIELDS } from '../../text/record-fields.ts'
import { isInYears } from '../../text/storable.ts'
import { line, optional, paragraphs } from '../../text/text-fields.ts'
import { MAX_ITEM_QUANTITY, readOnly, recordId } from '../procurement-fields.ts'

const MAX_LINES = 500

const amount = z.int().min(0)

const offerLine = z
  .strictObject({
    line_id: recordId,
    unit_price: amount,
    quantity: z.int().min(1).max(MAX_ITEM_QUANTITY).nullish(),
    lead_time_days: z.int().min(0).max(3_650).nullish(),
    note: optional(line(500)),
  })
  .transform(({ quantity = null, lead_time_days = null, ...given }) => ({
    ...given,
    quantity,
    lead_time_days,
  }))

const rate = z
  .string()
  .regex(/^\d{1,10}(?:\.\d{1,12})?$/, 'must be a decimal number as a text, such as "1.0825"')
  .refine((text) => /[1-9]/.test(text), coded('too_small', 'must be more than 0'))
  .nullable()

const required = {
  supplier_id: recordId,
  currency: z.string().refine(isCurrency, 'is not an ISO 4217 currency code such as EUR'),
  lines: z.array(offerLine).min(1).max(MAX_LINES),
}
const optionalFields = z
  .strictObject({
    rate,
    valid_until: z.iso
      .date()
      .refine(isInYears, coded('out_of_range', 'must be between the years 1900 and 2199'))
      .nullable(),
    shipping: amount,
    discount: amount,
    tax: amount,
  })
  .partial().shape
const ignored = readOnly(...READ_ONLY_FIELDS, 'quote_id', 'supplier')

/** Body of a new offer. */
export const newOffer = z
  .strictObject({ ...required, ...optionalFields, ...ignored })
  .transform(withoutReadOnly)

/** Body of a change to an offer; absent fields keep their values, and `lines` replaces all lines. */
export const offerChanges = z
  .strictObject({ ...z.strictObject(required).partial().shape, ...optionalFields, ...ignored })
  .transform(withoutReadOnly)

function withoutReadOnly<Body extends object>(body: Body): Omit<Body, keyof typeof ignored> {
  const given = Object.entries(body).filter(([field, value]) => !(field in ignored) && value !== undefined)
  return Object.fromEntries(given) as Omit<Body, keyof typeof ignored>
}

/** Body of an award: one offer for the whole quote, or an offer for each line. */
export const award = z
  .strictObject({
    offer_id: recordId.optional(),
    lines: z
      .array(z.strictObject({ line_id: recordId, offer_id: recordId }))
      .min(1)
      .max(MAX_LINES)
      .optional(),
    reason: optional(paragraphs(2_000)),
  })
  .refine(({ offer_id, lines }) => (offer_id === undefined) !== (lines === undefined), {
    path: ['offer_id'],
    ...coded('one_of', 'must be given, or `lines` instead of it'),
  })

export type OfferLine = z.output<typeof offerLine>
