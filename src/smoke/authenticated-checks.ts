// What needs credentials: e-mail and password sign in to the website, a token is a procurement user's, or, where the
// service has no identity provider, the one that a sign-in gives.

import { type Credentials, Skipped, type SmokeCheck } from './smoke-check.ts'
import { type Caller, expectStatus, expectThat, jsonOf } from './smoke-client.ts'

export function authenticatedChecks(
  { get, post }: Caller,
  { email, password, token }: Credentials,
): SmokeCheck[] {
  const checks: SmokeCheck[] = []
  if (email !== null && password !== null) {
    let login: Promise<string> | null = null
    // One sign-in, however many ask: failed ones are counted.
    const signIn = () => {
      login ??= (async () => {
        const answer = await post('/api/auth/login', { email, password })
        expectStatus(answer, 200, '/api/auth/login')
        const { token: given } = jsonOf(answer, '/api/auth/login')
        expectThat(typeof given === 'string', '/api/auth/login gave no token')
        return given
      })()
      return login
    }
    checks.push(
      { name: 'POST /api/auth/login', run: async () => (await signIn()) && 'signed in' },
      {
        name: 'GET /api/auth/me',
        run: async () => {
          const answer = await get('/api/auth/me', { token: await signIn() })
          expectStatus(answer, 200, '/api/auth/me')
          return String(jsonOf(answer, '/api/auth/me').role)
        },
      },
      {
        name: 'GET /api/admin/articles',
        run: async () => {
          const answer = await get('/api/admin/articles?page=1&per_page=1', { token: await signIn() })
          expectStatus(answer, 200, '/api/admin/articles')
          return `${jsonOf(answer, '/api/admin/articles').total} articles`
        },
      },
    )
    if (token === null) {
      checks.push({
        name: 'GET /api/quotes',
        run: async () => {
          const answer = await get('/api/quotes', { token: await signIn() })
          // With an identity provider only its own tokens count there.
          if (answer.status === 401 || answer.status === 403)
            throw new Skipped("needs a procurement user's token in FRONTAGE_TOKEN")
          expectStatus(answer, 200, '/api/quotes')
          return `${jsonOf(answer, '/api/quotes').total} quotes`
        },
      })
    }
  }
  if (token !== null) {
    checks.push({
      name: 'GET /api/quotes',
      run: async () => {
        const answer = await get('/api/quotes', { token })
        expectStatus(answer, 200, '/api/quotes')
        return `${jsonOf(answer, '/api/quotes').total} quotes`
      },
    })
  }
  return checks
}
