import { createMiddleware } from 'hono/factory'
import type { AddressRange } from '../../platform/ip-address.ts'
import { clientKey } from '../../platform/security/client-address.ts'
import type { AppContext, AppEnv, Connection } from '../requests/app-env.ts'

/** The address at the other end of the connection, or null when it is already closed. */
export type PeerAddress = (connection: Connection) => string | null

export const connectionPeer: PeerAddress = ({ server, request }) =>
  (server as Bun.Server<unknown>).requestIP(request)?.address ?? null

/** The key that rate limits count by. */
export const clientOf = (c: AppContext, peerAddress: PeerAddress, trusted: readonly AddressRange[]) =>
  clientKey({ peer: peerAddress(c.env), forwardedFor: c.req.header('X-Forwarded-For') ?? null, trusted })

/** Sets `client`. */
export const identifyClient = (peerAddress: PeerAddress, trusted: readonly AddressRange[]) =>
  createMiddleware<AppEnv>(async function identifyClient(c, next) {
    c.set('client', clientOf(c, peerAddress, trusted))
    await next()
  })
