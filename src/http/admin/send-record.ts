import type { Resource, Row } from '../../content/definition/define-resource.ts'
import { presentForEditors } from '../../content/definition/record-views.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext } from '../requests/app-env.ts'

export function sendRecord(c: AppContext, resource: Resource, row: Row) {
  return c.json(presentForEditors(resource, row), 200, {
    ETag: etagOf(row.version),
  })
}

/** Sends 201 with the `Location` of the record. */
export function sendCreated(
  c: AppContext,
  resource: Resource,
  row: Row,
  headers: Record<string, string> = {},
) {
  const idOrKey = resource.addressedByKey ? row[resource.key!] : row.id
  return c.json(presentForEditors(resource, row), 201, {
    ETag: etagOf(row.version),
    ...headers,
    Location: `/api/admin/${resource.name}/${idOrKey}`,
  })
}
