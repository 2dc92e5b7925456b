import type { AuditOrigin } from '../audit/emit.ts'
import type { Database } from '../db/client.ts'
import type { Attempts } from './attempts.ts'
import type { TokenKey } from './tokens.ts'

/** What managing accounts needs; without `audit` its rows name no request and nobody is told their hashes. */
export type AccountContext = { database: Database; clock: () => Date; audit?: AuditOrigin | undefined }

/** What checking a token needs. */
export type AuthContext = AccountContext & { tokenKey: TokenKey }

/** What checking a password needs. */
export type SignInContext = AuthContext & { attempts: Attempts }
