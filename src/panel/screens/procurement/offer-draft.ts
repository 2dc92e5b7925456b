// An offer as it is typed, and what the service takes.
import type { NewOffer, Offer, Quote } from '../../../client/index.ts'
import { formatNumber } from '../../app/design/format.ts'
import { type Language, localeOf } from '../../app/words/language.ts'
import type { Translate } from '../../app/words/translate.ts'
import { parseWhole, readRate } from './money.ts'
import { amountsOf, currencyOf, type DraftPrice, knownPrice } from './quote-draft.ts'

const CHARGES = ['shipping', 'discount', 'tax'] as const
export type Charge = (typeof CHARGES)[number]

export type DraftOfferLine = {
  id: number
  description: string
  asked: number
  price: DraftPrice
  quantity: string
  lead_time_days: string
  note: string
}
export type OfferDraft = Record<Charge, DraftPrice> & {
  /** Begins with the code. */
  currency: string
  rate: string
  /** `2027-03-31` */
  valid_until: string | null
  lines: DraftOfferLine[]
}

const whole = (value: number | null | undefined, language: Language) =>
  value === null || value === undefined ? '' : formatNumber(value, language, { useGrouping: false })

/** Numbers are in the digits of the language. */
export function draftOf(offer: Offer | null, quote: Quote, language: Language): OfferDraft {
  const currency = offer?.currency ?? quote.currency
  const typed = (minor: number | undefined): DraftPrice =>
    minor === undefined ? { price: '' } : knownPrice(minor, currency, language)
  return {
    currency,
    rate: offer?.rate ? inDigits(offer.rate, language) : '',
    valid_until: offer?.valid_until ?? null,
    shipping: typed(offer?.shipping || undefined),
    discount: typed(offer?.discount || undefined),
    tax: typed(offer?.tax || undefined),
    lines: quote.lines.map(({ id, description, quantity }) => {
      const given = offer?.lines.find(({ line_id }) => line_id === id)
      return {
        id,
        description,
        asked: quantity,
        price: typed(given?.unit_price),
        quantity: whole(given?.quantity, language),
        lead_time_days: whole(given?.lead_time_days, language),
        note: given?.note ?? '',
      }
    }),
  }
}

type Message =
  | 'enter_currency'
  | 'enter_rate'
  | 'enter_price'
  | 'price_two_ways'
  | 'enter_line'
  | 'enter_quantity'
  | 'enter_days'

/** Messages by path, such as `lines.7.unit_price` with the id of the line. */
export type OfferErrors = { [path: string]: Message }

export function checkOffer(draft: OfferDraft, quote: Quote) {
  const errors: OfferErrors = {}
  const currency = currencyOf(draft)
  const isForeign = currency !== quote.currency
  const rate = isForeign ? readRate(draft.rate) : null
  if (currency === '') errors.currency = 'enter_currency'
  if (isForeign && currency !== '' && rate === null) errors.rate = 'enter_rate'
  const read = (path: string, price: DraftPrice): number => {
    const [amount, other] = amountsOf(price, currency)
    if (amount === undefined) errors[path] = 'enter_price'
    if (other !== undefined) errors[path] = 'price_two_ways'
    return amount ?? 0
  }
  const charge = (name: Charge) => (draft[name].price.trim() === '' ? 0 : read(name, draft[name]))
  const count = (path: string, text: string, limits: { min: number; max: number; error: Message }) => {
    if (text.trim() === '') return null
    const value = parseWhole(text)
    if (value === null || value < limits.min || value > limits.max) errors[path] = limits.error
    return value
  }
  const given = draft.lines.filter(({ price }) => price.price.trim() !== '')
  if (given.length === 0) errors.lines = 'enter_line'
  const body = {
    currency,
    rate,
    valid_until: draft.valid_until,
    shipping: charge('shipping'),
    discount: charge('discount'),
    tax: charge('tax'),
    lines: given.map(({ id, price, quantity, lead_time_days, note }) => ({
      line_id: id,
      unit_price: read(`lines.${id}.unit_price`, price),
      quantity: count(`lines.${id}.quantity`, quantity, { min: 1, max: 1e9, error: 'enter_quantity' }),
      lead_time_days: count(`lines.${id}.lead_time_days`, lead_time_days, {
        min: 0,
        max: 3_650,
        error: 'enter_days',
      }),
      note: note.trim() || null,
    })),
  } satisfies Omit<NewOffer, 'supplier_id'>
  return { body, errors }
}

/** A decimal number in the digits of the language, with all its decimals. */
export function inDigits(decimal: string, language: Language): string {
  if (language === 'en') return decimal
  const digits = new Intl.NumberFormat(localeOf(language), { useGrouping: false })
  return decimal.replace('.', '٫').replace(/\d/g, (digit) => digits.format(Number(digit)))
}

type Texts = { words: Translate<'rate_of'>; language: Language }

/** "1 USD = 0.9215 EUR" */
export const writtenRate = (rate: string, currency: string, into: string, { words, language }: Texts) =>
  words('rate_of', { currency, into, rate: inDigits(rate, language) })

/** The noon of a day, for `formatInstant`. */
export const dayOf = (date: string) => `${date}T12:00:00`
