// Checks every response against the OpenAPI document: the status must be listed for the operation, the content type for
// the status, and JSON must match its schema. The document and the schemas are compiled once per process.
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describeService } from '../../src/http/openapi-document.ts'

type Content = Record<string, { schema?: object }>
type Response = { $ref?: string; content?: Content; headers?: Record<string, { required?: boolean }> }
export type Operation = { operationId: string; responses: Record<string, Response> } & Record<string, any>
type Schemas = { [name: string]: unknown }

/** The document as clients receive it. */
export const apiDocument = JSON.parse(JSON.stringify(await describeService())) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas; responses: Record<string, Response> }
}

// Schemas that many others reference are compiled once if they are not inlined.
const ajv = new Ajv({ strict: false, inlineRefs: false })
addFormats(ajv)
ajv.addSchema(apiDocument, 'api')

const pointer = (...keys: string[]) =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

const compiled = new Map<string, ValidateFunction>()

/** The validator of the schema at this JSON pointer of the document. */
export function validatorAt(...keys: string[]): ValidateFunction {
  const place = `api#${pointer(...keys)}`
  let validate = compiled.get(place)
  if (!validate) {
    validate = ajv.getSchema(place)
    if (!validate) throw new Error(`the document has no schema at ${place}`)
    compiled.set(place, validate)
  }
  return validate
}

const isProblem = (body: unknown) => validatorAt('components', 'schemas', 'Problem')(body)

/** Templates with the fewest parameters first, so that `/export.csv` does not match `/{id}`. */
const templates = Object.keys(apiDocument.paths)
  .map((path) => ({
    path,
    parameters: path.split('{').length,
    // The paths of the panel have several segments; `{path}` stands for all of them.
    pattern: new RegExp(
      `^${path
        .replaceAll(/[.]/g, '\\$&')
        .replace('{path}', '(.+)')
        .replaceAll(/\{\w+\}/g, '([^/]+)')}$`,
    ),
  }))
  .sort((a, b) => a.parameters - b.parameters || b.path.length - a.path.length)

const found = new Map<string, string | null>()

/** The path template of the document that matches this path, or null. */
export function templateOf(path: string): string | null {
  let template = found.get(path)
  if (template === undefined) {
    template = templates.find(({ pattern }) => pattern.test(path))?.path ?? null
    if (found.size < 10_000) found.set(path, template)
  }
  return template
}

type Exchange = { method: string; path: string; status: number; type: string | null; text: string | null }

/** Describes how a response differs from the document, or null if it matches. `text` is null for an unread body. */
export function describeMismatch({ method, path, status, type, text }: Exchange): string | null {
  if (method === 'OPTIONS') return null
  const template = templateOf(path)
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
  const operation = template === null ? undefined : apiDocument.paths[template]![verb]
  const json = parseJson(type, text)
  const mismatch = (problem: string) => `${method} ${path} (${template ?? 'no documented path'}): ${problem}`
  if (status >= 400 && type?.startsWith('application/problem+json')) {
    if (json !== undefined && !isProblem(json))
      return mismatch('the problem document does not match its schema')
  }
  // A 414 is answered before the path is looked at.
  if (status === 414) return null
  // Paths and methods that do not exist are not in the document: only guards, redirects and errors respond there.
  if (!operation) {
    const expected = [301, 302, 308, 401, 403, 404, 405, 429, 500, 503].includes(status)
    return expected ? null : mismatch(`returns ${status} and is not in the document`)
  }
  let place = ['paths', template!, verb, 'responses', String(status)]
  let response = operation.responses[status]
  if (!response) return mismatch(`${status} is not one of ${Object.keys(operation.responses).join(', ')}`)
  if (response.$ref) {
    const name = response.$ref.split('/').at(-1)!
    place = ['components', 'responses', name]
    response = apiDocument.components.responses[name]!
  }
  // A HEAD response has no body to check.
  if (method === 'HEAD') return null
  if (!response.content) return text ? mismatch(`${status} has a body`) : null
  const media = Object.keys(response.content).find((name) => matchesType(name, type))
  if (!media)
    return mismatch(`${status} is sent as ${type}, not as ${Object.keys(response.content).join(', ')}`)
  if (json === undefined || media === 'application/problem+json') return null
  const { schema } = response.content[media]!
  const named = (schema as { $ref?: string }).$ref?.split('/').at(-1)
  const validate = named
    ? validatorAt('components', 'schemas', named)
    : validatorAt(...place, 'content', media, 'schema')
  if (validate(json)) return null
  const [error] = validate.errors!
  return mismatch(
    `${status} does not match its schema: ${error!.instancePath || '/'} ${error!.message} ${JSON.stringify(error!.params)}`,
  )
}

const matchesType = (media: string, type: string | null) =>
  media === 'image/*' ? type?.startsWith('image/') : type?.split(';')[0] === media

const parseJson = (type: string | null, text: string | null) =>
  text !== null && text !== '' && /json/.test(type ?? '') ? JSON.parse(text) : undefined

/** Wraps `app.fetch` so that it throws when a response does not match the OpenAPI document. */
export function checkConformance<
  App extends { fetch: (...args: any[]) => Promise<globalThis.Response> | globalThis.Response },
>(app: App): App {
  const respond = app.fetch
  app.fetch = async (request: Request, ...rest: unknown[]) => {
    const response = await respond(request, ...rest)
    const type = response.headers.get('Content-Type')
    // Only unencoded JSON is read; streams are left to their tests.
    const isPlainJson = /json/.test(type ?? '') && !response.headers.has('Content-Encoding')
    const mismatch = describeMismatch({
      method: request.method,
      path: decodePath(new URL(request.url).pathname),
      status: response.status,
      type,
      text: isPlainJson ? await response.clone().text() : null,
    })
    if (mismatch) throw new Error(`The response does not match the OpenAPI document. ${mismatch}`)
    return response
  }
  return app
}

function decodePath(path: string) {
  try {
    // The panel's first screen has both addresses.
    return decodeURI(path === '/admin/' ? '/admin' : path)
  } catch {
    return path
  }
}
