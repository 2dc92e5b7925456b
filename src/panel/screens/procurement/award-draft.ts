// An award as it is chosen, and what the service takes.
import type { OfferComparison, QuoteAward } from '../../../client/index.ts'

/** The choice of an offer for each line. */
export const BY_LINE = 'lines'

export type AwardDraft = {
  /** The id of an offer, or `BY_LINE`. */
  to: string
  /** The ids of offers by those of lines. */
  lines: { [line: number]: string }
}

type Line = OfferComparison['lines'][number]

const isOpen = ({ expired, supplier }: OfferComparison['offers'][number]) => !expired && supplier.active

/** The offers that the whole quote can be awarded to. */
export const wholeOffers = ({ offers }: OfferComparison) =>
  offers.filter((offer) => offer.complete && isOpen(offer))

/** The offers that a line can be awarded to. */
export const awardable = (line: Line, { offers }: OfferComparison) =>
  offers.flatMap((offer, index) => {
    const cell = line.offers[index]
    return cell && !cell.partial && cell.total !== null && isOpen(offer)
      ? [{ offer, total: cell.total, best: cell.best }]
      : []
  })

/** The cheapest choice: whole where an offer is complete, and for each line. */
export function firstAward(comparison: OfferComparison): AwardDraft {
  const best = comparison.offers.find((offer) => offer.best)
  const lines = comparison.lines.flatMap((line): [number, string][] => {
    const cheapest = awardable(line, comparison).find((choice) => choice.best)
    return cheapest ? [[line.line_id, String(cheapest.offer.id)]] : []
  })
  return { to: best ? String(best.id) : BY_LINE, lines: Object.fromEntries(lines) }
}

/** The sum of a choice in the currency of the quote, and the body that it is sent as; both null while a line lacks an offer. */
export function judgeAward(draft: AwardDraft, comparison: OfferComparison) {
  if (draft.to !== BY_LINE) {
    const offer = comparison.offers.find(({ id }) => String(id) === draft.to)!
    const body: QuoteAward = { offer_id: offer.id }
    return { total: offer.total, isCheapest: offer.best, body }
  }
  const choices = comparison.lines.flatMap((line) => {
    const choice = awardable(line, comparison).find(
      ({ offer }) => String(offer.id) === draft.lines[line.line_id],
    )
    return choice ? [{ line, ...choice }] : []
  })
  if (choices.length < comparison.lines.length) return { total: null, isCheapest: true, body: null }
  const offers = new Set(choices.map(({ offer }) => offer))
  const charges = [...offers].reduce((sum, offer) => sum + (offer.charges ?? 0), 0)
  const body: QuoteAward = {
    lines: choices.map(({ line, offer }) => ({ line_id: line.line_id, offer_id: offer.id })),
  }
  return {
    total: choices.reduce((sum, { total }) => sum + total, charges),
    isCheapest: choices.every(({ best }) => best),
    body,
  }
}
