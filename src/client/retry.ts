// Repeats requests that failed only for now. `frontage/client` does not load this file: its `fetch` option takes the
// function that `createRetryingFetch` returns.

type Answer = { status: number; headers: Headers; body?: ReadableStream | null }

export type RetryOptions = {
  sleep?: ((milliseconds: number) => Promise<unknown>) | undefined
  attempts?: number
  /** A longer wait is left to the caller: the response is returned at once. */
  maxWaitSeconds?: number
}

type Temporary = {
  /** Whether a response with this status is worth another attempt. */
  status(status: number): boolean
  /** The same for what `send` rejected with. */
  error(error: unknown): boolean
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Sends until the outcome is not temporary, as often as allowed. Resolves or rejects with the last outcome. */
export async function retry<T extends Answer>(
  send: () => Promise<T>,
  isTemporary: Temporary,
  { sleep = wait, attempts = 5, maxWaitSeconds = 60 }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send().catch((error: unknown) => {
      if (attempt === attempts || !isTemporary.error(error)) throw error
      return null
    })
    if (answer && !isTemporary.status(answer.status)) return answer
    const seconds = secondsToWait(answer?.headers.get('Retry-After') ?? null) ?? 2 ** (attempt - 1)
    if (answer && (attempt === attempts || seconds > maxWaitSeconds)) return answer
    await answer?.body?.cancel()
    await sleep(seconds * 1_000)
  }
}

/** RFC 9110 §10.2.3: `Retry-After` is a number of seconds or a date. Null without one. */
export function secondsToWait(header: string | null): number | null {
  if (!header) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}

/**
 * A `fetch` that repeats requests. 429 and 503 say that the service did not handle the request, so any is repeated. After
 * another failure of the network or of a proxy, which may hide that the service did, only idempotent ones are.
 */
export function createRetryingFetch({
  fetch = globalThis.fetch,
  ...options
}: RetryOptions & { fetch?: typeof globalThis.fetch } = {}): typeof globalThis.fetch {
  // The address of a service that has never answered is probably wrong.
  let hasAnswered = false
  const retryingFetch = (...[input, init]: Parameters<typeof globalThis.fetch>) => {
    const mayRepeat = isIdempotent(init)
    const send = async () => {
      const response = await fetch(input, init)
      hasAnswered = true
      return response
    }
    return retry(
      send,
      {
        status: (status) => status === 429 || status === 503 || (mayRepeat && [502, 504].includes(status)),
        error: (error) => mayRepeat && hasAnswered && (error as Error).name !== 'TimeoutError',
      },
      options,
    )
  }
  return retryingFetch as typeof globalThis.fetch
}

/** `If-Match` and `Idempotency-Key` keep a repeated write from being made twice. */
function isIdempotent({ method = 'GET', headers }: RequestInit = {}): boolean {
  if (/^(?:GET|HEAD|PUT|DELETE)$/.test(method)) return true
  const sent = new Headers(headers)
  return sent.has('If-Match') || sent.has('Idempotency-Key')
}
