// A real OpenID provider on loopback with Casdoor's claims and paths. Users sign in with a custom grant type instead of a
// login page.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

export const AUDIENCE = 'frontage-client'
const CLIENT = { client_id: AUDIENCE, client_secret: 'a secret of the test' }
/** The sign-in by browser has a client of its own. */
export const BROWSER_CLIENT = { client_id: 'frontage-browser', client_secret: 'another secret of the test' }
const RESOURCE = 'urn:frontage'
const INFO = {
  audience: AUDIENCE,
  scope: '',
  accessTokenFormat: 'jwt',
  accessTokenTTL: 3_600,
  jwt: { sign: { alg: 'RS256' } },
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

type ProviderOptions = {
  /** Where name and address are. Casdoor writes them into its tokens; Zitadel, Authelia and the default of this provider tell them at userinfo alone. */
  tellsAt?: 'token' | 'userinfo'
  /** Whether it asks again who is there on demand, and says when they answered; Casdoor does neither. */
  asksAgain?: boolean
}

const DISCOVERY = '/.well-known/openid-configuration'

export async function startIdentityProvider({ tellsAt = 'token', asksAgain = true }: ProviderOptions = {}) {
  let keys = [await newKey()]
  let server: Server | null = null
  let port = 0
  let requests: string[] = []
  const claimsOf = new Map<string, Record<string, unknown>>()
  let redirectUri = 'http://localhost:3000/api/auth/oidc/callback'
  let handle: ReturnType<Provider['callback']>
  let provider: Provider
  const answers = new Map<string, Answer>()

  function configure() {
    provider = providerAt(`http://127.0.0.1:${port}`, { keys, claimsOf, redirectUri, tellsAt })
    handle = provider.callback()
  }

  async function start() {
    server = createServer()
    await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve))
    port = (server.address() as { port: number }).port
    configure()
    server.on('request', (request, response) => {
      requests.push(request.url ?? '')
      if (!asksAgain) request.url = request.url?.replace(/&(?:prompt|max_age)=\w+/g, '')
      if (request.url?.startsWith('/sign-in/')) void signInPage(provider, request, response)
      else if (answers.has(request.url!)) send(answers.get(request.url!)!, response)
      else if (request.url === '/userinfo' && bearerOf(request).includes('.'))
        void userInfoOf(bearerOf(request)).then((answer) => send(answer, response))
      else handle(request, response)
    })
  }

  async function stop() {
    const ended = new Promise((resolve) => server?.close(resolve))
    server?.closeAllConnections()
    await ended
  }

  const bearerOf = ({ headers }: IncomingMessage) => headers.authorization?.replace(/^Bearer /, '') ?? ''

  // Of an access token for programs, which the provider of these tests takes for another resource.
  async function userInfoOf(token: string): Promise<Answer> {
    const { d, p, q, dp, dq, qi, ...publicKey } = keys[0]!
    const verified = await jwtVerify(token, await importJWK(publicKey)).catch(() => null)
    if (!verified || tellsAt === 'token') return { status: 401, body: { error: 'invalid_token' } }
    const sub = verified.payload.sub!
    return { status: 200, body: { sub, ...claimsOfSubject(claimsOf, sub) } }
  }

  await start()
  const issuer = `http://127.0.0.1:${port}`
  if (!asksAgain) {
    const body = (await (await fetch(issuer + DISCOVERY)).json()) as { claims_supported: string[] }
    const claims_supported = body.claims_supported.filter((claim) => claim !== 'auth_time')
    answers.set(DISCOVERY, { status: 200, body: { ...body, claims_supported } })
  }

  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_CLIENT_ID: BROWSER_CLIENT.client_id,
      OIDC_CLIENT_SECRET: BROWSER_CLIENT.client_secret,
      OIDC_PROVIDER_NAME: 'Example Ltd',
    },
    /** Registers another address of the service. */
    register(serviceUrl: string) {
      redirectUri = `${serviceUrl}/api/auth/oidc/callback`
      configure()
    },
    /** Claims of a user's ID tokens and access tokens from now on. */
    setClaims: (subject: string, claims: Record<string, unknown>) => void claimsOf.set(subject, claims),
    /** What a path, such as `/userinfo`, answers to everybody from now on; null: the truth. */
    answerAt(path: string, answer: Answer | null) {
      if (answer) answers.set(path, answer)
      else answers.delete(path)
    },
    /** An access token for `subject`; `claims` extend or replace those that Casdoor sets. */
    async tokenFor(subject: string, claims: Record<string, unknown> = {}): Promise<string> {
      claimsOf.set(subject, claims)
      const response = await fetch(`${issuer}/api/login/oauth/access_token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'password', username: subject, ...CLIENT }),
      })
      const body = (await response.json()) as { access_token?: string }
      if (!body.access_token) throw new Error(`the provider returned ${JSON.stringify(body)}`)
      return body.access_token
    },
    /** A token that the provider would not issue, signed with its key unless `key` is given. */
    async forge(payload: JWTPayload, header: { alg?: string; kid?: string; typ?: string } = {}, key?: JWK) {
      const jwk = key ?? keys[0]!
      const now = Math.floor(Date.now() / 1_000)
      return new SignJWT({ iss: issuer, aud: AUDIENCE, sub: 'forged', iat: now, exp: now + 600, ...payload })
        .setProtectedHeader({ alg: 'RS256', kid: jwk.kid!, ...header })
        .sign(await importJWK(jwk, 'RS256'))
    },
    /** The current public key, from the provider's JWKS. */
    async publicKey(): Promise<JWK> {
      const response = await fetch(`${issuer}/.well-known/jwks`)
      return ((await response.json()) as { keys: JWK[] }).keys[0]!
    },
    newKey,
    /** Replaces the signing key; only the new one is published. */
    async rotate() {
      await stop()
      keys = [await newKey()]
      await start()
    },
    stop,
    start,
    /** Paths requested since the last call. */
    takeRequests() {
      const taken = requests
      requests = []
      return taken
    },
  }
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' }
}

type Answer = { status: number; body: object | string; headers?: Record<string, string> }

function send({ status, body, headers }: Answer, response: ServerResponse) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

type Options = {
  keys: JWK[]
  claimsOf: Map<string, Record<string, unknown>>
  redirectUri: string
  tellsAt: 'token' | 'userinfo'
}

const claimsOfSubject = (claimsOf: Options['claimsOf'], subject: string) => ({
  name: subject,
  displayName: `Name of ${subject}`,
  email: `${subject}@example.com`,
  email_verified: true,
  ...claimsOf.get(subject),
})

/** A page with one field, the subject; whoever types it in is that person. */
async function signInPage(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'POST') {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>Example Ltd</title><link rel="icon" href="data:,"><h1>Example Ltd</h1>
      <form method="post"><label>Subject <input name="subject"></label><button>Continue</button></form>`)
    return
  }
  let body = ''
  for await (const chunk of request) body += chunk
  const subject = new URLSearchParams(body).get('subject')!
  const grant = new provider.Grant({ accountId: subject, clientId: BROWSER_CLIENT.client_id })
  grant.addOIDCScope('openid profile email')
  const grantId = await grant.save()
  const answer =
    subject === 'nobody'
      ? { error: 'access_denied', error_description: 'The user said no.' }
      : { login: { accountId: subject }, consent: { grantId } }
  await provider.interactionFinished(request, response, answer, { mergeWithLastSubmission: false })
}

function providerAt(issuer: string, { keys, claimsOf, redirectUri, tellsAt }: Options) {
  const provider = new Provider(issuer, {
    jwks: { keys },
    cookies: { keys: ['a secret of the test'] },
    clients: [
      {
        ...CLIENT,
        grant_types: ['password'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_post',
      },
      {
        ...BROWSER_CLIENT,
        grant_types: ['authorization_code'],
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/admin/sign-in', redirectUri).href],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        backchannel_logout_session_required: true,
        backchannel_logout_uri: new URL('/api/auth/oidc/logout', redirectUri).href,
      },
    ],
    pkce: { required: () => true },
    conformIdTokenClaims: tellsAt === 'userinfo',
    claims: {
      openid: ['sub', 'sid', 'login_hint'],
      profile: ['name', 'displayName', 'given_name', 'family_name', 'preferred_username', 'isForbidden'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_: unknown, subject: string) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...claimsOfSubject(claimsOf, subject) }),
    }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
    routes: { jwks: '/.well-known/jwks', token: '/api/login/oauth/access_token', userinfo: '/userinfo' },
    ttl: { AccessToken: 3_600 },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
      resourceIndicators: { enabled: true, getResourceServerInfo: () => INFO },
    },
    extraTokenClaims: (_: unknown, { accountId }: { accountId: string }) =>
      tellsAt === 'userinfo'
        ? undefined
        : {
            owner: 'company',
            name: accountId,
            displayName: `Name of ${accountId}`,
            email: `${accountId}@example.com`,
            emailVerified: true,
            isAdmin: false,
            isForbidden: false,
            isDeleted: false,
            roles: [{ owner: 'company', name: 'admin' }],
            tokenType: 'access-token',
            ...claimsOf.get(accountId),
          },
  })
  provider.on('server_error', (_, error) => console.error(error))
  provider.registerGrantType(
    'password',
    async (ctx) => {
      const { client, params } = ctx.oidc
      const token = new provider.AccessToken({
        accountId: params.username,
        client,
        grantId: 'test',
        gty: 'password',
        expiresWithSession: false,
      })
      token.resourceServer = new provider.ResourceServer(RESOURCE, INFO)
      ctx.body = { access_token: await token.save(), token_type: 'Bearer', expires_in: token.expiration }
    },
    ['username'],
  )
  return provider
}
