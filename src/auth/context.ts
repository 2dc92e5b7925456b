import type { Database } from '../db/client.ts'
import type { Attempts } from './attempts.ts'
import type { TokenKey } from './tokens.ts'

/** What managing accounts needs. */
export type AccountContext = { database: Database; clock: () => Date }

/** What checking a token needs. */
export type AuthContext = AccountContext & { tokenKey: TokenKey }

/** What checking a password needs. */
export type SignInContext = AuthContext & { attempts: Attempts }
