// What the page says while it cannot load: that the service cannot be reached, or that a part of the page is missing.
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { queryClient } from '../api/api.ts'
import { hasMissingScripts, subscribeToMissingScripts } from '../api/missing-scripts.ts'
import { canReachService, isOffline, reloadPage, subscribeToReachability } from '../api/session-fetch.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { useWords } from '../words/words-context.tsx'

const RETRY_MS = 10_000

export function LoadingNotice() {
  const isUnreachable = useSyncExternalStore(subscribeToReachability, isOffline)
  const isMissing = useSyncExternalStore(subscribeToMissingScripts, hasMissingScripts)
  useOfflineCheck()
  const isConfirmed = useConfirmed(isMissing)
  if (isUnreachable) return <OfflineNotice />
  return isMissing && isConfirmed ? <MissingNotice /> : null
}

/** Whether the service was asked since scripts are missing: it may be away without anybody knowing. */
function useConfirmed(isMissing: boolean) {
  const [isConfirmed, setConfirmed] = useState(false)
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    void canReachService().then(() => isGone || setConfirmed(true))
    return () => {
      isGone = true
      setConfirmed(false)
    }
  }, [isMissing])
  return isConfirmed
}

/** A machine without a network may still reach a service of its own: only a request tells. */
function useOfflineCheck() {
  useEffect(() => {
    const check = () => void canReachService()
    addEventListener('offline', check)
    return () => removeEventListener('offline', check)
  }, [])
}

/** Asks again by itself; what failed to load is loaded afterwards. */
function OfflineNotice() {
  const t = useWords('shell')
  const [isPending, setPending] = useState(false)
  async function retry() {
    setPending(true)
    const canReach = await canReachService()
    setPending(false)
    if (canReach) await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }
  useEffect(() => {
    const again = () => void retry()
    const timer = setInterval(again, RETRY_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  })
  return (
    <Notice text={t('offline')}>
      <Button size="small" isPending={isPending} onPress={() => void retry()}>
        {t('retry')}
      </Button>
    </Notice>
  )
}

function MissingNotice() {
  const t = useWords('shell')
  return (
    <Notice text={t('part_missing')}>
      <Button size="small" onPress={() => void reloadPage()}>
        {t('reload')}
      </Button>
    </Notice>
  )
}

const Notice = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="frame-notice notice notice-warning" role="alert">
    <Icon name="warning" />
    <span className="notice-text">{text}</span>
    {children}
  </div>
)
