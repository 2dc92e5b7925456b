// Sends requests to a Frontage service: retries when it asks to wait, and turns its errors into messages.
import { z } from 'zod'

/** The service cannot be used at all; the message is for the user. */
export class ServiceError extends Error {}
/** The service refused a write; the message is its reason, `issues` are the fields it names. */
export class RefusedError extends Error {
  constructor(
    message: string,
    readonly issues: readonly { path: string; message: string }[] = [],
  ) {
    super(message)
  }
}

export type Call = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  token: string | null
  body?: object
  /** Sent as multipart instead of `body`. */
  form?: FormData
  ifMatch?: string
}

const MAX_ATTEMPTS = 5
const MAX_WAIT_SECONDS = 60
const TIMEOUT_MS = 60_000
const problem = z.object({
  detail: z.string(),
  code: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

type Options = { url: string; sleep: (milliseconds: number) => Promise<void> }

export type Send = <T extends z.ZodType>(call: Call, schema: T) => Promise<z.output<T>>

/** Returns a function that sends a request and parses the response. It throws RefusedError and ServiceError. */
export function createSender({ url, sleep }: Options): Send {
  const base = parseBase(url)
  return async function send(call, schema) {
    for (let attempt = 1; ; attempt++) {
      const { response, text } = await request(base, call)
      if (response.ok) return parseResponse(schema, text, base)
      if (![429, 502, 503, 504].includes(response.status) || isUpstreamFailure(text))
        throw errorOf(response, text, { base, call })
      const seconds = secondsToWait(response.headers.get('Retry-After'), attempt)
      if (attempt === MAX_ATTEMPTS || seconds > MAX_WAIT_SECONDS) {
        throw new ServiceError(
          response.status === 429
            ? `${base} refuses further requests for now (429); try again in ${Math.ceil(seconds)} seconds.`
            : `${base} is not available (${response.status}): ${reasonIn(response, text)}`,
        )
      }
      await sleep(seconds * 1_000)
    }
  }
}

function parseBase(url: string) {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new ServiceError(`${url} is not a valid service URL; give one such as https://www.example.com`)
  }
  return parsed.origin + parsed.pathname.replace(/\/+$/, '')
}

async function request(base: string, { method, path, token, body, form, ifMatch }: Call) {
  try {
    const response = await fetch(base + path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...(ifMatch && { 'If-Match': ifMatch }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
      redirect: 'manual', // following would turn a POST into a GET and send the token to another host
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { response, text: await response.text() }
  } catch (error) {
    const cause = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    throw new ServiceError(`${base} cannot be reached: ${cause}.`)
  }
}

function errorOf(response: Response, text: string, { base, call }: { base: string; call: Call }): Error {
  const { status } = response
  const reason = reasonIn(response, text)
  if (status >= 300 && status < 400) {
    return new ServiceError(`${base} redirects to ${response.headers.get('Location')}; use that URL.`)
  }
  if (status === 401) {
    return new ServiceError(call.token === null ? reason : `The token was rejected or has expired: ${reason}`)
  }
  if (status === 403) return new ServiceError(`This account cannot import: ${reason} Use an admin account.`)
  if (call.token !== null && call.method !== 'GET')
    return new RefusedError(reason, problem.safeParse(parseJson(text)).data?.errors)
  return new ServiceError(`${base} refused ${call.method} ${call.path}: ${reason}`)
}

function reasonIn({ status }: Response, text: string): string {
  const { data } = problem.safeParse(parseJson(text))
  return data ? data.detail : `status ${status} without a reason.`
}

/** 502 of an image import: the other site failed, not the service. */
const isUpstreamFailure = (text: string) =>
  problem.safeParse(parseJson(text)).data?.code === 'upstream_failed'

function parseResponse<T extends z.ZodType>(schema: T, text: string, base: string): z.output<T> {
  const { data, success } = schema.safeParse(parseJson(text))
  if (!success) throw new ServiceError(`${base} does not respond like a Frontage service; check the URL.`)
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** RFC 9110 §10.2.3: `Retry-After` is a number of seconds or a date; without it, the wait doubles each time. */
function secondsToWait(header: string | null, attempt: number): number {
  const fallback = 2 ** (attempt - 1)
  if (!header) return fallback
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : fallback
}
