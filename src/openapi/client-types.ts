// The document's schemas as TypeScript, for the client: plain types that need nothing of the server.
import { resources } from '../content/resource-registry.ts'
import type { ApiDocument } from './openapi-document.ts'
import { typeNameOf } from './resource-schemas.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
}

const HEAD = `// Made by \`bun run client\` from the schemas that validate; do not edit.
`

/** A module of types: one for each schema of the document, and what each resource has of them. */
export function clientTypes(document: ApiDocument): string {
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>)
  const declared = schemas
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema, '')}`)
  return `${[HEAD, ...declared, resourceMap()].join('\n')}\n`
}

function resourceMap() {
  const lines = resources.map((resource) => {
    const type = typeNameOf(resource)
    const { singleton, ordered } = resource
    return `  '${resource.name}': { view: ${type}; record: ${type}Record; input: ${type}Input; patch: ${type}Patch; singleton: ${singleton}; ordered: ${ordered}; member: Site['${resource.member}'] }`
  })
  return `/** What each resource has, by its URL name. */\nexport type Resources = {\n${lines.join('\n')}\n}`
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeOf(choice, indent)).join(' | ')
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return 'unknown'
  return types.map((type) => plain(type, schema, indent)).join(' | ')
}

function plain(type: string, schema: Schema, indent: string): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return `Array<${typeOf(schema.items ?? {}, indent)}>`
  if (type !== 'object') return type
  if (schema.properties) return record(schema, indent)
  const values =
    typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties, indent) : 'unknown'
  return schema.propertyNames?.enum
    ? `{ [key in ${typeOf(schema.propertyNames, indent)}]?: ${values} }`
    : `Record<string, ${values}>`
}

function record({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, field]) => {
    const type = typeOf(field, inner)
    const comment = field.description ? `${inner}/** ${field.description} */\n` : ''
    const key = /^\w+$/.test(name) ? name : `'${name}'`
    return `${comment}${inner}${key}${required.includes(name) ? `: ${type}` : `?: ${type} | undefined`}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}
