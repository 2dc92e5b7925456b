import { eq, sql } from 'drizzle-orm'
import type { Role } from '../accounts/actor.ts'
import { createUser, updateUser } from '../accounts/admin-users.ts'
import { countTokens } from '../accounts/api-tokens.ts'
import type { AccountContext } from '../accounts/auth-context.ts'
import type { AccessEndings } from '../accounts/end-access.ts'
import { resetFactors } from '../accounts/factors/reset-factors.ts'
import { createPasswords, generatePassword } from '../accounts/passwords.ts'
import { passwordAllowedUntil } from '../accounts/provider-only.ts'
import { toDatabaseConfig } from '../platform/config/config.ts'
import { parseEnv } from '../platform/config/env.ts'
import { createDatabase } from '../platform/db/database.ts'
import { openDriver } from '../platform/db/open-driver.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { toReadableAddress } from '../text/email-address.ts'
import { AppError } from '../text/errors.ts'

type Environment = Record<string, string | undefined>
type Account = { email: string; name: string | null; role: Role; password: string }
/** `email` null: the only admin; `password` null: one is generated. */
type Reset = { email: string | null; password: string | null; endings: AccessEndings }

const ACTOR = { kind: 'system', name: 'create-admin' } as const

/** Creates an account directly in the database. */
export const createAdmin = (environment: Environment, { email, role, password, name }: Account) =>
  withAccounts(environment, async (ctx) => {
    const account = { email, name: name ?? email.split('@')[0], role, password }
    const user = await createUser(ctx, ACTOR, account)
    await allowPassword(ctx, user.id)
    console.log(`Created account ${user.email} with role ${user.role}.`)
  })

/**
 * Sets a new password and removes second factors, which ends the sessions of the account, and says what goes on. A generated one is
 * printed to standard error.
 */
export const resetPassword = (environment: Environment, { email, password, endings }: Reset) =>
  withAccounts(environment, async (ctx) => {
    const { id, email: found, disabled } = await findAccount(ctx, email)
    const generated = password === null ? generatePassword() : null
    const body = { password: password ?? generated, ...endings }
    const { person_id } = await updateUser(ctx, ACTOR, { id, body, ifMatch: null })
    await allowPassword(ctx, id)
    if (await resetFactors(ctx, ACTOR, { id })) console.log(`Removed the second factor of ${found}.`)
    console.log(`Changed the password of ${found}.${disabled ? ' The account is disabled.' : ''}`)
    const tokens = await countTokens(ctx, id)
    if (tokens > 0)
      console.log(`Valid API tokens that the account still has: ${tokens}; --revoke-tokens revokes them.`)
    if (person_id !== null)
      console.log('The account is still connected with a company account; --disconnect ends that.')
    if (generated) console.error(`New password of ${found}: ${generated} (shown only once)`)
  })

const allowPassword = ({ database, clock }: AccountContext, id: number) =>
  database.query((tx) =>
    tx
      .update(adminUsers)
      .set({ password_allowed_until: passwordAllowedUntil(clock()) })
      .where(eq(adminUsers.id, id)),
  )

async function findAccount({ database }: AccountContext, email: string | null) {
  const { id, disabled, role } = adminUsers
  const columns = { id, email: adminUsers.email, disabled }
  const found = await database.query((tx) =>
    tx
      .select(columns)
      .from(adminUsers)
      .where(
        email === null
          ? eq(role, 'admin')
          : sql`lower(${adminUsers.email}) = lower(${toReadableAddress(email.trim())})`,
      )
      .limit(2),
  )
  if (email === null && found.length > 1)
    throw new AppError('conflict', 'There are several admins. Name one with --email.')
  if (!found[0])
    throw new AppError(
      'not_found',
      email === null
        ? 'There is no admin yet. Create one with create-admin --email you@example.com.'
        : `There is no account ${email}.`,
    )
  return found[0]
}

async function withAccounts(environment: Environment, run: (ctx: AccountContext) => Promise<void>) {
  const { database: env } = parseEnv(environment, ['database'])
  await using opened = new AsyncDisposableStack()
  const driver = await openDriver({ database: toDatabaseConfig(env), dataDirectory: env.DATA_DIR }, opened)
  const database = createDatabase(driver)
  opened.defer(() => database.close())
  await database.migrate()
  try {
    await run({ database, clock: () => new Date(), passwords: createPasswords() })
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(error.message)
    return 1
  }
}
