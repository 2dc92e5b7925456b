/** The page to show after signing in. Only paths of the panel: an address on another site could be slipped in. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  return /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/'
}
