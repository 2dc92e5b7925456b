// The audit log's part of the client, which only its screens load.
import { createAuditClient } from '../../../client/audit-client.ts'
import { createJsonRequest, createRequest } from '../../../client/send-request.ts'
import { api } from '../../app/api/client.ts'
import { fetchWithSession } from '../../app/api/session-fetch.ts'

/** Signed in as the user of the session. */
export const auditApi = createAuditClient(createJsonRequest(createRequest({ fetch: fetchWithSession }, api)))
