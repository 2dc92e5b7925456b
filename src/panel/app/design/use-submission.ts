import { useState } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import { isDeclined } from '../api/declined-proof.ts'

/**
 * The state of a small form that sends one request: pending, failed, or done. `issues` has the codes of the fields that the
 * service refuses.
 */
export function useSubmission() {
  const [failure, setFailure] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  async function submit(send: () => Promise<unknown>) {
    if (isPending) return
    setPending(true)
    setFailure(null)
    try {
      await send()
    } catch (error) {
      if (!isDeclined(error)) setFailure(error)
    } finally {
      setPending(false)
    }
  }
  const issues: { [path: string]: string } =
    failure instanceof ApiProblem
      ? Object.fromEntries(failure.errors.map(({ path, code }) => [path, code]))
      : {}
  return { failure, issues, isPending, submit }
}
