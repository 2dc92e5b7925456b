import { createMiddleware } from 'hono/factory'
import type { AddressRange } from '../../platform/ip-address.ts'
import { clientKey } from '../../platform/security/client-address.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'

/** The address at the other end of the connection, or null when it is already closed. */
export type PeerAddress = (c: AppContext) => string | null

export const connectionPeer: PeerAddress = (c) =>
  (c.env.server as Bun.Server<unknown>).requestIP(c.env.request)?.address ?? null

/** Sets `client`, the key that rate limits count by. */
export const identifyClient = (peerAddress: PeerAddress, trusted: readonly AddressRange[]) =>
  createMiddleware<AppEnv>(async function identifyClient(c, next) {
    const forwardedFor = c.req.header('X-Forwarded-For') ?? null
    c.set('client', clientKey({ peer: peerAddress(c), forwardedFor, trusted }))
    await next()
  })
