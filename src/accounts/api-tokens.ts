// API tokens: what programs authenticate with in the place of a person. Each belongs to an account, has scopes, and ends on a
// date, by revocation, or with its account; see token-scopes.ts for what it may do.
import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../platform/db/database.ts'
import { adminUsers, apiTokens, formerApiTokens } from '../platform/db/schema/auth.ts'
import { users } from '../platform/db/schema/procurement.ts'
import { selectPage } from '../platform/db/select-page.ts'
import { sha256 } from '../platform/sha256.ts'
import { AppError, invalid } from '../text/errors.ts'
import type { FieldIssue } from '../text/field-issues.ts'
import type { Page, Paging } from '../text/paging.ts'
import { parseInput } from '../text/parse-input.ts'
import { WELL_FORMED } from '../text/text-fields.ts'
import { auditActor, type Role, type UserActor } from './actor.ts'
import { generateApiToken, hintOf, isWellFormed } from './api-token-format.ts'
import { type AddAuditEntry, auditedTransaction } from './audit/append-audit-row.ts'
import type { AccountContext, AuthContext, SignInContext } from './auth-context.ts'
import { assertAdmin, confirmActor, forbidden, roleAllows, unauthenticated } from './permissions.ts'
import { assertActorProved } from './proofs.ts'
import { SCOPES, type Scope } from './scopes.ts'
import { actorOf, presentPerson, type Session, type SessionPerson } from './sessions.ts'
import { daysOfWarning } from './token-warnings.ts'

type TokenRow = typeof apiTokens.$inferSelect
type SignedIn = NonNullable<Session['account']>

/** Valid ones of an account. */
const MAX_TOKENS = 50
/** How long revoked and expired tokens are kept; their hashes stay. */
const KEEP_MS = 30 * 86_400_000
/** The last use is not written more often. */
const USE_INTERVAL_MS = 60_000

const unique = <Item>(items: readonly Item[]) => new Set(items).size === items.length
const UNIQUE = 'must not name anything twice'

/** The body of a creation; `resources` are the names that may be given. */
export const newToken = (resources: readonly string[]) =>
  z.strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .regex(/^[^\p{Cc}]*$/u, 'contains a control character')
      .refine(...WELL_FORMED)
      .meta({ description: 'What it is for, such as `CI`.' }),
    scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length).refine(unique, UNIQUE).meta({
      description:
        'None implies another. Changing what visitors see needs `publish` as well, deleting it `publish` and `delete`.',
    }),
    resources: z
      .array(z.enum(resources as [string, ...string[]]))
      .min(1)
      .max(resources.length)
      .refine(unique, UNIQUE)
      .nullish()
      .meta({ description: 'Limits the token to these resources; absent or null: all.' }),
    expires_at: z.iso.datetime({ offset: true }).meta({ description: 'In the future.' }),
  })

/** The fields of a token that are shown; `token` only once, when it is created. */
export const presentToken = ({ id, user_id, name, hint, scopes, resources, ...row }: TokenRow) => {
  const { created_at, expires_at, last_used_at, last_used_address } = row
  return {
    id,
    user_id,
    name,
    hint,
    scopes,
    resources,
    created_at,
    expires_at,
    last_used_at,
    last_used_address,
  }
}

/**
 * Creates a token of the signed-in account, which acts for the person of the session, too; `resources` are the names that there are.
 * Throws 403 `reauthentication_required`, 409 (50 tokens are valid, or the account needs a connection), and 422, also for scopes and
 * resources that the role does not have.
 */
export async function createToken(
  ctx: AccountContext & { resources: readonly string[] },
  { account, person }: { account: SignedIn; person: SessionPerson | null },
  body: unknown,
): Promise<{ row: TokenRow; token: string }> {
  const { actor } = account
  const { name, scopes, resources = null, expires_at } = parseInput(newToken(ctx.resources), body)
  const now = ctx.clock()
  const expiresAt = new Date(expires_at)
  const issues = [...excessOf(actor, { scopes, resources }), ...expiryIssues(expiresAt, now)]
  if (issues.length > 0) throw invalid(issues)
  const token = generateApiToken()
  const row = await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    // Two creations at once must not both be the fiftieth. `confirmActor` shares its lock: after it, each would wait for the other.
    const [owner] = await tx
      .select({ person_id: adminUsers.person_id })
      .from(adminUsers)
      .where(eq(adminUsers.id, actor.id))
      .for('no key update')
    await confirmActor(tx, actor)
    if (ctx.isProviderOnly && owner!.person_id === null)
      throw new AppError(
        'conflict',
        'API tokens work here only for accounts that are connected with a company account: connect yours first.',
      )
    await deleteOld(tx, now)
    await assertRoom(tx, actor.id, now)
    await assertActorProved(tx, ctx, actor)
    const [created] = await tx
      .insert(apiTokens)
      .values({
        user_id: actor.id,
        person_id: person?.id ?? null,
        name,
        scopes,
        resources,
        token_hash: sha256(token),
        hint: hintOf(token),
        created_at: now,
        expires_at: expiresAt,
        warned_days: daysOfWarning(now, expiresAt),
      })
      .returning()
    const changes = { name, scopes, resources, expires_at: expiresAt }
    note({ action: 'token.create', entity: 'api_tokens', entityId: created!.id, changes })
    const data = { name: actor.name, token: name, expires: expiresAt.toISOString() }
    await ctx.mail?.add(tx, { kind: 'token-created', to: account.email, data })
    return created!
  })
  ctx.mail?.wake()
  return { row, token }
}

/** The scopes of content that each role can use; `procurement` depends on the roles there. */
const USABLE: Record<Role, ReadonlySet<Scope>> = {
  admin: new Set(SCOPES),
  editor: new Set(SCOPES),
  creator: new Set<Scope>(['read', 'write', 'procurement', 'unattended']),
}

type Wanted = { scopes: readonly Scope[]; resources: readonly string[] | null }

/** Issues for what the role of the account does not include. */
function excessOf(actor: UserActor, { scopes, resources }: Wanted): FieldIssue[] {
  const message = 'is not included in your role'
  const isUsable = (scope: Scope) =>
    USABLE[actor.role].has(scope) || (scope === 'media' && roleAllows(actor, 'create', 'media'))
  return [
    ...scopes.flatMap((scope, index) => (isUsable(scope) ? [] : [{ path: `scopes.${index}` }])),
    ...(resources ?? []).flatMap((name, index) =>
      roleAllows(actor, 'list', name) ? [] : [{ path: `resources.${index}` }],
    ),
  ].map(({ path }) => ({ path, code: 'not_in_role', message }))
}

const expiryIssues = (expiresAt: Date, now: Date): FieldIssue[] =>
  expiresAt > now ? [] : [{ path: 'expires_at', code: 'past', message: 'must be in the future' }]

/** How many tokens of an account are valid. */
export const countTokens = ({ database, clock }: AccountContext, account: number): Promise<number> =>
  database.query((tx) => countValid(tx, account, clock()))

/** How many valid tokens are refused, since people sign in at the provider alone and the accounts are not connected. */
export async function countRefused({ database, clock, isProviderOnly }: AuthContext): Promise<number> {
  if (!isProviderOnly) return 0
  const [refused] = await database.query((tx) =>
    tx
      .select({ total: count() })
      .from(apiTokens)
      .innerJoin(adminUsers, eq(adminUsers.id, apiTokens.user_id))
      .where(and(isValid(clock()), isNull(adminUsers.person_id))),
  )
  return refused!.total
}

const countValid = (tx: Tx, account: number, now: Date) =>
  tx.$count(apiTokens, and(eq(apiTokens.user_id, account), isValid(now)))

async function assertRoom(tx: Tx, userId: number, now: Date) {
  if ((await countValid(tx, userId, now)) >= MAX_TOKENS)
    throw new AppError('conflict', `An account has at most ${MAX_TOKENS} API tokens; revoke one first.`)
}

async function deleteOld(tx: Tx, now: Date) {
  const before = new Date(now.getTime() - KEEP_MS)
  await tx.delete(apiTokens).where(or(lt(apiTokens.revoked_at, before), lt(apiTokens.expires_at, before)))
}

/** The tokens of an account that were not revoked, newest first; those of others for admins alone. Throws 403. */
export async function listTokens(
  ctx: AccountContext,
  actor: UserActor,
  { userId, paging }: { userId: number; paging: Paging | null },
): Promise<Page<TokenRow>> {
  if (userId !== actor.id) assertAdmin(actor)
  const where = and(eq(apiTokens.user_id, userId), isNull(apiTokens.revoked_at))
  return ctx.database.readConsistently((tx) => {
    const query = tx.select().from(apiTokens).where(where).orderBy(desc(apiTokens.id))
    return selectPage(tx, { table: apiTokens, where, query, paging })
  })
}

/**
 * Revokes a token, of others for admins alone; the owner of such a token is told. Throws 403, also where no such token exists and the
 * actor is no admin, and 404.
 */
export async function revokeToken(ctx: AccountContext, actor: UserActor, id: number) {
  await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    await confirmActor(tx, actor)
    const [row] = Number.isInteger(id)
      ? await tx
          .select()
          .from(apiTokens)
          .where(and(eq(apiTokens.id, id), isNull(apiTokens.revoked_at)))
          .for('update')
      : []
    if (row?.user_id !== actor.id) assertAdmin(actor)
    if (!row) throw new AppError('not_found', 'API token not found.')
    await tx.update(apiTokens).set({ revoked_at: ctx.clock() }).where(eq(apiTokens.id, id))
    const { name, user_id: account } = row
    note({ action: 'token.revoke', entity: 'api_tokens', entityId: id, changes: { name, account } })
    if (account === actor.id) return
    const [owner] = await tx.select().from(adminUsers).where(eq(adminUsers.id, account))
    const data = { name: owner!.name, tokens: [name] }
    await ctx.mail?.add(tx, { kind: 'tokens-revoked', to: owner!.email, data })
  })
  ctx.mail?.wake()
}

/** Revokes all tokens of an account that are valid. Resolves with their names. */
export async function revokeTokensOf(
  tx: Tx,
  { note, now }: { note: AddAuditEntry; now: Date },
  account: number,
): Promise<string[]> {
  const revoked = await tx
    .update(apiTokens)
    .set({ revoked_at: now })
    .where(and(eq(apiTokens.user_id, account), isValid(now)))
    .returning({ id: apiTokens.id, name: apiTokens.name })
  for (const { id, name } of revoked)
    note({ action: 'token.revoke', entity: 'api_tokens', entityId: id, changes: { name, account } })
  return revoked.map(({ name }) => name)
}

const isValid = (now: Date) => and(isNull(apiTokens.revoked_at), gt(apiTokens.expires_at, now))

type Attempt = { token: string; address: string }

/**
 * The session of an API token: its account, with what the token may do. Throws 401, and 429 for an address that sent too many tokens
 * that were never valid. Valid ones wait for nothing, and ended ones do not count.
 */
export async function authenticateToken(
  ctx: AuthContext & Pick<SignInContext, 'refuseToken'>,
  { token, address }: Attempt,
): Promise<Session> {
  if (!isWellFormed(token)) return ctx.refuseToken(address)
  const hash = sha256(token)
  const found = await findToken(ctx, hash)
  if (!found) {
    if (!(await isFormer(ctx, hash))) return ctx.refuseToken(address)
    throw unauthenticated('The API token has ended: it was revoked, has expired, or its account was deleted.')
  }
  const { row, user, person } = found
  const now = ctx.clock()
  if (row.revoked_at) throw unauthenticated('The API token was revoked.')
  if (row.expires_at <= now) throw unauthenticated('The API token has expired.')
  if (user.disabled) throw unauthenticated('The account of the API token is disabled.')
  if (person?.disabled)
    throw unauthenticated(
      'The account of the API token is connected with a company account that is disabled here.',
    )
  if (ctx.isProviderOnly && !person)
    throw unauthenticated(
      'API tokens work here only for accounts that are connected with a company account; the account of this one is not.',
    )
  const actsForPerson = person !== null && row.person_id === person.id
  await noteUse(ctx, row, address)
  const { id, name, scopes, resources, expires_at: expiresAt } = row
  const grant = { id, name, scopes: new Set(scopes as Scope[]), resources: resources && new Set(resources) }
  return {
    id: '',
    kind: 'account',
    expiresAt,
    account: { actor: { ...actorOf(ctx, user, null), token: grant }, email: user.email },
    person: actsForPerson ? presentPerson(person) : null,
    isConnected: person !== null,
    hasPassword: user.password_hash !== null,
  }
}

async function findToken(ctx: AuthContext, hash: string) {
  const [found] = await ctx.database.query((tx) =>
    tx
      .select({ row: apiTokens, user: adminUsers, person: users })
      .from(apiTokens)
      .innerJoin(adminUsers, eq(adminUsers.id, apiTokens.user_id))
      .leftJoin(users, eq(users.id, adminUsers.person_id))
      .where(eq(apiTokens.token_hash, hash)),
  )
  return found ?? null
}

const isFormer = async ({ database }: AuthContext, hash: string) =>
  (await database.query((tx) => tx.$count(formerApiTokens, eq(formerApiTokens.token_hash, hash)))) > 0

async function noteUse({ database, clock }: AuthContext, row: TokenRow, address: string) {
  const now = clock()
  const isRecent = row.last_used_at && now.getTime() - row.last_used_at.getTime() < USE_INTERVAL_MS
  if (isRecent && row.last_used_address === address) return
  // A transaction that holds the row confirms the token; this use is written at the next request.
  await database.query((tx) =>
    tx.execute(sql`
      update api_tokens set last_used_at = ${now.toISOString()}::timestamptz, last_used_address = ${address}
      where id = (select id from api_tokens where id = ${row.id} for no key update skip locked)`),
  )
}

/** For routes that take no API token. */
export const notForTokens = () =>
  forbidden('API tokens are not accepted here; sign in with email and password.')
