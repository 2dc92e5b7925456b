// Accounts of the admin side, tokens revoked before they expired, and the subjects that OIDC_ADMINS emails are bound to.

import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, record } from './shared-columns.ts'

export const adminUsers = pgTable(
  'admin_users',
  {
    ...record(),
    email: text().notNull(),
    name: text().notNull(),
    role: text({ enum: ['admin', 'creator'] }).notNull(),
    password_hash: text().notNull(),
    token_version: integer().notNull().default(0),
    disabled: boolean().notNull().default(false),
    /** Set by a sign-in with email and password, which leaves `version` as it is. */
    last_sign_in_at: instant(),
  },
  (table) => [uniqueIndex('admin_users_email').on(sql`lower(${table.email})`)],
)

export const revokedTokens = pgTable(
  'revoked_tokens',
  { jti: uuid().primaryKey(), expires_at: instant().notNull() },
  (table) => [index('revoked_tokens_expiry').on(table.expires_at)],
)

/** Emails of OIDC_ADMINS with the first subject that used them. Rows are never deleted or changed. */
export const oidcAdminBindings = pgTable('oidc_admin_bindings', {
  /** In lower case. */
  email: text().primaryKey(),
  /** Deliberately not a reference to `users`: the binding outlives the user. */
  subject: text().notNull(),
  bound_at: instant().notNull(),
})
