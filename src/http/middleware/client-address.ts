import { getConnInfo } from 'hono/bun'
import { createMiddleware } from 'hono/factory'
import type { AddressRange } from '../../ip-address.ts'
import { clientKey } from '../../security/client-address.ts'
import type { AppContext, AppEnv } from '../app-env.ts'

/** The address at the other end of the connection, or null where there is none any more. */
export type PeerAddress = (c: AppContext) => string | null

export const connectionPeer: PeerAddress = (c) => getConnInfo(c).remote.address ?? null

/** Notes who sends the request, for the limits. */
export const identifyClient = (peerAddress: PeerAddress, trusted: readonly AddressRange[]) =>
  createMiddleware<AppEnv>(async function identifyClient(c, next) {
    const forwardedFor = c.req.header('X-Forwarded-For') ?? null
    c.set('client', clientKey({ peer: peerAddress(c), forwardedFor, trusted }))
    await next()
  })
