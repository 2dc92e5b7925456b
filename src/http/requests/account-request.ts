import type { Deps } from '../../deps.ts'
import type { AppContext } from './app-env.ts'

/** The context of an operation on accounts, whose audit rows name the request. */
export const accountContext = ({ auth, audit }: Deps, c: AppContext) => ({
  ...auth,
  audit: audit(c.env.serverRequestId),
})
