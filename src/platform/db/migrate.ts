// Migrations: the folder they are in, and the advisory lock that keeps two replicas from applying them at once.
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { packageRoot } from '../package-root.ts'
import { NO_LIMITS } from './no-limits.ts'

/** Generated SQL, append only; pending migrations are applied in order at every start. */
export const migrationsFolder = join(packageRoot, 'drizzle')

// Arbitrary, but the same in every process of this service.
const MIGRATION_LOCK_KEY = 7_204_511

/**
 * Applies pending migrations. drizzle's `migrate` takes no lock, and replicas that start together on an empty database
 * would collide. The lock is held by the connection that migrates, so it is released when the process dies.
 */
export async function migrateUnderLock(url: string): Promise<void> {
  const client = postgres(url, {
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { ...NO_LIMITS, lock_timeout: 60_000 },
  })
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK_KEY})`.catch((cause: Error) => {
      throw new Error(`Cannot use the database at DATABASE_URL (or DATABASE_LISTEN_URL): ${cause.message}`, {
        cause,
      })
    })
    await migrate(drizzle({ client }), { migrationsFolder })
  } finally {
    await client.end({ timeout: 5 })
  }
}
