const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/

/** The client's `X-Request-Id` if it is well-formed, otherwise null. */
export function sentRequestId(request: Request): string | null {
  const sent = request.headers.get('X-Request-Id')
  return sent && WELL_FORMED.test(sent) ? sent : null
}
