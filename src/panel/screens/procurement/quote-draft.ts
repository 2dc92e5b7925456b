// A quote as it is typed, and what the service takes.
import type { NewQuote, Quote } from '../../../client/index.ts'
import { formatNumber } from '../../app/design/format.ts'
import type { Language } from '../../app/words/language.ts'
import { parsePrice, parseWhole, priceText } from './money.ts'

export type DraftLine = { key: number; item: string; description: string; quantity: string; price: string }
export type QuoteDraft = { title: string; currency: string; lines: DraftLine[] }

/** The id of the choice without an inventory item. */
export const NO_ITEM = 'none'

const typedNumber = (value: number, language: Language) =>
  formatNumber(value, language, { useGrouping: false })

let lastKey = 0
export const emptyLine = (language: Language): DraftLine => ({
  key: ++lastKey,
  item: NO_ITEM,
  description: '',
  quantity: typedNumber(1, language),
  price: '',
})

/** Numbers are in the digits of the language. */
export const draftOf = (quote: Quote | null, language: Language): QuoteDraft => ({
  title: quote?.title ?? '',
  currency: quote?.currency ?? 'EUR',
  lines: quote?.lines.map(({ item_id, description, quantity, unit_price }) => ({
    key: ++lastKey,
    item: item_id === null ? NO_ITEM : String(item_id),
    description,
    quantity: typedNumber(quantity, language),
    price: priceText(unit_price, quote.currency, language),
  })) ?? [emptyLine(language)],
})

type Message = 'enter_title' | 'enter_currency' | 'enter_description' | 'enter_quantity' | 'enter_price'

/** Messages by path, such as `lines.0.quantity`; the paths are those of the service's errors. */
export type DraftErrors = { [path: string]: Message }

export function checkDraft({ title, currency, lines }: QuoteDraft): { body: NewQuote; errors: DraftErrors } {
  const errors: DraftErrors = {}
  const code = currency.trim().toUpperCase()
  if (title.trim() === '') errors.title = 'enter_title'
  if (!/^[A-Z]{3}$/.test(code)) errors.currency = 'enter_currency'
  const parsed = lines.map(({ item, description, quantity, price }, index) => {
    const count = parseWhole(quantity)
    const unit_price = parsePrice(price, code)
    if (description.trim() === '') errors[`lines.${index}.description`] = 'enter_description'
    if (count === null || count < 1) errors[`lines.${index}.quantity`] = 'enter_quantity'
    if (unit_price === null) errors[`lines.${index}.unit_price`] = 'enter_price'
    return {
      item_id: item === NO_ITEM ? null : Number(item),
      description: description.trim(),
      quantity: count ?? 0,
      unit_price: unit_price ?? 0,
    }
  })
  return { body: { title: title.trim(), currency: code, lines: parsed }, errors }
}
