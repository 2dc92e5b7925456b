// Signing out at the identity provider, after the session here has ended. The provider's ID token, where its page asks for it, is
// never in the hands of a script: the browser gets it from a redirect of the service.
import type { AuthContext } from '../../accounts/auth-context.ts'
import type { AuthorizationCodeFlow, SignOutHint } from '../../accounts/oidc/authorization-code.ts'
import { open, type Seal, seal, signOutHintSeal } from '../../accounts/sealed-text.ts'
import { type Session, sealedSignOutHint } from '../../accounts/sessions.ts'
import { createTicket, takeTicket } from '../../accounts/tickets.ts'

const TICKET_MS = 60_000

const pageSeal = (personId: number): Seal => ({ use: 'sign-out page', owner: `person ${personId}` })

export const sealSignOutHint = (ctx: AuthContext, personId: number, hint: SignOutHint) =>
  seal(JSON.stringify(hint), ctx, signOutHintSeal(personId))

type Leaving = { session: Session; cookie: string | null }

/**
 * How the provider's page knows who signs out of a session of a person; null for one of an account. `cookie` is the panel's. Read it
 * before the session ends.
 */
export async function readSignOutHint(
  ctx: AuthContext,
  { session, cookie }: Leaving,
): Promise<SignOutHint | null> {
  if (session.kind !== 'person') return null
  const sealed = await sealedSignOutHint(ctx, session.id, cookie)
  const hint = sealed && open(sealed, ctx, signOutHintSeal(session.person!.id))
  return hint ? JSON.parse(hint) : {}
}

type SigningOut = { hint: SignOutHint; personId: number; adminUrl: string }

/**
 * The page of the provider that ends its session, or one of the service that redirects there, once and within a minute. Null if the
 * provider has none. Throws `ProviderSignInError`.
 */
export async function findSignOutPage(
  ctx: AuthContext & { flow: AuthorizationCodeFlow },
  { hint, personId, adminUrl }: SigningOut,
): Promise<string | null> {
  const page = await ctx.flow.signOutPage(hint, `${adminUrl}/admin/sign-in`)
  if (page === null || hint.id_token_hint === undefined) return page
  const data: Waiting = { personId, page: await seal(page, ctx, pageSeal(personId)) }
  const purpose = 'provider-sign-out'
  const ticket = await ctx.database.query((tx) =>
    createTicket(tx, { purpose, data, now: ctx.clock(), lifetimeMs: TICKET_MS }),
  )
  return `${adminUrl}/api/auth/oidc/sign-out?ticket=${ticket}`
}

type Waiting = { personId: number; page: string }

/** The page that a ticket waits for, once; null for one that is used, expired or unknown. */
export async function takeSignOutPage(ctx: AuthContext, secret: string): Promise<string | null> {
  const use = { purpose: 'provider-sign-out', secret, now: ctx.clock() } as const
  const data = (await ctx.database.query((tx) => takeTicket(tx, use))) as Waiting | null
  return data && open(data.page, ctx, pageSeal(data.personId))
}
