// The identity provider as a dependency: key rotation, outages, different internal and public addresses, readiness.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createProvider } from '../../../src/accounts/oidc/identity-provider.ts'
import { clientOf, startApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts'

const ME = '/api/users/me'

describe('the service', () => {
  let provider: IdentityProvider
  beforeAll(async () => {
    provider = await startIdentityProvider()
  })
  afterAll(() => provider.stop())

  test('starts and serves without the provider, and uses it when it becomes available', async () => {
    const token = await provider.tokenFor('ada')
    await provider.stop()
    await using service = await startApp(provider.env)
    const away = await clientOf(service.app, token)('GET', ME)
    expect([away.status, away.body.code, away.headers.get('Retry-After')]).toEqual([503, 'unavailable', '5'])
    expect((await service.anyone('GET', ME)).status).toBe(401)
    const degraded = await service.anyone('GET', '/health/ready')
    expect([degraded.status, degraded.body.checks]).toEqual([
      503,
      { database: true, object_store: true, identity_provider: false },
    ])
    expect((await service.anyone('GET', '/api/health')).status).toBe(200)

    await provider.start()
    await eventually(async () => (await clientOf(service.app, token)('GET', ME)).status === 200)
    await eventually(async () => (await service.anyone('GET', '/health/ready')).status === 200)

    await provider.stop()
    expect((await clientOf(service.app, token)('GET', ME)).status).toBe(200)
    const unknown = await provider.forge({ sub: 'ada' }, {}, await provider.newKey())
    expect((await clientOf(service.app, unknown)('GET', ME)).status).toBe(503)
    expect((await clientOf(service.app, token)('GET', ME)).status).toBe(200)
    await provider.start()
    await eventually(async () => (await clientOf(service.app, unknown)('GET', ME)).status === 401)
  })

  test('a rotated key works at once, and the old one stops working', async () => {
    await using service = await startApp(provider.env)
    const old = await provider.tokenFor('ada')
    expect((await clientOf(service.app, old)('GET', ME)).status).toBe(200)
    await provider.rotate()
    const fresh = await provider.tokenFor('ada')
    expect((await clientOf(service.app, fresh)('GET', ME)).status).toBe(200)
    expect((await clientOf(service.app, old)('GET', ME)).status).toBe(401)
  })

  test('keys are fetched once, not for every request', async () => {
    await using service = await startApp(provider.env)
    const token = await provider.tokenFor('ada')
    provider.takeRequests()
    for (let index = 0; index < 5; index++) await clientOf(service.app, token)('GET', ME)
    expect(provider.takeRequests()).toEqual(['/.well-known/openid-configuration', '/.well-known/jwks'])
  })

  test('the public issuer may differ from the internal address', async () => {
    const issuer = 'https://id.example.com'
    using inside = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => {
        const { pathname } = new URL(request.url)
        if (pathname === '/.well-known/openid-configuration') {
          return Response.json({ issuer, jwks_uri: `${issuer}/.well-known/jwks` })
        }
        return pathname === '/.well-known/jwks'
          ? Response.json({ keys: [await provider.publicKey()] })
          : new Response(null, { status: 404 })
      },
    })
    const env = { ...provider.env, OIDC_ISSUER: issuer }
    for (const path of ['', '/.well-known/openid-configuration']) {
      await using service = await startApp({
        ...env,
        OIDC_DISCOVERY_URL: `http://127.0.0.1:${inside.port}${path}`,
      })
      const statusOf = async (token: string) => (await clientOf(service.app, token)('GET', ME)).status
      expect(await statusOf(await provider.forge({ sub: 'ada', iss: issuer }))).toBe(200)
      expect(await statusOf(await provider.forge({ sub: 'ada' }))).toBe(401)
      expect((await service.anyone('GET', '/health/ready')).status).toBe(200)
    }
  })
})

describe('a discovery document', () => {
  const answering = (
    answers: Record<string, Response | (() => Response)>,
    issuer = 'http://id.example.com',
  ) =>
    createProvider({
      issuer,
      discoveryUrl: null,
      fetch: async (url, init) => {
        expect(init.redirect).toBe('error')
        const answer = answers[url]
        if (!answer) throw new Error(`unexpected ${url}`)
        return typeof answer === 'function' ? answer() : answer
      },
    })
  const DISCOVERY = 'http://id.example.com/.well-known/openid-configuration'
  const JWKS = 'http://id.example.com/keys'
  const good = { issuer: 'http://id.example.com', jwks_uri: JWKS }

  test('names the address of the keys', async () => {
    const keys = { keys: [{ kty: 'EC', x: '1' }] }
    expect(
      await answering({ [DISCOVERY]: Response.json(good), [JWKS]: Response.json(keys) }).fetchKeys(),
    ).toEqual(keys)
  })

  test.each<[string, Response | (() => Response)]>([
    ['another issuer', () => Response.json({ ...good, issuer: 'http://id.example.com/' })],
    ['no keys', () => Response.json({ issuer: good.issuer })],
    ['keys in a file', () => Response.json({ ...good, jwks_uri: 'file:///etc/passwd' })],
    ['an HTML page', () => new Response('<html>')],
    ['status 500', () => Response.json(good, { status: 500 })],
    ['ten megabytes', () => new Response(`${JSON.stringify(good)}${' '.repeat(10_485_760)}`)],
  ])('is refused with %s', async (_, answer) => {
    await expect(answering({ [DISCOVERY]: answer }).discover()).rejects.toThrow()
  })

  test('of an https issuer is refused with keys served over http', async () => {
    const secure = answering(
      {
        'https://id.example.com/.well-known/openid-configuration': Response.json({
          issuer: 'https://id.example.com',
          jwks_uri: JWKS,
        }),
      },
      'https://id.example.com',
    )
    await expect(secure.discover()).rejects.toThrow('not served over https')
  })

  test('names userinfo, over https or as it is reached from here, as it names the endpoint for tokens', async () => {
    const at = (discoveryUrl: string | null, userinfo_endpoint: string) =>
      createProvider({
        issuer: 'https://id.example.com',
        discoveryUrl,
        fetch: async () =>
          Response.json({
            issuer: 'https://id.example.com',
            jwks_uri: 'https://id.example.com/keys',
            userinfo_endpoint,
          }),
      })
        .discover()
        .then(({ userinfo_endpoint: address }) => address)
    expect(await at(null, 'https://graph.example.com/me')).toBe('https://graph.example.com/me')
    expect(await at('http://casdoor:8000', 'https://id.example.com/me?v=2')).toBe(
      'http://casdoor:8000/me?v=2',
    )
    await expect(at(null, 'http://id.example.com/me')).rejects.toThrow('not served over https')
    await expect(at('http://casdoor:8000', 'http://evil.example/me')).rejects.toThrow('not served over https')
  })

  test('of an https issuer may name http keys on the very origin of OIDC_DISCOVERY_URL, and on no other', async () => {
    const inside = (jwks_uri: string) =>
      createProvider({
        issuer: 'https://id.example.com',
        discoveryUrl: 'http://casdoor:8000',
        fetch: async () => Response.json({ issuer: 'https://id.example.com', jwks_uri }),
      })
        .discover()
        .then(({ jwks_uri }) => jwks_uri)
    const keys = 'http://casdoor:8000/.well-known/jwks'
    expect(await inside(keys)).toBe(keys)
    expect(await inside('https://id.example.com/.well-known/jwks')).toBe(keys)
    for (const other of [
      'http://casdoor:8001/jwks',
      'http://casdoor.evil:8000/jwks',
      'http://id.example.com/jwks',
    ]) {
      await expect(inside(other)).rejects.toThrow('not served over https')
    }
  })
})
