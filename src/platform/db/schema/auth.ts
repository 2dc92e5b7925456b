// Accounts of the admin side, links that set a password, tokens revoked before they expired, and the subjects that
// OIDC_ADMINS emails are bound to.

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
    /** Null until an invitation is accepted. */
    password_hash: text(),
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

/** Links that set a password, once: of a forgotten one, or the first of an invited account. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: uuid().primaryKey(),
    purpose: text({ enum: ['password-reset', 'invitation'] }).notNull(),
    /** Null for a request that named no account, which writes the same. */
    user_id: integer().references(() => adminUsers.id, { onDelete: 'cascade' }),
    /** The token is not stored. */
    token_hash: text().notNull().unique(),
    /** Of the account at that time: a password set meanwhile makes a `password-reset` invalid. */
    token_version: integer().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (table) => [
    index('account_links_expiry').on(table.expires_at),
    index('account_links_user').on(table.user_id),
  ],
)

/** Emails of OIDC_ADMINS with the first subject that used them. Rows are never deleted or changed. */
export const oidcAdminBindings = pgTable('oidc_admin_bindings', {
  /** In lower case. */
  email: text().primaryKey(),
  /** Deliberately not a reference to `users`: the binding outlives the user. */
  subject: text().notNull(),
  bound_at: instant().notNull(),
})
