// Refuses pushes that would silently take production back to an older commit, such as a replayed delivery.
import type { DeployHistory } from './deploy-history.ts'
import type { Checkout } from './git-checkout.ts'

type Claims = { commit: string; before: string | null; forced: boolean }

/**
 * Whether the commit is a proper ancestor of the deployed one (the checkout's HEAD) and the signed body does not ask for
 * that: by `forced`, or by a `before` that names the deployed commit or that of the previous push. Gitea and Forgejo do
 * not send `forced`.
 */
export async function isUnrequestedRollback(
  { commit, before, forced }: Claims,
  { checkout, history, id }: { checkout: Checkout; history: DeployHistory; id?: number },
): Promise<boolean> {
  const deployed = await checkout.head()
  if (!deployed || forced) return false
  if (before !== null && [deployed, history.findPrevious(id)?.commit_id].includes(before)) return false
  return checkout.isOlder(commit, deployed)
}
