// The typed client with the session of the panel, and the queries that several rooms share.
import { QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiProblem, type ContentSchema, createClient, type ResourceDescription } from '../../client/index.ts'
import { currentSession, type Session, subscribeToSession } from './session.ts'
import { fetchWithSession } from './session-fetch.ts'

export const api = createClient({ fetch: fetchWithSession })

const setToken = () => {
  api.token = currentSession()?.token ?? null
}
setToken()
subscribeToSession(setToken)

/** The typed client, signed in as the user of the session. */
export const useApi = () => api

/** The session; null before signing in. */
export const useOptionalSession = (): Session | null =>
  useSyncExternalStore(subscribeToSession, currentSession)

/** The session of a signed-in user. */
export function useSession(): Session {
  const session = useOptionalSession()
  if (!session) throw new Error('useSession needs a signed-in user')
  return session
}

const MAX_RETRIES = 2

/** Keys: `['records', resource, params]` for lists, `['record', resource, id]` for single records. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The panel has its own notice for an unreachable service.
      networkMode: 'always',
      // An answer below 500 does not change by asking again; an unreachable service is retried from its notice.
      retry: (count, error) => error instanceof ApiProblem && error.status >= 500 && count < MAX_RETRIES,
    },
    mutations: { networkMode: 'always' },
  },
})

const schemaQuery = {
  queryKey: ['schema'],
  queryFn: () => api.admin.schema(),
  staleTime: Number.POSITIVE_INFINITY,
}

/** What the user may see of the resources; the frame has loaded it before any screen. */
export const useSchema = (): ContentSchema => useSuspenseQuery(schemaQuery).data
export const useSchemaQuery = () => useQuery(schemaQuery)

/** The description of a resource, or null for a name that the user's role does not know. */
export const useResource = (name: string): ResourceDescription | null =>
  useSchema().resources.find((resource) => resource.name === name) ?? null
