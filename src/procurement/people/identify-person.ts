// Authenticates a bearer token: as a user of the identity provider or, without one, as an admin account of this service.
// The user is mirrored into `users` at the first request, so that quotes and roles can refer to a row.
import { eq, sql } from 'drizzle-orm'
import { type UserActor, viaOf } from '../../accounts/actor.ts'
import { type AuditOrigin, auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import type { AuthContext } from '../../accounts/auth-context.ts'
import { placeholderName, usableName } from '../../accounts/display-name.ts'
import type { AuthorizationCodeFlow } from '../../accounts/oidc/authorization-code.ts'
import { hasBoundEmail, isBoundAdmin } from '../../accounts/oidc/bind-admin-email.ts'
import type { Identity, ReadUserInfo } from '../../accounts/oidc/identity-claims.ts'
import type { SigningKeys } from '../../accounts/oidc/signing-keys.ts'
import { verifyIdentity } from '../../accounts/oidc/verify-identity.ts'
import { forbidden, unauthenticated } from '../../accounts/permissions.ts'
import type { Session } from '../../accounts/sessions.ts'
import type { IdentityConfig } from '../../platform/config/config.ts'
import { users } from '../../platform/db/schema/procurement.ts'
import { asciiLowerCase } from '../../text/ascii-lower-case.ts'
import { AppError } from '../../text/errors.ts'
import { dayOf, disabledPerson, type Person, ROLES, type Role, readRights } from './person.ts'

/** `provider` is null when people sign in with admin accounts of this service. */
export type IdentifyContext = AuthContext & {
  provider:
    | (IdentityConfig & { keys: SigningKeys; readUserInfo: ReadUserInfo; flow: AuthorizationCodeFlow })
    | null
}

/** `session`: of a token of this service; null for one of the provider. */
type Request = { token: string; session: Session | null; audit: AuditOrigin }
type MirrorContext = Pick<AuthContext, 'database' | 'clock'> & { audit: AuditOrigin }
type Mirroring = MirrorContext & { actor?: UserActor | null }
type Admins = IdentityConfig['admins']
type MirroredIdentity = Omit<Identity, 'emailVerified'>
type User = typeof users.$inferSelect

/**
 * Throws 401 for an invalid token of the provider or a disabled person, 403 `not_linked` for a session that does not act for a person
 * of the provider, 403 for one without a role, 503 when the token cannot be checked.
 */
export async function identify(ctx: IdentifyContext, { token, session, audit }: Request): Promise<Person> {
  const { provider } = ctx
  if (session)
    return provider ? identifyLinked(ctx, provider.admins, session) : identifyAccount(ctx, session, audit)
  if (!provider) throw unauthenticated('The token is none of this service.')
  const { admins } = provider
  const now = ctx.clock()
  const identity = await verifyIdentity(token, { ...provider, browserClient: provider.client.id, now })
  const mirrorContext = { ...ctx, audit }
  const isAdmin = await isConfiguredAdmin(mirrorContext, admins, identity)
  return findOrMirrorPerson(mirrorContext, identity, { isAdmin, actor: null })
}

/** Whether OIDC_ADMINS names the subject, or its verified email, which is then bound to it. */
export async function isConfiguredAdmin(ctx: MirrorContext, admins: Admins, identity: Identity) {
  if (admins.subjects.has(identity.subject)) return true
  if (!identity.emailVerified || identity.email === null) return false
  const email = asciiLowerCase(identity.email)
  return admins.emails.has(email) && isBoundAdmin(ctx, email, identity)
}

// Without a provider: accounts have roles under the subject `local:<id>`, and those with the role `admin` have that one.
async function identifyAccount(ctx: AuthContext, { account }: Session, audit: AuditOrigin): Promise<Person> {
  if (!account) throw forbidden()
  const { actor, email } = account
  const subject = `local:${actor.id}`
  const isAdmin = actor.role === 'admin'
  // Others are mirrored when an admin gives them a role.
  if (!isAdmin && !(await findPerson(ctx, subject))) throw forbidden()
  const name = usableName([actor.name])
  const displayName = name ?? placeholderName(subject)
  // The account was just read from the database, so its data is newer than any mirrored copy.
  const identity = { subject, displayName, isNamed: name !== null, email, issuedAt: ctx.clock() }
  return findOrMirrorPerson({ ...ctx, audit }, identity, { isAdmin, actor })
}

async function identifyLinked(ctx: AuthContext, admins: Admins, session: Session): Promise<Person> {
  const { person, account } = session
  if (!person) throw notLinked(session)
  const { id, subject, display_name: name, email } = person
  const isAdmin = admins.subjects.has(subject) || (await hasBoundEmail(ctx.database, subject, admins.emails))
  const today = dayOf(ctx.clock())
  const rights = await ctx.database.query((tx) => readRights(tx, { id, isAdmin, today }))
  // An API token is confirmed in each transaction.
  const actor = account?.actor.token ? account.actor : null
  return { id, subject, name, email, ...rights, today, isAdmin, actor, session: session.id }
}

function notLinked({ isConnected, account }: Session) {
  if (!isConnected)
    return new AppError('not_linked', 'Connect your company account on your account page first.')
  return new AppError(
    'not_linked',
    account?.actor.token
      ? 'This API token does not act for your company account: it was made in a session that did not. Make another one.'
      : 'This session does not act for your company account. Sign in with your company account or, with a password of your own, connect it again on your account page.',
  )
}

/** The roles of a session in procurement; null for one that does not act for a person of the provider. */
export async function procurementRolesOf(ctx: IdentifyContext, session: Session): Promise<Role[] | null> {
  if (ctx.provider && !session.person) return null
  if (ctx.provider) return inOrder((await identifyLinked(ctx, ctx.provider.admins, session)).roles)
  const actor = session.account?.actor
  if (!actor) return []
  const person = await findPerson(ctx, `local:${actor.id}`)
  const isAdmin = actor.role === 'admin'
  if (!person) return isAdmin ? ['admin'] : []
  const today = dayOf(ctx.clock())
  return inOrder((await ctx.database.query((tx) => readRights(tx, { id: person.id, isAdmin, today }))).roles)
}

const inOrder = (roles: ReadonlySet<Role>) => ROLES.filter((role) => roles.has(role))

async function findPerson(
  { database }: Pick<AuthContext, 'database'>,
  subject: string,
): Promise<User | null> {
  const [user] = await database.query((tx) => tx.select().from(users).where(eq(users.subject, subject)))
  return user ?? null
}

async function findOrMirrorPerson(
  ctx: MirrorContext,
  identity: MirroredIdentity,
  { isAdmin, actor }: Pick<Person, 'isAdmin' | 'actor'>,
): Promise<Person> {
  const today = dayOf(ctx.clock())
  const known = await ctx.database.query(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.subject, identity.subject))
    return user && { user, rights: await readRights(tx, { id: user.id, isAdmin, today }) }
  })
  const isCurrent = known && !isOutdated(known.user, identity)
  const user = isCurrent ? known.user : await mirrorPerson({ ...ctx, actor }, identity)
  if (user.disabled) throw disabledPerson()
  const { id, subject, display_name: name, email } = user
  const rights = known?.rights ?? (await ctx.database.query((tx) => readRights(tx, { id, isAdmin, today })))
  return { id, subject, name, email, ...rights, today, isAdmin, actor, session: actor?.session ?? null }
}

// Only a newer token updates the mirror. Otherwise two tokens with different claims that are used in turn would cause a
// write on every request. But a name or an address that is missing is taken from any: userinfo may be readable again.
function isOutdated(user: User, identity: MirroredIdentity) {
  return user.claims_at === null || isOtherProfile(user, identity)
}

function isOtherProfile(user: User, identity: MirroredIdentity) {
  const { display_name, email } = profileAfter(user, identity)
  return user.display_name !== display_name || user.email !== email
}

function profileAfter(user: User, { displayName, isNamed, email, issuedAt }: MirroredIdentity) {
  const isNewer = user.claims_at === null || user.claims_at < issuedAt
  const takesName = (isNewer && isNamed) || hasPlaceholder(user)
  const takesEmail = email !== null && (isNewer || user.email === null)
  return {
    display_name: takesName ? displayName : user.display_name,
    email: takesEmail ? email : user.email,
    claims_at: isNewer ? issuedAt : user.claims_at,
  }
}

const hasPlaceholder = ({ subject, display_name }: User) => display_name === placeholderName(subject)

/** The row of a person, created or brought up to date; `actor` is the account that identifies them. */
export async function mirrorPerson(ctx: Mirroring, identity: MirroredIdentity): Promise<User> {
  const { database, clock, audit, actor = null } = ctx
  const { subject, displayName, email, issuedAt } = identity
  const known = await findPerson(ctx, subject)
  if (known && !isOutdated(known, identity)) return known
  const name = known ? profileAfter(known, identity).display_name : displayName
  const auditActor = { name, id: subject, via: viaOf(actor) }
  return auditedTransaction({ database, audit }, auditActor, async (tx, addAuditEntry) => {
    const now = clock()
    const [created] = await tx
      .insert(users)
      .values({
        subject,
        display_name: displayName,
        email,
        claims_at: issuedAt,
        created_at: now,
        updated_at: now,
      })
      .onConflictDoNothing()
      .returning()
    if (created) {
      const changes = { subject, email, display_name: displayName }
      addAuditEntry({ action: 'user.create', entity: 'users', entityId: created.id, changes })
      return created
    }
    const [before] = await tx.select().from(users).where(eq(users.subject, subject)).for('update')
    if (!isOutdated(before!, identity)) return before!
    const { claims_at, ...changes } = profileAfter(before!, identity)
    const isOther = isOtherProfile(before!, identity)
    const [user] = await tx
      .update(users)
      .set({
        claims_at,
        ...(isOther && { ...changes, updated_at: now, version: sql`${users.version} + 1` }),
      })
      .where(eq(users.subject, subject))
      .returning()
    if (isOther) addAuditEntry({ action: 'user.update', entity: 'users', entityId: user!.id, changes })
    return user!
  })
}
