// A session of the panel that a reload cannot take up: proxies that drop `Host`, addresses that SITE_URL does not name, cookies that are
// not kept. What can go on goes on; otherwise the answer and the log say why.
import { describe, expect, test } from 'bun:test'
import { createLog } from '../../src/platform/log.ts'
import { ADMIN, startApp } from '../support/app.ts'

/** A service, and what a browser does at `page` behind a proxy that sends `host`. */
async function start(env: Record<string, string>) {
  const lines: string[] = []
  const log = createLog('info', { write: (text: string) => lines.push(text), flushSync() {} })
  const service = await startApp(env, { log })
  const at = (page: string, host: string) => {
    const headers = { 'X-Frontage-Panel': '1', 'Sec-Fetch-Site': 'same-origin', Origin: page, Host: host }
    return {
      async signIn() {
        const answer = await service.anyone('POST', '/api/auth/login', { body: ADMIN, headers })
        expect(answer.status).toBe(200)
        return answer.headers.get('Set-Cookie')!
      },
      mint: (...cookies: string[]) =>
        service.anyone('POST', '/api/auth/token', {
          headers: { ...headers, ...(cookies.length > 0 && { Cookie: cookies.join('; ') }) },
        }),
    }
  }
  const warnings = () =>
    lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'a session of the panel cannot be taken up')
  return { ...service, at, warnings, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}
const pairOf = (cookie: string) => cookie.split(';')[0]!

describe('behind a proxy that drops `Host`', () => {
  test.each([
    ['https://www.example.com', 'frontage:3000', '__Host-frontage_session'],
    ['https://www.example.com', '127.0.0.1:3000', '__Host-frontage_session'],
    ['http://www.office.lan', 'frontage:3000', 'frontage_session'],
    ['http://www.office.lan', '127.0.0.1:3000', 'frontage_session'],
    ['https://www.example.com:8443', 'frontage:3000', '__Host-frontage_session'],
  ])('at %s, which SITE_URL names, a reload takes the session up', async (page, host, name) => {
    await using service = await start({ SITE_URL: page })
    const browser = service.at(page, host)
    const cookie = await browser.signIn()
    expect(cookie).toStartWith(`${name}=`)
    expect(cookie.includes('; Secure')).toBe(page.startsWith('https'))
    expect((await browser.mint(pairOf(cookie))).status).toBe(200)
    expect(service.warnings()).toEqual([])
  })

  test.each([
    ['', 'http://localhost:3000'],
    ['https://example.com', 'https://example.com'],
    ['http://www.example.com', 'http://www.example.com'],
  ])(
    'with SITE_URL %j and the panel elsewhere, the answer and the log say what to set',
    async (SITE_URL, known) => {
      await using service = await start({ SITE_URL })
      const browser = service.at('https://www.example.com', 'frontage:3000')
      const cookie = pairOf(await browser.signIn())
      const { status, body } = await browser.mint(cookie)
      const detail = `The panel was opened at https://www.example.com, but the service knows it as ${known}.`
      expect([status, body.code, body.detail, body.errors]).toEqual([
        403,
        'forbidden',
        detail,
        [{ path: 'Origin', code: 'wrong_origin', message: detail }],
      ])
      const [warning, ...more] = service.warnings()
      expect(more).toEqual([])
      expect(warning).toMatchObject({ reason: 'wrong_origin', detail, request_id: body.request_id })
      expect(warning.mend).toBe(
        'SITE_URL or ADMIN_HOST must name https://www.example.com, or the proxy must pass on the header Host; it sent frontage:3000',
      )
    },
  )
})

test('a page of the office over plain HTTP with SITE_URL unset takes its session up', async () => {
  await using service = await start({ SITE_URL: '' })
  const browser = service.at('http://192.0.2.7:3000', '192.0.2.7:3000')
  expect((await browser.mint(pairOf(await browser.signIn()))).status).toBe(200)
})

describe('cookies of a session', () => {
  const page = 'https://www.example.com'
  const host = 'www.example.com'

  test.each([
    ['none, as of a browser that keeps none', [], 'no_cookie', 'the browser must keep cookies'],
    ['an empty one', ['__Host-frontage_session='], 'no_cookie', 'the browser must keep cookies'],
    [
      'several',
      ['__Host-frontage_session=a', '__Host-frontage_session=b'],
      'several_cookies',
      'serve the panel over HTTPS',
    ],
  ])('%s: 401 with the reason, which the log has too', async (_, cookies, reason, mend) => {
    await using service = await start({ SITE_URL: page })
    const { status, body, headers } = await service.at(page, host).mint(...cookies)
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
    expect(headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(body.errors).toEqual([{ path: 'Cookie', code: reason, message: body.detail }])
    expect(service.warnings()).toEqual([
      expect.objectContaining({ reason, mend: expect.stringContaining(mend) }),
    ])
  })

  test('of a session that has ended are no loss', async () => {
    await using service = await start({ SITE_URL: page })
    const { status, body } = await service.at(page, host).mint('__Host-frontage_session=unknown')
    expect([status, body.errors]).toEqual([401, undefined])
    expect(service.warnings()).toEqual([])
  })

  test('are asked for by the panel alone', async () => {
    await using service = await start({ SITE_URL: page })
    const headers = { Origin: 'https://evil.example', Host: host }
    const { status, body } = await service.anyone('POST', '/api/auth/token', { headers })
    expect([status, body.errors]).toEqual([403, undefined])
    expect(service.warnings()).toEqual([])
  })
})

test('the log has one line a minute for each reason, whatever the clock does', async () => {
  await using service = await start({ SITE_URL: 'https://www.example.com' })
  const [right, wrong] = ['https://www.example.com', 'https://other.example'].map((page) =>
    service.at(page, 'www.example.com'),
  )
  const begin = Date.parse('2030-01-01T00:00:00Z')
  const reasonsAt = async (milliseconds: number) => {
    service.setClock(new Date(begin + milliseconds))
    const before = service.warnings().length
    for (const browser of [right, right, wrong, wrong]) await browser!.mint()
    return service
      .warnings()
      .slice(before)
      .map(({ reason }) => reason)
  }
  expect(await reasonsAt(0)).toEqual(['no_cookie', 'wrong_origin'])
  expect(await reasonsAt(59_999)).toEqual([])
  expect(await reasonsAt(60_000)).toEqual(['no_cookie', 'wrong_origin'])
  expect(await reasonsAt(-3_600_000)).toEqual(['no_cookie', 'wrong_origin'])
})
