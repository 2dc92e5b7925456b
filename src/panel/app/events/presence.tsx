// The colleagues who have a record open, in its form and in lists.
import { useEffect } from 'react'
import { currentSession } from '../api/session.ts'
import { Chip } from '../design/chip.tsx'
import { useLanguage, useWords } from '../words/words-context.tsx'
import { type Person, useOthers } from './places.ts'

/** The service forgets a place after 45 s. */
const REPEAT_MS = 20_000
const PATH = '/api/admin/presence'

/** Failures are no matter: the place is told again. */
function tell(method: 'PUT' | 'DELETE', resource: string, id: number) {
  const token = currentSession()?.token
  if (!token) return
  const isEntering = method === 'PUT'
  void fetch(isEntering ? PATH : `${PATH}?resource=${resource}&id=${id}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(isEntering && { 'Content-Type': 'application/json' }) },
    ...(isEntering && { body: JSON.stringify({ resource, id }) }),
    // The page may be about to go.
    keepalive: true,
  }).catch(() => {})
}

/** Tells the others that this record is open, as long as the page is in sight. */
function useOwnPlace(resource: string, id: number) {
  useEffect(() => {
    const enter = () => {
      if (document.visibilityState === 'visible') tell('PUT', resource, id)
    }
    const leave = () => tell('DELETE', resource, id)
    enter()
    const timer = setInterval(enter, REPEAT_MS)
    document.addEventListener('visibilitychange', enter)
    addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', enter)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [resource, id])
}

function usePresenceText(people: readonly Person[]): string {
  const t = useWords('presence')
  const { language } = useLanguage()
  const names = new Intl.ListFormat(language).format(people.map(({ name }) => name))
  return t('editing_now', { names, count: people.length })
}

type RecordProps = { resource: string; id: number }

/** In the head of a form; the region stands there before somebody comes, so that it is spoken. */
export function RecordPresence({ resource, id }: RecordProps) {
  useOwnPlace(resource, id)
  const others = useOthers(resource, id)
  const text = usePresenceText(others)
  return <span role="status">{others.length > 0 && <Chip tone="accent">{text}</Chip>}</span>
}

/** The first letters of the people, in a list. */
export function PresenceMarks({ people }: { people: readonly Person[] }) {
  const text = usePresenceText(people)
  return (
    <span role="img" aria-label={text} title={text} className="presence-marks">
      {people.map(({ id, name }) => (
        <Chip key={id} tone="accent">
          {name.trim().slice(0, 1)}
        </Chip>
      ))}
    </span>
  )
}
