// The outcome of a sign-in at the identity provider, kept for the next page: the page that asked for it was left.

/** `confirmed`, or the code of the problem from the address of the sign-in page. */
type Outcome = string

export const CONFIRMED = 'confirmed'
const CANNOT_CONFIRM = 'not_confirmed'

let news: Outcome | null = null
let isAble = true

export function noteOutcome(outcome: Outcome) {
  news = outcome
  if (outcome === CANNOT_CONFIRM) isAble = false
}

/** The outcome that was not told of yet. */
export function takeOutcome(): Outcome | null {
  const outcome = news
  news = null
  return outcome
}

/** Whether the provider may confirm changes: it is known once it has failed to. */
export const canProviderConfirm = () => isAble
