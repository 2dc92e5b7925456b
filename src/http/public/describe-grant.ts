import { authenticate, type Grant } from '../../accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import { procurementRolesOf } from '../../procurement/people/identify-person.ts'
import type { Role } from '../../procurement/people/person.ts'
import type { AppContext } from '../requests/app-env.ts'
import { isPanel } from '../requests/panel-cookie.ts'

/**
 * `procurement_roles` is null for a session that does not act for a person of the identity provider; `is_connection_asleep` is
 * present if its account is connected with one all the same. `has_password`: present for an account.
 */
export type DescribedGrant = Omit<Grant, 'user'> & {
  user: Grant['user'] & {
    procurement_roles?: Role[] | null
    is_connection_asleep?: true
    has_password?: boolean
  }
}

/** The grant of a person, and any of the panel, with the roles in procurement, by which the panel knows its rooms. */
export async function describeGrant(deps: Deps, c: AppContext, grant: Grant): Promise<DescribedGrant> {
  if (!isPanel(c) && grant.kind !== 'person') return grant
  const session = await authenticate(deps.auth, grant.token)
  const procurement_roles = await procurementRolesOf(deps.identification, session)
  const isAsleep = procurement_roles === null && session.isConnected
  const user = {
    ...grant.user,
    procurement_roles,
    ...(isAsleep && { is_connection_asleep: true as const }),
    ...(session.account && { has_password: session.hasPassword }),
  }
  return { ...grant, user }
}
