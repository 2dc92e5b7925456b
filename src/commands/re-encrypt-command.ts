import { countUnreadable, resealBeforeForgetting } from '../accounts/reseal.ts'
import { readPreviousKey, readTokenKey } from '../accounts/token-key.ts'
import { toConfig } from '../platform/config/config.ts'
import { parseEnv, SERVICE } from '../platform/config/env.ts'
import { createDatabase } from '../platform/db/database.ts'
import { openDriver } from '../platform/db/open-driver.ts'
import { AppError } from '../text/errors.ts'

/**
 * Encrypts stored secrets again, with `JWT_SECRET` in place of `JWT_SECRET_PREVIOUS`. Resolves with 1 while that key is still
 * needed.
 */
export async function reEncrypt(environment: Record<string, string | undefined>) {
  const config = toConfig(parseEnv(environment, SERVICE))
  await using opened = new AsyncDisposableStack()
  const database = createDatabase(await openDriver(config, opened))
  opened.defer(() => database.close())
  await database.migrate()
  const keys = { database, tokenKey: readTokenKey(config), previousTokenKey: readPreviousKey(config) }
  try {
    const count = await resealBeforeForgetting(keys)
    console.log(
      keys.previousTokenKey
        ? `Encrypted again with JWT_SECRET: ${count}. Nothing in the database needs JWT_SECRET_PREVIOUS.`
        : 'JWT_SECRET_PREVIOUS is not set: nothing was encrypted again.',
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(error.message)
    return 1
  }
  const unreadable = await countUnreadable(keys)
  if (unreadable > 0)
    console.error(
      `Authenticator apps whose codes are refused, because neither key opens their secrets: ${unreadable}. An earlier key as JWT_SECRET_PREVIOUS brings them back; else reset the second factors of these accounts.`,
    )
  return 0
}
