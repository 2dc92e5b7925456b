import type { Outbox } from '../mail/outbox.ts'
import type { Database } from '../platform/db/database.ts'
import type { TokenKeys } from './access-tokens.ts'
import type { AuditOrigin } from './audit/append-audit-row.ts'
import type { LimitAddress } from './failed-logins.ts'
import type { LimitAttempts } from './sign-in-limits.ts'

/**
 * Context for managing accounts. Without `audit`, audit rows name no request and their hashes are not logged; without
 * `mail`, owners are not told of changes and nobody can be invited.
 */
export type AccountContext = {
  database: Database
  clock: () => Date
  audit?: AuditOrigin | undefined
  mail?: Outbox | undefined
  /** Whether there is an identity provider. */
  hasProvider?: boolean
}

/** Context for verifying tokens. */
export type AuthContext = AccountContext &
  TokenKeys & {
    creatorUploads: boolean
    /** `OIDC_ONLY`. */
    passwordsOff: boolean
  }

/** Context for verifying passwords and API tokens. */
export type SignInContext = AuthContext & { limitAttempts: LimitAttempts; limitAddress: LimitAddress }
