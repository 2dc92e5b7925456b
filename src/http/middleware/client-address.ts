import { createMiddleware } from 'hono/factory'
import type { AddressRange } from '../../platform/ip-address.ts'
import { clientKey } from '../../platform/security/client-address.ts'
import type { AppContext, AppEnv, Connection } from '../requests/app-env.ts'

/** The address at the other end of the connection, or null when it is already closed. */
export type PeerAddress = (connection: Connection) => string | null

export const connectionPeer: PeerAddress = ({ server, request }) =>
  (server as Bun.Server<unknown>).requestIP(request)?.address ?? null

/** The key that rate limits count by. */
export const clientKeyOf =
  (peerAddress: PeerAddress, trusted: readonly AddressRange[]) =>
  (c: AppContext): string =>
    clientKey({ peer: peerAddress(c.env), forwardedFor: c.req.header('X-Forwarded-For') ?? null, trusted })

/** Sets `client`, the key that rate limits count by. */
export function identifyClient(peerAddress: PeerAddress, trusted: readonly AddressRange[]) {
  const clientOf = clientKeyOf(peerAddress, trusted)
  return createMiddleware<AppEnv>(async function identifyClient(c, next) {
    c.set('client', clientOf(c))
    await next()
  })
}
