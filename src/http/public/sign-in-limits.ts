// The limits of signing in, each for one purpose, so that none uses up another's. Wrong passwords and factors have limits of their own, by
// address and by account: see `accounts/sign-in-limits.ts`.
import { malformedLimit, rateLimit, sessionLimit } from '../middleware/rate-limit.ts'
import type { AppContext } from '../requests/app-env.ts'
import type { Limit } from '../route-group.ts'

const WINDOW = { windowMs: 15 * 60_000 }

/** Bodies that do not name what to sign in with. */
export const malformedSignIn = (read: (c: AppContext) => Promise<unknown>): Limit =>
  malformedLimit({ name: 'login', bucket: 'sign-in', read })

/** What begins a sign-in and is kept for some minutes. Generous: all colleagues of an office begin at nine, behind one address. */
export const startLimit = rateLimit('sign-in-starts', { ...WINDOW, max: 300 })

/** Taking the tickets of sign-ins. */
export const ticketLimit = rateLimit('sign-in-tickets', { ...WINDOW, max: 300 })

/** Changing the ways to sign in; looking at them is free, like all reading. */
export const factorLimit = sessionLimit('factors', { ...WINDOW, max: 60 })

export const isChange = ({ req }: AppContext) => req.method !== 'GET'
