// Holds every answer to the OpenAPI document: its status must be one that the operation names, its content of a type
// that the status has, and its JSON must fit the schema. The document and each schema are made once a process.
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describeService } from '../../src/openapi/openapi-document.ts'

type Content = Record<string, { schema?: object }>
type Response = { $ref?: string; content?: Content; headers?: Record<string, { required?: boolean }> }
export type Operation = { operationId: string; responses: Record<string, Response> } & Record<string, any>
type Schemas = { [name: string]: unknown }

/** The document as its readers get it. */
export const apiDocument = JSON.parse(JSON.stringify(describeService())) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas; responses: Record<string, Response> }
}

// Schemas that many others refer to are compiled once, not into each of them.
const ajv = new Ajv({ strict: false, inlineRefs: false })
addFormats(ajv)
ajv.addSchema(apiDocument, 'api')

const pointer = (...keys: string[]) =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

const compiled = new Map<string, ValidateFunction>()

/** The validator of the schema at this place in the document. */
export function validatorAt(...keys: string[]): ValidateFunction {
  const place = `api#${pointer(...keys)}`
  let validate = compiled.get(place)
  if (!validate) {
    validate = ajv.getSchema(place)
    if (!validate) throw new Error(`the document has nothing at ${place}`)
    compiled.set(place, validate)
  }
  return validate
}

const isProblem = (body: unknown) => validatorAt('components', 'schemas', 'Problem')(body)

/** Templates with the fewest parameters first, so that `/export.csv` is not taken for an `{id}`. */
const templates = Object.keys(apiDocument.paths)
  .map((path) => ({
    path,
    parameters: path.split('{').length,
    pattern: new RegExp(`^${path.replaceAll(/[.]/g, '\\$&').replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  }))
  .sort((a, b) => a.parameters - b.parameters)

const found = new Map<string, string | null>()

/** The path of the document that this one is an instance of, or null. */
export function templateOf(path: string): string | null {
  let template = found.get(path)
  if (template === undefined) {
    template = templates.find(({ pattern }) => pattern.test(path))?.path ?? null
    if (found.size < 10_000) found.set(path, template)
  }
  return template
}

type Exchange = { method: string; path: string; status: number; type: string | null; text: string | null }

/** What is wrong with an answer by the document, or null. `text` is null for a body that was not read. */
export function misfit({ method, path, status, type, text }: Exchange): string | null {
  if (method === 'OPTIONS') return null
  const template = templateOf(path)
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
  const operation = template === null ? undefined : apiDocument.paths[template]![verb]
  const json = parsed(type, text)
  const complain = (what: string) => `${method} ${path} (${template ?? 'no path of the document'}): ${what}`
  if (status >= 400 && type?.startsWith('application/problem+json')) {
    if (json !== undefined && !isProblem(json))
      return complain('the problem document does not fit its schema')
  }
  // Nothing is described for paths and methods that do not exist: guards, redirects and refusals answer there.
  if (!operation) {
    const expected = [301, 302, 308, 401, 403, 404, 405, 500, 503].includes(status)
    return expected ? null : complain(`answers ${status} and is not in the document`)
  }
  let place = ['paths', template!, verb, 'responses', String(status)]
  let response = operation.responses[status]
  if (!response) return complain(`${status} is not among ${Object.keys(operation.responses).join(', ')}`)
  if (response.$ref) {
    const name = response.$ref.split('/').at(-1)!
    place = ['components', 'responses', name]
    response = apiDocument.components.responses[name]!
  }
  // A HEAD has the headers of its GET, and no more.
  if (method === 'HEAD') return null
  if (!response.content) return text ? complain(`${status} has a body`) : null
  const media = Object.keys(response.content).find((name) => fits(name, type))
  if (!media)
    return complain(`${status} is sent as ${type}, not as ${Object.keys(response.content).join(', ')}`)
  if (json === undefined || media === 'application/problem+json') return null
  const { schema } = response.content[media]!
  const named = (schema as { $ref?: string }).$ref?.split('/').at(-1)
  const validate = named
    ? validatorAt('components', 'schemas', named)
    : validatorAt(...place, 'content', media, 'schema')
  if (validate(json)) return null
  const [error] = validate.errors!
  return complain(
    `${status} does not fit its schema: ${error!.instancePath || '/'} ${error!.message} ${JSON.stringify(error!.params)}`,
  )
}

const fits = (media: string, type: string | null) =>
  media === 'image/*' ? type?.startsWith('image/') : type?.split(';')[0] === media

const parsed = (type: string | null, text: string | null) =>
  text !== null && text !== '' && /json/.test(type ?? '') ? JSON.parse(text) : undefined

/** Puts the document between an application and its callers: an answer that does not fit it is thrown. */
export function holdToDocument<
  App extends { fetch: (...args: any[]) => Promise<globalThis.Response> | globalThis.Response },
>(app: App): App {
  const answer = app.fetch
  app.fetch = async (request: Request, ...rest: unknown[]) => {
    const response = await answer(request, ...rest)
    const type = response.headers.get('Content-Type')
    // Only JSON is read: what is streamed is its test's own affair.
    const plain = /json/.test(type ?? '') && !response.headers.has('Content-Encoding')
    const wrong = misfit({
      method: request.method,
      path: decoded(new URL(request.url).pathname),
      status: response.status,
      type,
      text: plain ? await response.clone().text() : null,
    })
    if (wrong) throw new Error(`The answer does not fit the OpenAPI document. ${wrong}`)
    return response
  }
  return app
}

function decoded(path: string) {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
