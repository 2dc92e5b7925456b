// The queries that several rooms share.
import { QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ApiProblem } from '../../../client/api-problem.ts'
import type { ContentSchema, ResourceDescription } from '../../../client/index.ts'
import { api } from './client.ts'
import { currentSession, onNewOwner } from './session.ts'

export { api, useApi } from './client.ts'
export { useOptionalSession, useSession } from './use-session.ts'

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

// What somebody may see is not for the next one.
onNewOwner(() => queryClient.clear())

/** For people without a role in the content, whom the service tells nothing about it. */
const NO_CONTENT: ContentSchema = {
  site_url: '',
  languages: [],
  groups: [],
  resources: [],
  media: { actions: [] },
}

const schemaQuery = {
  queryKey: ['schema'],
  queryFn: async () => (currentSession()?.user.role === null ? NO_CONTENT : api.admin.schema()),
  staleTime: Number.POSITIVE_INFINITY,
}

/** The resources as far as the user may see them; the frame has loaded them before any screen. */
export const useSchema = (): ContentSchema => useSuspenseQuery(schemaQuery).data
export const useSchemaQuery = () => useQuery(schemaQuery)

/** Asks for the schema ahead of the frame, which asks again if that fails. */
export const prepareSchema = () => void queryClient.prefetchQuery(schemaQuery)

/** The description of a resource, or null for a name that the user's role does not know. */
export const useResource = (name: string): ResourceDescription | null =>
  useSchema().resources.find((resource) => resource.name === name) ?? null
