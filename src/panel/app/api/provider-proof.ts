// A new sign-in at the identity provider confirms one change within five minutes. In memory alone, like the session's token.
const LIFETIME_MS = 5 * 60_000

let held: { ticket: string; until: number } | null = null

export function holdProviderProof(ticket: string) {
  held = { ticket, until: Date.now() + LIFETIME_MS }
}

export const hasProviderProof = () => held !== null && Date.now() < held.until

/** The ticket, which the service takes once. */
export function takeProviderProof(): string | null {
  const ticket = hasProviderProof() ? held!.ticket : null
  held = null
  return ticket
}
