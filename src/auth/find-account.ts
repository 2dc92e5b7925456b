import { eq, sql } from 'drizzle-orm'
import { asciiLowerCase } from '../ascii-lower-case.ts'
import type { Tx } from '../db/database.ts'
import { adminUsers } from '../db/schema/auth.ts'

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
