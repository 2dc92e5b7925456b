// Limits of approval as they are typed, and what the service takes.
import type { ApprovalLimits } from '../../../client/index.ts'
import type { Language } from '../../app/words/language.ts'
import { amountsOf, currencyOf, type DraftPrice, knownPrice } from './quote-draft.ts'

export type TypedLimit = {
  key: number
  /** Begins with the code. */
  currency: string
  one: DraftPrice
  two: DraftPrice
}

let lastKey = 0
export const emptyLimit = (): TypedLimit => ({
  key: ++lastKey,
  currency: '',
  one: { price: '' },
  two: { price: '' },
})

export const limitsAsTyped = (limits: ApprovalLimits, language: Language): TypedLimit[] =>
  Object.entries(limits).map(([currency, amounts]) => {
    const typed = (minor: number | undefined) =>
      minor === undefined ? { price: '' } : knownPrice(minor, currency, language)
    return { ...emptyLimit(), currency, one: typed(amounts[0]), two: typed(amounts[1]) }
  })

type Message = 'enter_currency' | 'currency_twice' | 'enter_price' | 'price_two_ways' | 'limit_order'

/** Messages by path, such as `3.one`. */
export type LimitErrors = { [path: string]: Message }

/** The currencies whose limits were changed or taken away. */
export function checkLimits(
  rows: readonly TypedLimit[],
  before: ApprovalLimits,
): { body: ApprovalLimits; errors: LimitErrors } {
  const errors: LimitErrors = {}
  const limits: ApprovalLimits = {}
  for (const row of rows) {
    const code = currencyOf(row)
    const read = (name: 'one' | 'two') => {
      const [amount = null, other] = amountsOf(row[name], code)
      if (amount === null) errors[`${row.key}.${name}`] = 'enter_price'
      if (other !== undefined) errors[`${row.key}.${name}`] = 'price_two_ways'
      return amount ?? 0
    }
    if (code === '') errors[`${row.key}.currency`] = 'enter_currency'
    else if (code in limits) errors[`${row.key}.currency`] = 'currency_twice'
    const one = read('one')
    const two = row.two.price.trim() === '' ? null : read('two')
    if (two !== null && two <= one && !errors[`${row.key}.two`]) errors[`${row.key}.two`] = 'limit_order'
    limits[code] = two === null ? [one] : [one, two]
  }
  const removed = Object.keys(before).filter((code) => !(code in limits))
  const changed = Object.entries(limits).filter(
    ([code, [one, two]]) => before[code]?.[0] !== one || before[code]?.[1] !== two,
  )
  return {
    body: { ...Object.fromEntries(changed), ...Object.fromEntries(removed.map((code) => [code, []])) },
    errors,
  }
}
