import type { Outbox } from '../mail/outbox.ts'
import type { Database } from '../platform/db/database.ts'
import type { AuditOrigin } from './audit/append-audit-row.ts'
import type { LimitCodes } from './code-limit.ts'
import type { Passwords } from './passwords.ts'
import type { LimitAttempts, LimitProofs } from './sign-in-limits.ts'
import type { TokenKeys } from './token-key.ts'
import type { RefuseToken } from './token-limit.ts'
import type { TellOfWrongFactor } from './wrong-factor-notice.ts'

/**
 * Context for managing accounts. Without `audit`, audit rows name no request and their hashes are not logged; without
 * `mail`, owners are not told of changes and nobody can be invited.
 */
export type AccountContext = {
  database: Database
  clock: () => Date
  passwords: Passwords
  audit?: AuditOrigin | undefined
  mail?: Outbox | undefined
  /** Whether there is an identity provider. */
  hasProvider?: boolean
  /** `OIDC_ONLY`. */
  isProviderOnly?: boolean
}

/** Context for verifying tokens. */
export type AuthContext = AccountContext &
  TokenKeys & {
    creatorUploads: boolean
    isProviderOnly: boolean
  }

export type SecondFactorSettings = {
  /** The host of the panel: the name in authenticator apps, and what passkeys are bound to. */
  siteName: string
  /** Of the panel. */
  origin: string
  /** Whose password sign-ins need a second factor. */
  required: 'admin' | 'all' | null
}

/** Context for verifying passwords, second factors and API tokens. */
export type SignInContext = AuthContext & {
  limitAttempts: LimitAttempts
  limitProofs: LimitProofs
  refuseToken: RefuseToken
  limitCodes: LimitCodes
  tellOfWrongFactor: TellOfWrongFactor
  secondFactor: SecondFactorSettings
}
