import type { Role } from '../auth/actor.ts'
import { createUser } from '../auth/admin-users.ts'
import { toDatabaseConfig } from '../config/config.ts'
import { parseEnv } from '../config/env.ts'
import { createDatabase } from '../db/database.ts'
import { openDriver } from '../db/open-driver.ts'
import { AppError } from '../errors.ts'

type Account = { email: string; name: string | null; role: Role; password: string }

/** Creates an account directly in the database. */
export async function createAdmin(environment: Record<string, string | undefined>, account: Account) {
  const { database: env } = parseEnv(environment, ['database'])
  await using opened = new AsyncDisposableStack()
  const driver = await openDriver({ database: toDatabaseConfig(env), dataDirectory: env.DATA_DIR }, opened)
  const database = createDatabase(driver)
  opened.defer(() => database.close())
  await database.migrate()
  const { email, role, password } = account
  const name = account.name ?? email.split('@')[0]
  try {
    const context = { database, clock: () => new Date() }
    const user = await createUser(
      context,
      { kind: 'system', name: 'create-admin' },
      { email, name, role, password },
    )
    console.log(`Created account ${user.email} with role ${user.role}.`)
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(error.message)
    return 1
  }
}
