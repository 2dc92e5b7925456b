// A quote as it is typed, and what the service takes.
import type { NewQuote, Quote, QuoteChanges } from '../../../client/index.ts'
import { formatNumber } from '../../app/design/format.ts'
import type { Language } from '../../app/words/language.ts'
import { parseWhole, priceText, readPrice } from './money.ts'

export type DraftPrice = {
  price: string
  /** The meaning of the price where its text alone has two readings: as it is stored, or as it was chosen. */
  known?: { text: string; currency: string; minor: number }
}
export type DraftLine = DraftPrice & {
  key: number
  /** Of a stored line, which keeps what was offered for it. */
  id: number | null
  item: string
  description: string
  quantity: string
}
export type QuoteDraft = {
  title: string
  /** Begins with the code; null while nothing was typed. */
  currency: string | null
  lines: DraftLine[]
}

/** The id of the choice without an inventory item. */
export const NO_ITEM = 'none'

const typedNumber = (value: number, language: Language) =>
  formatNumber(value, language, { useGrouping: false })

let lastKey = 0
export const emptyLine = (language: Language): DraftLine => ({
  key: ++lastKey,
  id: null,
  item: NO_ITEM,
  description: '',
  quantity: typedNumber(1, language),
  price: '',
})

/** A draft of another page, whose keys may be taken in this one. */
export const withNewKeys = (draft: QuoteDraft): QuoteDraft => ({
  ...draft,
  lines: draft.lines.map((line) => ({ ...line, key: ++lastKey })),
})

/** Numbers are in the digits of the language. */
export const draftOf = (quote: Quote | null, language: Language): QuoteDraft => ({
  title: quote?.title ?? '',
  currency: quote?.currency ?? null,
  lines: quote?.lines.map(({ id, item_id, description, quantity, unit_price }) => ({
    key: ++lastKey,
    id,
    item: item_id === null ? NO_ITEM : String(item_id),
    description,
    quantity: typedNumber(quantity, language),
    ...knownPrice(unit_price, quote.currency, language),
  })) ?? [emptyLine(language)],
})

/** An amount as the price of a line. */
export function knownPrice(minor: number, currency: string, language: Language) {
  const price = priceText(minor, currency, language)
  return { price, known: { text: price, currency, minor } }
}

/** The code alone of `eur` or `EUR Euro`. */
export const currencyOf = ({ currency }: Pick<QuoteDraft, 'currency'>) =>
  /^\s*([a-z]{3})(?:\s|$)/i.exec(currency ?? '')?.[1]?.toUpperCase() ?? ''

/** The amounts that the price of a line can mean. */
export function amountsOf({ price, known }: DraftPrice, currency: string): number[] {
  if (known && known.text === price && known.currency === currency) return [known.minor]
  return readPrice(price, currency)
}

/** The sum of a quote in minor units; null while a line cannot be read. */
export function totalOf(draft: QuoteDraft): number | null {
  let total = 0
  for (const line of draft.lines) {
    const count = parseWhole(line.quantity)
    const [amount, other] = amountsOf(line, currencyOf(draft))
    if (count === null || amount === undefined || other !== undefined) return null
    total += count * amount
  }
  return total
}

type Message =
  | 'enter_title'
  | 'enter_currency'
  | 'enter_description'
  | 'enter_quantity'
  | 'enter_price'
  | 'price_two_ways'

/** Messages by path, such as `lines.0.quantity`; the paths are those of the service's errors. */
export type DraftErrors = { [path: string]: Message }

export function checkDraft(draft: QuoteDraft): { body: NewQuote & QuoteChanges; errors: DraftErrors } {
  const { title, lines } = draft
  const errors: DraftErrors = {}
  const code = currencyOf(draft)
  if (title.trim() === '') errors.title = 'enter_title'
  if (code === '') errors.currency = 'enter_currency'
  const parsed = lines.map((line, index) => {
    const { id, item, description, quantity } = line
    const count = parseWhole(quantity)
    const [unit_price = null, otherReading] = amountsOf(line, code)
    if (description.trim() === '') errors[`lines.${index}.description`] = 'enter_description'
    if (count === null || count < 1) errors[`lines.${index}.quantity`] = 'enter_quantity'
    if (unit_price === null) errors[`lines.${index}.unit_price`] = 'enter_price'
    if (otherReading !== undefined) errors[`lines.${index}.unit_price`] = 'price_two_ways'
    return {
      ...(id && { id }),
      item_id: item === NO_ITEM ? null : Number(item),
      description: description.trim(),
      quantity: count ?? 0,
      unit_price: unit_price ?? 0,
    }
  })
  return { body: { title: title.trim(), currency: code, lines: parsed }, errors }
}
