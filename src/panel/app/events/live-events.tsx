// Follows the events of the service: what is shown of what others change is loaded again.
import type { Query } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '../api/api.ts'
import { useOptionalSession } from '../api/use-session.ts'
import { lazyPart } from '../design/lazy-part.tsx'
import { loadTexts } from '../words/dictionaries.ts'
import { type Place, setPlace } from './places.ts'
import type { ServiceEvent } from './read-events.ts'
import { shareEvents } from './share-events.ts'

const MailFailed = lazyPart(() =>
  Promise.all([import('./mail-failed.tsx'), loadTexts('help')]).then(([module]) => module.MailFailed),
)

/** Changes that come together, as those of a batch, are loaded together. */
const TOGETHER_MS = 200

type Changed = { resource: string; id: number | null; change: string }

export function LiveEvents() {
  const session = useOptionalSession()
  const account = session && session.user.role !== null ? session.user.accountId : null
  const [failedMail, setFailedMail] = useState<string | null>(null)
  useEffect(() => {
    if (account === null) return
    const { take, stop } = createReceiver(setFailedMail)
    const leave = shareEvents(take)
    return () => {
      leave()
      stop()
      setPlace(null)
    }
  }, [account])
  return failedMail && <MailFailed key={failedMail} />
}

function createReceiver(onFailedMail: (id: string) => void) {
  const keys = new Map<string, unknown[]>()
  let timer = 0
  const load = () => {
    // A failed request waits for its "Try again".
    const predicate = ({ state }: Query) => state.status !== 'error'
    for (const queryKey of keys.values()) void queryClient.invalidateQueries({ queryKey, predicate })
    keys.clear()
  }
  const loadSoon = (...queryKeys: unknown[][]) => {
    for (const key of queryKeys) keys.set(JSON.stringify(key), key)
    clearTimeout(timer)
    timer = window.setTimeout(load, TOGETHER_MS)
  }

  function take({ event, data }: ServiceEvent) {
    if (event === 'open') setPlace(null)
    else if (event === 'presence') setPlace(data as Place)
    else if (event === 'reset')
      loadSoon(['records'], ['record'], ['changes'], ['drafts'], ['review'], ['comments'], ['waiting'])
    else if (event === 'mail_failed') onFailedMail((data as { id: string }).id)
    else if (event === 'review' || event === 'comment') {
      const { resource, id } = data as { resource: string; id: number }
      const name = event === 'review' ? 'review' : 'comments'
      loadSoon([name, resource, id], ['waiting'])
    } else if (event === 'changed') {
      const { resource, id, change } = data as Changed
      if (change.startsWith('draft_')) loadSoon(['drafts'])
      const record = id === null ? [resource] : [resource, String(id)]
      loadSoon(['records', resource], ['record', ...record], ['revisions', ...record], ['changes'])
    }
  }
  return { take, stop: () => clearTimeout(timer) }
}
