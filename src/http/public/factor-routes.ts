// POST /api/auth/second-factor     {ticket, totp | recovery_code | passkey}
// POST /api/auth/passkey/options   {ticket?}
// POST /api/auth/passkey/verify    {passkey}
// GET POST DELETE /api/auth/totp   POST and DELETE with {current_password | totp | passkey | provider_ticket}
// POST /api/auth/totp/confirm      {code}
// GET POST /api/auth/passkeys      POST {name?, passkey}
// POST /api/auth/passkeys/options  {current_password | totp | passkey | provider_ticket}
// DELETE /api/auth/passkeys/{id}   {current_password | totp | passkey | provider_ticket}
import { Hono } from 'hono'
import { addPasskey, listPasskeys, passkeyOptions, removePasskey } from '../../accounts/factors/passkeys.ts'
import {
  passkeySignInOptions,
  signInWithPasskey,
  verifySecondFactor,
} from '../../accounts/factors/second-factor.ts'
import { beginTotp, confirmTotp, removeTotp, totpStatus } from '../../accounts/factors/totp.ts'
import { assertProved } from '../../accounts/proofs.ts'
import type { Deps } from '../../deps.ts'
import { describeUserAgent } from '../../text/describe-user-agent.ts'
import { parseInput } from '../../text/parse-input.ts'
import { bothLimits } from '../middleware/rate-limit.ts'
import { accountContext } from '../requests/account-request.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { measure } from '../requests/measure-sign-in.ts'
import { browserOfPanel, deviceOf, keepCookie, userAgentOf } from '../requests/panel-cookie.ts'
import {
  oncePerRequest,
  readInput,
  readJson,
  readOptionalJson,
  requireJson,
} from '../requests/request-body.ts'
import { idOf } from '../requests/request-parameters.ts'
import { signInApi } from '../requests/route-access.ts'
import { readProof } from '../requests/take-proof.ts'
import type { RouteGroup } from '../route-group.ts'
import { describeGrant } from './describe-grant.ts'
import {
  codeBody,
  newPasskeyBody,
  passkeyOptionsBody,
  passkeySignInBody,
  secondFactorBody,
} from './factor-input.ts'
import { factorLimit, isChange, malformedSignIn, startLimit } from './sign-in-limits.ts'

const PRIVATE = { 'Cache-Control': 'no-store' }

const readSecondFactor = readInput(secondFactorBody)

const secondFactorRoute: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/second-factor'],
  authentication: 'none',
  limit: malformedSignIn(readSecondFactor),
  operations: async () => (await import('./factor-paths.ts')).secondFactorPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/auth/second-factor', async (c) => {
      const { ticket, ...proof } = await readSecondFactor(c)
      const { site } = deps.config
      const step = { ticket, browser: browserOfPanel(c, site), proof, device: deviceOf(c, site) }
      const signIn = await measure(deps.metrics, verifySecondFactor(accountContext(deps, c), step))
      keepCookie(c, signIn, site)
      return c.json(await describeGrant(deps, c, signIn.grant), 200, PRIVATE)
    }),
}

// Pages of other sites can send a request without a type, or with another one, without a preflight.
const readPasskeyOptions = oncePerRequest(async (c) => {
  requireJson(c)
  return parseInput(passkeyOptionsBody, await readOptionalJson(c))
})

const passkeyOptionsRoute: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/passkey/options'],
  authentication: 'none',
  limit: bothLimits(malformedSignIn(readPasskeyOptions), startLimit),
  operations: async () => (await import('./factor-paths.ts')).passkeyOptionsPaths(),
  routes: ({ auth, config }) =>
    new Hono<AppEnv>().post('/api/auth/passkey/options', async (c) => {
      const { ticket = null } = await readPasskeyOptions(c)
      const inHand = ticket === null ? null : { ticket, browser: browserOfPanel(c, config.site) }
      return c.json(await passkeySignInOptions(auth, inHand), 200, PRIVATE)
    }),
}

const readPasskey = readInput(passkeySignInBody)

const passkeySignInRoute: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/passkey/verify'],
  authentication: 'none',
  limit: malformedSignIn(readPasskey),
  operations: async () => (await import('./factor-paths.ts')).passkeySignInPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/auth/passkey/verify', async (c) => {
      const { passkey } = await readPasskey(c)
      const signIn = await measure(
        deps.metrics,
        signInWithPasskey(accountContext(deps, c), { passkey, device: deviceOf(c, deps.config.site) }),
      )
      keepCookie(c, signIn, deps.config.site)
      return c.json(await describeGrant(deps, c, signIn.grant), 200, PRIVATE)
    }),
}

/** The owner of the factors, after a proof of identity; a ticket stands for a password that was just entered. */
async function provenOwner(deps: Deps, c: AppContext) {
  const owner = c.get('factorOwner')
  const { session } = owner.account.actor
  await readProof(deps, c, session === null ? null : { ...owner, person: null, session })
  if (session !== null) await deps.database.query((tx) => assertProved(tx, deps, session))
  return owner
}

const totpRoutes: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/totp'],
  authentication: 'factor-owner',
  limit: factorLimit,
  isLimited: isChange,
  operations: async () => (await import('./factor-paths.ts')).totpPaths(),
  routes: (deps) =>
    new Hono<AppEnv>()
      .get('/api/auth/totp', async (c) => c.json(await totpStatus(deps.auth, c.get('factorOwner'))))
      .post('/api/auth/totp', async (c) =>
        c.json(await beginTotp(accountContext(deps, c), await provenOwner(deps, c))),
      )
      .delete('/api/auth/totp', async (c) => {
        await removeTotp(accountContext(deps, c), await provenOwner(deps, c))
        return c.body(null, 204)
      })
      .post('/api/auth/totp/confirm', async (c) => {
        const { code } = parseInput(codeBody, await readJson(c))
        const recovery_codes = await confirmTotp(accountContext(deps, c), c.get('factorOwner'), code)
        return c.json({ recovery_codes })
      }),
}

const passkeyRoutes: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/passkeys'],
  authentication: 'factor-owner',
  limit: factorLimit,
  isLimited: isChange,
  operations: async () => (await import('./factor-paths.ts')).passkeyPaths(),
  routes: (deps) =>
    new Hono<AppEnv>()
      .get('/api/auth/passkeys', async (c) =>
        c.json({ items: await listPasskeys(deps.auth, c.get('factorOwner')) }),
      )
      .post('/api/auth/passkeys/options', async (c) =>
        c.json(await passkeyOptions(deps.auth, await provenOwner(deps, c))),
      )
      .post('/api/auth/passkeys', async (c) => {
        const { passkey, name = deviceName(c) } = parseInput(newPasskeyBody, await readJson(c))
        return c.json(await addPasskey(accountContext(deps, c), c.get('factorOwner'), { name, passkey }), 201)
      })
      .delete('/api/auth/passkeys/:id', async (c) => {
        await removePasskey(accountContext(deps, c), await provenOwner(deps, c), idOf(c))
        return c.body(null, 204)
      }),
}

const deviceName = (c: AppContext) => describeUserAgent(userAgentOf(c)).slice(0, 100) || 'Passkey'

export const factorGroups = [
  secondFactorRoute,
  passkeyOptionsRoute,
  passkeySignInRoute,
  totpRoutes,
  passkeyRoutes,
]
