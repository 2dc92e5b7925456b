// Authenticates a bearer token: as a user of the identity provider or, without one, as an admin account of this service.
// The user is mirrored into `users` at the first request, so that quotes and roles can refer to a row.
import { eq, sql } from 'drizzle-orm'
import type { JWTVerifyGetKey } from 'jose'
import { type AuditOrigin, auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import type { AuthContext } from '../../accounts/auth-context.ts'
import { toDisplayName } from '../../accounts/display-name.ts'
import { isBoundAdmin } from '../../accounts/oidc/bind-admin-email.ts'
import { type Identity, verifyIdentity } from '../../accounts/oidc/verify-identity.ts'
import { forbidden } from '../../accounts/permissions.ts'
import { authenticate } from '../../accounts/sessions.ts'
import type { IdentityConfig } from '../../platform/config/config.ts'
import { users } from '../../platform/db/schema/procurement.ts'
import { asciiLowerCase } from '../../text/ascii-lower-case.ts'
import { type Person, readRoles } from './person.ts'

/** `provider` is null when people sign in with admin accounts of this service. */
export type IdentifyContext = AuthContext & { provider: (IdentityConfig & { keys: JWTVerifyGetKey }) | null }

type Request = { token: string; audit: AuditOrigin }
type MirrorContext = Pick<AuthContext, 'database' | 'clock'> & { audit: AuditOrigin }
type MirroredIdentity = Omit<Identity, 'emailVerified'>
type User = typeof users.$inferSelect

/** Throws 401 for an invalid token, 403 for a creator account, 503 when the token cannot be checked. */
export async function identify(ctx: IdentifyContext, { token, audit }: Request): Promise<Person> {
  const { database, clock, provider } = ctx
  const mirrorContext = { database, clock, audit }
  if (!provider) {
    const { actor, email } = await authenticate(ctx, token)
    if (actor.role === 'creator') throw forbidden()
    const subject = `local:${actor.id}`
    const displayName = toDisplayName([actor.name], subject)
    // The account was just read from the database, so its data is newer than any mirrored copy.
    return findOrMirrorPerson(mirrorContext, { subject, displayName, email, issuedAt: clock() }, actor)
  }
  const { keys, issuer, audience, admins } = provider
  const identity = await verifyIdentity(token, { keys, issuer, audience, now: clock() })
  const isConfiguredAdmin =
    admins.subjects.has(identity.subject) || (await isAdminByEmail(mirrorContext, identity, admins.emails))
  return findOrMirrorPerson(mirrorContext, identity, isConfiguredAdmin ? 'configuration' : 'assignment')
}

async function isAdminByEmail(ctx: MirrorContext, identity: Identity, adminEmails: ReadonlySet<string>) {
  if (!identity.emailVerified || identity.email === null) return false
  const email = asciiLowerCase(identity.email)
  return adminEmails.has(email) && isBoundAdmin(ctx, email, identity)
}

async function findOrMirrorPerson(
  ctx: MirrorContext,
  identity: MirroredIdentity,
  adminSource: Person['adminSource'],
): Promise<Person> {
  const known = await ctx.database.query(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.subject, identity.subject))
    return user && { user, roles: await readRoles(tx, { id: user.id, adminSource }) }
  })
  const user = known && !isOutdated(known.user, identity) ? known.user : await mirrorUser(ctx, identity)
  const roles =
    known?.roles ?? (await ctx.database.query((tx) => readRoles(tx, { id: user.id, adminSource })))
  const { id, subject, display_name: name, email } = user
  return { id, subject, name, email, roles, adminSource }
}

// Only a newer token updates the mirror. Otherwise two tokens with different claims that are used in turn would cause a
// write on every request.
const isOutdated = (user: User, { displayName, email, issuedAt }: MirroredIdentity) =>
  (user.display_name !== displayName || (email !== null && user.email !== email)) &&
  (user.claims_at === null || user.claims_at < issuedAt)

async function mirrorUser(
  { database, clock, audit }: MirrorContext,
  { subject, displayName, email, issuedAt }: MirroredIdentity,
): Promise<User> {
  return auditedTransaction(
    { database, audit },
    { name: displayName, id: subject },
    async (tx, addAuditEntry) => {
      const now = clock()
      const profile = { display_name: displayName, claims_at: issuedAt }
      const [created] = await tx
        .insert(users)
        .values({ ...profile, subject, email, created_at: now, updated_at: now })
        .onConflictDoNothing()
        .returning()
      if (created) {
        const changes = { subject, email, display_name: displayName }
        addAuditEntry({ action: 'user.create', entity: 'users', entityId: created.id, changes })
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
      addAuditEntry({ action: 'user.update', entity: 'users', entityId: user!.id, changes })
      return user!
    },
  )
}
