import type { AuditOrigin } from '../audit/append-audit-row.ts'
import type { Database } from '../db/database.ts'
import type { TokenKey } from './access-tokens.ts'
import type { Attempts } from './failed-logins.ts'

/** What managing accounts needs; without `audit` its rows name no request and nobody is told their hashes. */
export type AccountContext = { database: Database; clock: () => Date; audit?: AuditOrigin | undefined }

/** What checking a token needs. */
export type AuthContext = AccountContext & { tokenKey: TokenKey }

/** What checking a password needs. */
export type SignInContext = AuthContext & { attempts: Attempts }
