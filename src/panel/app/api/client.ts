// The typed client with the session of the panel.
import { createContentClient } from '../../../client/content-client.ts'
import { currentSession, subscribeToSession } from './session.ts'
import { fetchWithSession } from './session-fetch.ts'

export const api = createContentClient({ fetch: fetchWithSession })

const setToken = () => {
  api.token = currentSession()?.token ?? null
}
setToken()
subscribeToSession(setToken)

/** The typed client, signed in as the user of the session. */
export const useApi = () => api
