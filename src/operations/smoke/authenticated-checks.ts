// Checks with credentials. Email and password sign in to the website. A token is an API token, which tries what its scopes allow, or
// belongs to a procurement user; without an identity provider, the token of a sign-in also works there.
import { type Credentials, Skipped, type SmokeCheck } from './smoke-check.ts'
import { expectStatus, expectThat, jsonOf, type SmokeClient } from './smoke-client.ts'

export function authenticatedChecks(
  { get, post }: SmokeClient,
  { email, password, token }: Credentials,
): SmokeCheck[] {
  const checks: SmokeCheck[] = []
  if (email !== null && password !== null) {
    let login: Promise<string> | null = null
    // One sign-in for all checks, since failed sign-ins are rate limited.
    const signIn = () => {
      login ??= (async () => {
        const response = await post('/api/auth/login', { email, password })
        expectStatus(response, 200, '/api/auth/login')
        const { token: issued } = jsonOf(response, '/api/auth/login')
        expectThat(typeof issued === 'string', '/api/auth/login returned no token')
        return issued
      })()
      return login
    }
    checks.push(
      { name: 'POST /api/auth/login', run: async () => (await signIn()) && 'signed in' },
      {
        name: 'GET /api/auth/me',
        run: async () => {
          const response = await get('/api/auth/me', { token: await signIn() })
          expectStatus(response, 200, '/api/auth/me')
          return String(jsonOf(response, '/api/auth/me').role)
        },
      },
      {
        name: 'GET /api/admin/articles',
        run: async () => {
          const response = await get('/api/admin/articles?page=1&per_page=1', { token: await signIn() })
          expectStatus(response, 200, '/api/admin/articles')
          return `${jsonOf(response, '/api/admin/articles').total} articles`
        },
      },
    )
    if (token === null) {
      checks.push({
        name: 'GET /api/quotes',
        run: async () => {
          const response = await get('/api/quotes', { token: await signIn() })
          // With an identity provider, only its tokens are accepted there.
          if (response.status === 401 || response.status === 403)
            throw new Skipped("needs a procurement user's token in FRONTAGE_TOKEN")
          expectStatus(response, 200, '/api/quotes')
          return `${jsonOf(response, '/api/quotes').total} quotes`
        },
      })
    }
  }
  const isApiToken = token?.startsWith('fr_') ?? false
  if (token !== null && isApiToken)
    checks.push(
      {
        name: 'GET /api/auth/me with the API token',
        run: async () => {
          const response = await get('/api/auth/me', { token })
          expectStatus(response, 200, '/api/auth/me')
          return String(jsonOf(response, '/api/auth/me').role)
        },
      },
      {
        name: 'GET /api/admin/articles with the API token',
        run: async () => {
          const response = await get('/api/admin/articles?page=1&per_page=1', { token })
          if (response.status === 403) throw new Skipped('needs the scope read')
          expectStatus(response, 200, '/api/admin/articles')
          return `${jsonOf(response, '/api/admin/articles').total} articles`
        },
      },
    )
  if (token !== null) {
    checks.push({
      name: 'GET /api/quotes',
      run: async () => {
        const response = await get('/api/quotes', { token })
        if (isApiToken && response.status === 403) throw new Skipped('needs the scope procurement')
        expectStatus(response, 200, '/api/quotes')
        return `${jsonOf(response, '/api/quotes').total} quotes`
      },
    })
  }
  return checks
}
