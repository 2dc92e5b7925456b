import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../platform/db/database.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { asciiLowerCase } from '../text/ascii-lower-case.ts'

/** The account with this email, ignoring the case of ASCII letters, or null. */
export async function findByEmail(tx: Tx, email: string) {
  // Postgres text cannot contain NUL.
  if (email.includes('\0')) return null
  const [user] = await tx
    .select()
    .from(adminUsers)
    .where(eq(sql`lower(${adminUsers.email})`, asciiLowerCase(email)))
  return user ?? null
}
