// Accounts of the admin side, their sessions and second factors, links that set a password, API tokens, tokens revoked before
// they expired, and the subjects that OIDC_ADMINS emails are bound to.

import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './procurement.ts'
import { instant, record } from './shared-columns.ts'

/** `daily`: one mail each morning, with what came since the last one. */
export const MAIL_CHOICES = ['at_once', 'daily', 'never'] as const

export const adminUsers = pgTable(
  'admin_users',
  {
    ...record(),
    email: text().notNull(),
    name: text().notNull(),
    /** The name on English pages; null: `name`. */
    name_en: text(),
    role: text({ enum: ['admin', 'editor', 'creator'] }).notNull(),
    /** Null until an invitation is accepted. */
    password_hash: text(),
    /** Until then the account can be signed in to even where `OIDC_ONLY` is on: set on the command line and at the first start. */
    password_allowed_until: instant(),
    token_version: integer().notNull().default(0),
    disabled: boolean().notNull().default(false),
    /** Set by a sign-in, which leaves `version` as it is. */
    last_sign_in_at: instant(),
    /** The person of the identity provider, who signs in with this account's role. */
    person_id: integer()
      .unique()
      .references(() => users.id, { onDelete: 'set null' }),
    /**
     * When the owner proved the password and the person. Null: only who signs in at the provider is the person, since somebody else
     * made the connection, or has set the password or removed second factors after it.
     */
    connected_at: instant(),
    /** Whether an admin knows the password: it was set by one, and not changed by the owner since. */
    password_set_by_admin: boolean().notNull().default(false),
    /** When the account is mailed about comments that mention it. */
    mention_mails: text({ enum: MAIL_CHOICES }).notNull().default('at_once'),
    /** When the account is mailed about requests for a review. */
    review_mails: text({ enum: MAIL_CHOICES }).notNull().default('never'),
  },
  (table) => [uniqueIndex('admin_users_email').on(sql`lower(${table.email})`)],
)

const actingPerson = () => integer().references(() => users.id, { onDelete: 'set null' })

/** The ways to sign in. */
export const SIGN_IN_METHODS = [
  'password',
  'provider',
  'passkey',
  'password+totp',
  'password+passkey',
  'password+recovery',
] as const

/** The ways to prove once more who is there; the strongest comes first. */
export const PROOFS = ['passkey', 'totp', 'current_password', 'provider_ticket'] as const

/**
 * Sessions: one for each sign-in, with the id of its tokens (`jti`). A session has ended when it expired, when its id is in
 * `revoked_tokens`, or when the account has another `token_version`.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    /** Null for a person of the identity provider. */
    account_id: integer().references(() => adminUsers.id, { onDelete: 'cascade' }),
    person_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** The person of the identity provider that a session of an account acts for, too, as long as the account is connected with them. */
    acting_person_id: actingPerson(),
    token_version: integer().notNull(),
    method: text({ enum: SIGN_IN_METHODS }).notNull(),
    /** Of the panel's cookie; null for other clients, which have only the token. */
    cookie_hash: text().unique(),
    /** The provider's id of its own session (`sid`), which a back-channel logout names. */
    provider_session: text(),
    /** Tells the provider's page for signing out who comes; sealed, and emptied when the session ends. */
    sign_out_hint: text(),
    /** No longer used: emptied, and dropped a release later. */
    provider_id_token: text(),
    address: text().notNull(),
    user_agent: text().notNull(),
    created_at: instant().notNull(),
    last_seen_at: instant().notNull(),
    expires_at: instant().notNull(),
    /** When its owner last proved who they are, after the sign-in; good for a few minutes. */
    proved_at: instant(),
    proved_with: text({ enum: PROOFS }),
    /** The credential id of the passkey that was the proof. */
    proved_passkey: text(),
  },
  (table) => [
    index('sessions_account').on(table.account_id, table.user_agent, table.created_at),
    index('sessions_person').on(table.person_id, table.user_agent, table.created_at),
    index('sessions_expiry').on(table.expires_at),
    check('sessions_owner', sql`num_nonnulls(${table.account_id}, ${table.person_id}) = 1`),
  ],
)

/**
 * One step of a sign-in that waits for the next one: the way to the provider and back, a second factor, a factor to be set
 * up. Used once; the database holds only a hash of the secret.
 */
export const signInTickets = pgTable(
  'sign_in_tickets',
  {
    secret_hash: text().primaryKey(),
    purpose: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    expires_at: instant().notNull(),
  },
  (table) => [index('sign_in_tickets_expiry').on(table.expires_at)],
)

const factorOwner = () => integer().references(() => adminUsers.id, { onDelete: 'cascade' })

/** The authenticator app of an account (RFC 6238). The secrets are encrypted, see `accounts/sealed-text.ts`. */
export const totpFactors = pgTable('totp_factors', {
  account_id: factorOwner().primaryKey(),
  /** Null until the first code confirmed it. */
  secret: text(),
  confirmed_at: instant(),
  /** Replaces `secret` once a code confirms it. */
  pending_secret: text(),
  pending_until: instant(),
  /** The time step of the last accepted code; a code of this step or an earlier one is refused. */
  last_step: integer().notNull().default(0),
})

/** Codes in place of a second factor that is lost; each is deleted by its use. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { account_id: factorOwner().notNull(), code_hash: text().notNull() },
  (table) => [primaryKey({ columns: [table.account_id, table.code_hash] })],
)

/** Passkeys (WebAuthn). Ids and keys are base64url. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    account_id: factorOwner().notNull(),
    /** The person in whose session it was added or used to connect the account: whoever has it is that person, too. */
    person_id: actingPerson(),
    name: text().notNull(),
    credential_id: text().notNull().unique(),
    public_key: text().notNull(),
    /** Of the authenticator's signatures; 0 where it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    /** Whether it is kept by a password manager that copies it to other devices. */
    is_synced: boolean().notNull(),
    created_at: instant().notNull(),
    last_used_at: instant(),
  },
  (table) => [index('passkeys_account').on(table.account_id)],
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

/** Tokens of programs, each of one account. A revoked or expired one stays for a while. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => adminUsers.id, { onDelete: 'cascade' }),
    /** The person in whose session it was made, for whom it acts. */
    person_id: actingPerson(),
    name: text().notNull(),
    /** SHA-256; the token is not stored. */
    token_hash: text().notNull().unique(),
    /** The first characters, by which its owner knows it. */
    hint: text().notNull(),
    scopes: text().array().notNull(),
    /** The resources that it is limited to; null: all. */
    resources: text().array(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    last_used_at: instant(),
    last_used_address: text(),
    revoked_at: instant(),
    /** The last warning, in days before the expiry; null: none yet. */
    warned_days: integer(),
  },
  (table) => [index('api_tokens_user').on(table.user_id), index('api_tokens_expiry').on(table.expires_at)],
)

/** Keys of access tokens that another one has replaced. */
export const formerTokenKeys = pgTable('former_token_keys', {
  /** Derived from the key, which it does not tell. */
  fingerprint: text().primaryKey(),
  /** When a replica first started with it as `JWT_SECRET_PREVIOUS`. */
  since: instant().notNull(),
})

/** Tokens whose rows are gone, also with their account: a trigger keeps the hash, since they are no guesses of a stranger. */
export const formerApiTokens = pgTable('former_api_tokens', {
  /** SHA-256, as in `api_tokens`. */
  token_hash: text().primaryKey(),
})

/** Emails of OIDC_ADMINS with the first subject that used them. Rows are never deleted or changed. */
export const oidcAdminBindings = pgTable('oidc_admin_bindings', {
  /** In lower case. */
  email: text().primaryKey(),
  /** Deliberately not a reference to `users`: the binding outlives the user. */
  subject: text().notNull(),
  bound_at: instant().notNull(),
})
