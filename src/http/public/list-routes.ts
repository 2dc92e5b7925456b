// GET /api/{resource}                the visible records of a resource, in one language if wanted, sorted and paged
// GET /api/{resource}/{slug or id}   one of them; records with a key have that instead of a slug
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Resource } from '../../content/definition/define-resource.ts'
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import { groupOfLanguage } from '../../content/snapshot/entry-order.ts'
import { FieldOrders } from '../../content/snapshot/field-orders.ts'
import { publicList } from '../../content/snapshot/public-list.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import type { SnapshotEntry } from '../../content/snapshot/snapshot-entry.ts'
import type { Deps } from '../../deps.ts'
import { MEDIA, SITE } from '../../operations/edge/edge-tags.ts'
import { contentLanguages } from '../../text/content-language.ts'
import { AppError } from '../../text/errors.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { publicListParameters } from '../requests/query-schemas.ts'
import { assertNoParameters, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { publicRead } from '../requests/route-access.ts'
import { createEdgeCaching } from '../responses/edge-headers.ts'
import { sendBody } from '../responses/send-body.ts'
import type { RouteGroup } from '../route-group.ts'
import { listedResources } from './listed-resources.ts'

const MAX_LISTS = 500
const MAX_BYTES = 32 * 1_048_576

export const listGroup: RouteGroup = {
  ...publicRead,
  paths: listedResources.map(({ name }) => `/api/${name}`),
  operations: async () => (await import('./list-paths.ts')).listPaths(),
  routes: listRoutes,
}

function listRoutes({ snapshot, config }: Deps) {
  const edge = createEdgeCaching(config.edge.maxAgeSeconds)
  const languages = contentLanguages(config.site.languages)
  const orders = new FieldOrders(languages)
  const lists = new LRUCache<string, EncodedBody>({
    max: MAX_LISTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ identity }) => identity.bytes.byteLength,
  })

  function entriesOf(
    view: SnapshotView,
    resource: Resource,
    { lang, sort }: { lang?: string; sort: string },
  ) {
    const order = orders.of(view, resource, sort)
    const language = languages.find(({ tag }) => tag === lang)
    const entries = language && !language.isPrimary ? order.group(groupOfLanguage(language.key)) : order.all
    if (!resource.redirectFields) return entries
    const isAlive = ({ redirectFrom }: SnapshotEntry) => view.find(resource, redirectFrom!) !== null
    return entries.filter(isAlive)
  }

  const app = new Hono<AppEnv>()
  for (const resource of listedResources) {
    const read = [resource]
    // The visible redirects depend on the records that have pages.
    const tags = resource.redirectFields ? [resource.name, SITE] : [resource.name]
    const options = { headers: edge(...tags, MEDIA) }
    const parameters = () => publicListParameters(resource, config.site.languages)
    app.get(`/api/${resource.name}`, listQuery(parameters), async (c) => {
      const { lang, fields = null, sort = 'position', ...query } = c.req.valid('query')
      const paging = pagingOf(query)
      const keyOf = (view: SnapshotView) =>
        JSON.stringify([resource.name, view.key, paging, lang, fields, sort])
      const cached = lists.get(keyOf(await snapshot.view(read)))
      if (cached) return sendBody(c, cached, snapshot, options)
      const body = await snapshot.read(read, (view) => {
        const entries = entriesOf(view, resource, { ...(lang && { lang }), sort })
        const body = new EncodedBody(publicList(view, { resource, entries }, { paging, fields }))
        lists.set(keyOf(view), body)
        return body
      })
      return sendBody(c, body, snapshot, options)
    })
    app.get(`/api/${resource.name}/:slug`, async (c) => {
      assertNoParameters(c)
      const body = await snapshot.record(resource, c.req.param('slug').normalize('NFC'))
      if (!body) throw new AppError('not_found', NO_RECORD)
      return sendBody(c, body, snapshot, options)
    })
  }
  return app
}

const NO_RECORD = 'There is no such record, or visitors do not see it.'
