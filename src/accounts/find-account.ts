import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../platform/db/database.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { asciiLowerCase } from '../text/ascii-lower-case.ts'
import { toReadableAddress } from '../text/email-address.ts'

/** The account with this email, ignoring the case of ASCII letters and the form of its domain, or null. */
export async function findByEmail(tx: Tx, email: string) {
  // Postgres text cannot contain NUL.
  if (email.includes('\0')) return null
  const [user] = await tx
    .select()
    .from(adminUsers)
    .where(eq(sql`lower(${adminUsers.email})`, asciiLowerCase(toReadableAddress(email))))
  return user ?? null
}
