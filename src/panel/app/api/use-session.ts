import { useSyncExternalStore } from 'react'
import { currentSession, lastSession, newcomerSession, type Session, subscribeToSession } from './session.ts'

/** The session; null before signing in. */
export const useOptionalSession = (): Session | null =>
  useSyncExternalStore(subscribeToSession, currentSession)

/** The session of another user, begun while this page was open, or null. */
export const useNewcomer = (): Session | null => useSyncExternalStore(subscribeToSession, newcomerSession)

/** The session; the last one while the user is asked to sign in again. */
export function useSession(): Session {
  const session = useOptionalSession() ?? lastSession()
  if (!session) throw new Error('useSession needs a signed-in user')
  return session
}
