// The browser of a person who signs in at the identity provider: cookies by origin, and redirects one by one.
import type { Answer, TestApp } from './app.ts'

/** The ticket that the way back from the provider ends with. */
export const ticketIn = (headers: Headers) =>
  new URL(headers.get('Location')!, 'http://localhost').searchParams.get('ticket')

/** Bodies of requests whose ticket is none. */
export const NO_TICKETS: [unknown][] = [
  [null],
  [{}],
  [{ ticket: 7 }],
  [{ ticket: '' }],
  [{ ticket: 'x'.repeat(201) }],
  [{ ticket: 'a\0b' }],
]

export class WebBrowser {
  readonly #jars = new Map<string, Map<string, string>>()
  readonly #app: TestApp['app']
  readonly #origin: string
  /** `origin`: the address of the panel. */
  constructor(app: TestApp['app'], origin = 'http://localhost:3000') {
    this.#app = app
    this.#origin = origin
  }

  /** A request to the service. */
  async request(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const url = new URL(path, this.#origin)
    const response = await this.#app.request(url.href, {
      method,
      headers: {
        Host: url.host,
        'X-Frontage-Panel': '1',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...this.#cookies(url.origin),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    this.#keep(url.origin, response)
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    }
  }

  /** Signs in at the provider as `subject`, from the address that the service named. Returns the address of the way back. */
  async signInAt(providerUrl: string, subject: string): Promise<string> {
    let [url, method] = [providerUrl, 'GET']
    for (let step = 0; step < 10; step++) {
      const { origin, pathname } = new URL(url)
      if (pathname === '/api/auth/oidc/callback') return url
      const isForm = pathname.startsWith('/sign-in/') && method === 'POST'
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        headers: this.#cookies(origin),
        ...(isForm && { body: new URLSearchParams({ subject }) }),
      })
      this.#keep(origin, response)
      const location = response.headers.get('Location')
      if (location) [url, method] = [new URL(location, url).href, 'GET']
      else if (pathname.startsWith('/sign-in/') && method === 'GET') method = 'POST'
      else throw new Error(`the provider answered ${response.status} ${await response.text()}`)
    }
    throw new Error('too many redirects')
  }

  /** The whole way to the provider and back: the answer of the callback. */
  async goAndComeBack(subject: string, query = ''): Promise<Answer> {
    const { headers } = await this.request('GET', `/api/auth/oidc/start${query}`)
    return this.request('GET', await this.signInAt(headers.get('Location')!, subject))
  }

  /** Signs in: the answer with the session. */
  async signIn(subject: string): Promise<Answer> {
    const { headers } = await this.goAndComeBack(subject)
    return this.takeTicket(headers)
  }

  takeTicket(headers: Headers): Promise<Answer> {
    return this.request('POST', '/api/auth/ticket', { body: { ticket: ticketIn(headers) } })
  }

  /** Goes to the provider to connect the account of a token with the person `subject`: the answer of the callback. */
  async goToConnect(token: string, subject: string, proof: object): Promise<Answer> {
    const headers = { Authorization: `Bearer ${token}` }
    const begun = await this.request('POST', '/api/auth/oidc/link', { body: proof, headers })
    if (begun.status !== 200) throw new Error(JSON.stringify(begun.body))
    return this.request('GET', await this.signInAt(begun.body.url, subject))
  }

  /** Connects the account of a token, as the account page does: the last answer. */
  async connect(token: string, subject: string, proof: object): Promise<Answer> {
    return this.confirmConnection(token, (await this.goToConnect(token, subject, proof)).headers)
  }

  confirmConnection(token: string, callback: Headers): Promise<Answer> {
    const headers = { Authorization: `Bearer ${token}` }
    return this.request('POST', '/api/auth/oidc/link/confirm', {
      body: { ticket: ticketIn(callback) },
      headers,
    })
  }

  /** A cookie that another host of the same site has set for this one. */
  plant(name: string, value: string) {
    this.#jar(this.#origin).set(name, value)
  }

  cookie(name: string): string | undefined {
    return this.#jar(this.#origin).get(name)
  }

  #jar(origin: string) {
    const jar = this.#jars.get(origin) ?? new Map<string, string>()
    this.#jars.set(origin, jar)
    return jar
  }

  #cookies(origin: string): Record<string, string> {
    const jar = this.#jars.get(origin)
    return jar?.size ? { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') } : {}
  }

  #keep(origin: string, response: Response) {
    const jar = this.#jar(origin)
    for (const cookie of response.headers.getSetCookie()) {
      const [pair, ...attributes] = cookie.split(';')
      const at = pair!.indexOf('=')
      const [name, value] = [pair!.slice(0, at), pair!.slice(at + 1)]
      if (value === '' || attributes.some((text) => /max-age=0$/i.test(text.trim()))) jar.delete(name)
      else jar.set(name, value)
    }
  }
}
