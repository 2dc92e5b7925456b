import { useState } from 'react'

/** The state of a small form that sends one request: pending, failed, or done. */
export function useSubmission() {
  const [failure, setFailure] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  async function submit(send: () => Promise<void>) {
    if (isPending) return
    setPending(true)
    setFailure(null)
    try {
      await send()
    } catch (error) {
      setFailure(error)
    } finally {
      setPending(false)
    }
  }
  return { failure, isPending, submit }
}
