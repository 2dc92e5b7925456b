import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { queryClient, useApi } from '../api/api.ts'
import { isOffline, subscribeToReachability } from '../api/session-fetch.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { useWords } from '../words/words-context.tsx'

const RETRY_MS = 10_000

/** Shown while the service cannot be reached; asks again by itself, and what failed to load is loaded afterwards. */
export function OfflineNotice() {
  const t = useWords('shell')
  const always = useWords('sign_in')
  const api = useApi()
  const isShown = useSyncExternalStore(subscribeToReachability, isOffline)
  const [isPending, setPending] = useState(false)

  async function retry() {
    setPending(true)
    try {
      await api.clientConfig()
      await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
    } catch {
      // Still away; the notice stays.
    } finally {
      setPending(false)
    }
  }
  // A machine without a network may still reach a service of its own: only a request tells.
  const check = useEffectEvent(() => void retry())
  useEffect(() => {
    const onOffline = () => check()
    addEventListener('offline', onOffline)
    return () => removeEventListener('offline', onOffline)
  }, [])
  useEffect(() => {
    if (!isShown) return
    const again = () => void retry()
    const timer = setInterval(again, RETRY_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  })
  if (!isShown) return null
  return (
    <div className="frame-notice notice notice-warning" role="alert">
      <Icon name="warning" />
      <span className="notice-text">{t('offline')}</span>
      <Button size="small" isPending={isPending} onPress={() => void retry()}>
        {always('retry')}
      </Button>
    </div>
  )
}
