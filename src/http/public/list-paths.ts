// The records of each resource, by themselves.
import { z } from 'zod'
import type { Resource } from '../../content/definition/define-resource.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { pagedQuery } from '../openapi/record-schemas.ts'
import { schemasOf, typeNameOf } from '../openapi/resource-schemas.ts'
import { publicImages, publicListOf } from '../openapi/site-schemas.ts'
import { returnsCacheable } from '../openapi/standard-responses.ts'
import { publicListParameters } from '../requests/query-schemas.ts'
import { listedResources } from './listed-resources.ts'

export const listPaths = (): Paths =>
  operations({ tag: 'Site' }, Object.assign({}, ...listedResources.map(operationsOf)))

const operationsOf = (resource: Resource) => ({
  [`GET /api/${resource.name}`]: {
    id: `listPublic${pluralOf(resource)}`,
    summary: `List \`${resource.name}\` that visitors see`,
    ...(resource.longFields.length > 0 && { description: 'Without long texts, unless `fields` names them.' }),
    query: pagedQuery(publicListParameters(resource, [])),
    responses: returnsCacheable(publicListOf(schemasOf(resource))),
    errors: ['paging_required' as const],
  },
  [`GET /api/${resource.name}/{slug}`]: {
    id: `getPublic${typeNameOf(resource)}`,
    summary: `Get one of \`${resource.name}\``,
    path: z.object({ slug: z.string().meta({ description: describeName(resource) }) }),
    responses: returnsCacheable(
      schemasOf(resource)
        .view.extend({ images: publicImages })
        .meta({ id: `${typeNameOf(resource)}WithImages` }),
    ),
    errors: ['not_found' as const, 'validation_failed' as const],
  },
})

function describeName({ key, slugFrom }: Resource): string {
  if (key) return `The \`${key}\`, or the id.`
  return slugFrom ? 'The slug, or the id.' : 'The id.'
}

const pluralOf = ({ name }: Resource) =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
