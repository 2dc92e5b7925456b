import { z } from 'zod'
import { type Prover, proofBody, proofFields, prove, proverOf } from '../../accounts/reauthentication.ts'
import type { Session } from '../../accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import { parseInput } from '../../text/parse-input.ts'
import { accountContext } from './account-request.ts'
import type { AppContext } from './app-env.ts'
import { measure } from './measure-sign-in.ts'
import { browserCookie } from './panel-cookie.ts'
import { readOptionalJson } from './request-body.ts'

const proofInput = z.object(proofFields)

const isProof = ([name]: [string, unknown]) => Object.hasOwn(proofFields, name)

/**
 * Takes the proof of identity out of a body: verifies it, if there is one, and resolves with the other fields. It then counts in the
 * session of `prover`, by default that of the request. Null, as for a token of the identity provider: nothing is verified. Throws 422
 * and 429.
 */
export async function takeProof(
  deps: Deps,
  c: AppContext,
  body: unknown,
  prover: Prover | null = proverOfRequest(c),
): Promise<unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { proof = [], others = [] } = Object.groupBy(Object.entries(body), (field) =>
    isProof(field) ? 'proof' : 'others',
  )
  const given = parseInput(proofInput, Object.fromEntries(proof))
  const origin = { address: c.get('client'), browser: browserCookie(c, deps.config.site) }
  const context = accountContext(deps, c)
  if (prover) await measure(deps.metrics, prove(context, prover, { ...given, ...origin }))
  return Object.fromEntries(others)
}

function proverOfRequest(c: AppContext) {
  const session: Session | undefined = c.get('session')
  return session ? proverOf(session) : null
}

/** The same for a request whose body can be nothing but a proof. */
export async function readProof(deps: Deps, c: AppContext, prover?: Prover | null): Promise<void> {
  await takeProof(deps, c, parseInput(proofBody, await readOptionalJson(c)), prover)
}
