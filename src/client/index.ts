// The typed client for frontends, published as `frontage/client`. Imports nothing of the server and needs only `fetch`.
import { createContentClient } from './content-client.ts'
import { createProcurementClient } from './procurement-client.ts'
import { type ClientOptions, createJsonRequest, createRequest } from './send-request.ts'

export type { ListQuery, ResourceClient, ResourceName, WriteOptions } from './admin-client.ts'
export { ApiProblem, type ErrorCode, type FieldIssue } from './api-problem.ts'
export { type ContentClient, createContentClient, type SearchOptions } from './content-client.ts'
export type { Factor } from './factor-client.ts'
export type * from './generated-types.ts'
export {
  findImage,
  type Image,
  type ImageFormat,
  type ImageOptions,
  type ImageRatio,
  imageSize,
  imageUrl,
  imageWidths,
  srcset,
} from './images.ts'
export type { QuoteVerb } from './procurement-client.ts'
export type { ClientOptions, DraftCheck, Idempotency, List, Paging, VersionCheck } from './send-request.ts'

export type Client = ReturnType<typeof createClient>

/** A client for the service at `baseUrl`. Error responses throw an `ApiProblem`. */
export function createClient(options: ClientOptions = {}) {
  const client = createContentClient(options)
  const request = createRequest(options, client)
  return Object.assign(client, { procurement: createProcurementClient(request, createJsonRequest(request)) })
}
