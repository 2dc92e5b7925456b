const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/

/** The caller's own id of the request where it is well-formed, else a new one. */
export function requestIdOf(request: Request): string {
  const sent = request.headers.get('X-Request-Id')
  return sent && WELL_FORMED.test(sent) ? sent : crypto.randomUUID()
}
