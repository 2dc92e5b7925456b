// Who a bearer token stands for: a user of the identity provider, or, where none is configured, an admin account of our
// own. Either is mirrored on first sight, so that quotes and roles have somebody to belong to.
import { eq, sql } from 'drizzle-orm'
import type { JWTVerifyGetKey } from 'jose'
import { type AuditOrigin, auditedTransaction } from '../../audit/append-audit-row.ts'
import type { AuthContext } from '../../auth/auth-context.ts'
import { toDisplayName } from '../../auth/display-name.ts'
import { type Identity, verifyIdentity } from '../../auth/oidc/verify-identity.ts'
import { forbidden } from '../../auth/permissions.ts'
import { authenticate } from '../../auth/sessions.ts'
import type { IdentityConfig } from '../../config/config.ts'
import { users } from '../../db/schema/procurement.ts'
import { type Person, rolesOf } from './person.ts'

/** How people are identified. `provider` null: by the service's own admin logins. */
export type IdentifyContext = AuthContext & { provider: (IdentityConfig & { keys: JWTVerifyGetKey }) | null }

type Request = { token: string; audit: AuditOrigin }

/** Throws 401 for a token that is not good, 403 for a creator, 503 when nobody can tell. */
export async function identify(ctx: IdentifyContext, { token, audit }: Request): Promise<Person> {
  const { database, clock, provider } = ctx
  const request = { database, clock, audit }
  if (!provider) {
    const { actor, email } = await authenticate(ctx, token)
    if (actor.role === 'creator') throw forbidden()
    const subject = `local:${actor.id}`
    const displayName = toDisplayName([actor.name], subject)
    // The account is read anew for each request, so what it says is always the newest.
    return personOf(request, { subject, displayName, email, issuedAt: clock() }, actor)
  }
  const { keys, issuer, audience, admins } = provider
  const identity = await verifyIdentity(token, { keys, issuer, audience, now: clock() })
  const { subject, email, emailVerified } = identity
  const isNamed =
    admins.subjects.has(subject) ||
    (emailVerified && email !== null && admins.emails.has(email.toLowerCase()))
  return personOf(request, identity, isNamed ? 'configuration' : 'assignment')
}

type Mirrored = Omit<Identity, 'emailVerified'>

async function personOf(
  ctx: Pick<AuthContext, 'database' | 'clock'> & { audit: AuditOrigin },
  identity: Mirrored,
  adminBy: Person['adminBy'],
): Promise<Person> {
  const known = await ctx.database.query(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.subject, identity.subject))
    return user && { user, roles: await rolesOf(tx, { id: user.id, adminBy }) }
  })
  const user = known && !isOutdated(known.user, identity) ? known.user : await mirror(ctx, identity)
  const roles = known?.roles ?? (await ctx.database.query((tx) => rolesOf(tx, { id: user.id, adminBy })))
  const { id, subject, display_name: name, email } = user
  return { id, subject, name, email, roles, adminBy }
}

type User = typeof users.$inferSelect

// A token that is older than the one the mirror was made from says nothing new: two that take turns would make a write
// of each request.
const isOutdated = (user: User, { displayName, email, issuedAt }: Mirrored) =>
  (user.display_name !== displayName || (email !== null && user.email !== email)) &&
  (user.claims_at === null || user.claims_at < issuedAt)

async function mirror(
  { database, clock, audit }: Pick<AuthContext, 'database' | 'clock'> & { audit: AuditOrigin },
  { subject, displayName, email, issuedAt }: Mirrored,
): Promise<User> {
  return auditedTransaction({ database, audit }, { name: displayName, id: subject }, async (tx, note) => {
    const now = clock()
    const profile = { display_name: displayName, claims_at: issuedAt }
    const [created] = await tx
      .insert(users)
      .values({ ...profile, subject, email, created_at: now, updated_at: now })
      .onConflictDoNothing()
      .returning()
    if (created) {
      const changes = { subject, email, display_name: displayName }
      note({ action: 'user.create', entity: 'users', entityId: created.id, changes })
      return created
    }
    const [before] = await tx.select().from(users).where(eq(users.subject, subject)).for('update')
    if (!isOutdated(before!, { subject, displayName, email, issuedAt })) return before!
    const changes = { display_name: displayName, email: email ?? before!.email }
    const [user] = await tx
      .update(users)
      .set({ ...changes, claims_at: issuedAt, updated_at: now, version: sql`${users.version} + 1` })
      .where(eq(users.subject, subject))
      .returning()
    note({ action: 'user.update', entity: 'users', entityId: user!.id, changes })
    return user!
  })
}
