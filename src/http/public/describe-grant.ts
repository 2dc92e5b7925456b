import { authenticate, type Grant } from '../../accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import { procurementRolesOf } from '../../procurement/people/identify-person.ts'
import type { Role } from '../../procurement/people/person.ts'
import type { AppContext } from '../requests/app-env.ts'
import { isPanel } from '../requests/panel-cookie.ts'

/** `procurement_roles` is null for an account that is not connected with a person of the identity provider. */
export type DescribedGrant = Omit<Grant, 'user'> & {
  user: Grant['user'] & { procurement_roles?: Role[] | null }
}

/** The grant of a person, and any of the panel, with the roles in procurement, by which the panel knows its rooms. */
export async function describeGrant(deps: Deps, c: AppContext, grant: Grant): Promise<DescribedGrant> {
  if (!isPanel(c) && grant.kind !== 'person') return grant
  const session = await authenticate(deps.auth, grant.token)
  const procurement_roles = await procurementRolesOf(deps.identification, session)
  return { ...grant, user: { ...grant.user, procurement_roles } }
}
