// The client of procurement, which only its screens load.
import { createProcurementClient } from '../../../client/procurement-client.ts'
import { createJsonRequest, createRequest } from '../../../client/send-request.ts'
import { api } from '../../app/api/client.ts'
import { fetchWithSession } from '../../app/api/session-fetch.ts'

const request = createRequest({ fetch: fetchWithSession }, api)

/** Signed in as the user of the session. */
export const procurementApi = createProcurementClient(request, createJsonRequest(request))
