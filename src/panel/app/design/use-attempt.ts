import { useState } from 'react'
import { useProblemMessage } from '../api/problem-message.ts'
import { showToast } from './toasts.tsx'

/** Makes requests whose failure is said by a toast; `attempt` resolves with whether it worked. */
export function useAttempt() {
  const describe = useProblemMessage()
  const [isPending, setPending] = useState(false)
  async function attempt(action: () => Promise<unknown>): Promise<boolean> {
    setPending(true)
    try {
      await action()
      return true
    } catch (error) {
      showToast(describe(error).message, { tone: 'danger' })
      return false
    } finally {
      setPending(false)
    }
  }
  return { isPending, attempt }
}
