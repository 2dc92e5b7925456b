import { afterAll, describe, expect, test } from 'bun:test'
import { userRoles } from '../../src/platform/db/schema/procurement.ts'
import { ADMIN, clientOf, startApp, type TestApp } from '../support/app.ts'
import { onPostgres } from '../support/database.ts'
import { deadlocksIn, QUOTE, startCompany } from '../support/procurement.ts'

const ROLES = ['requester', 'buyer', 'approver', 'storekeeper', 'auditor', 'admin'] as const
const ROUTES = [
  ['GET', '/api/quotes'],
  ['POST', '/api/quotes'],
  ['GET', '/api/quotes/1'],
  ['PATCH', '/api/quotes/1'],
  ['GET', '/api/quotes/1/events'],
  ...['submit', 'approve', 'reject', 'order', 'receive', 'cancel'].map((verb) => [
    'POST',
    `/api/quotes/1/${verb}`,
  ]),
  ['GET', '/api/inventory/items'],
  ['POST', '/api/inventory/items'],
  ['GET', '/api/inventory/items/1'],
  ['PATCH', '/api/inventory/items/1'],
  ['GET', '/api/inventory/transactions'],
  ['POST', '/api/inventory/transactions'],
  ['GET', '/api/inventory/transactions/1'],
  ['GET', '/api/users'],
  ['POST', '/api/users'],
  ['GET', '/api/users/me'],
  ['GET', '/api/users/1'],
  ['PUT', '/api/users/1/roles/buyer'],
  ['DELETE', '/api/users/1/roles/buyer'],
  ['GET', '/api/audit-log'],
  ['GET', '/api/audit-log/integrity'],
  // Unknown paths and methods need credentials as well.
  ['GET', '/api/quotes/a/b/c'],
  ['DELETE', '/api/quotes'],
  ['GET', '/api/inventory'],
  ['GET', '/api/audit-log/x'],
] as [string, string][]

const company = await startCompany()
afterAll(() => company[Symbol.asyncDispose]())

test.each(ROUTES)('%s %s without credentials is 401', async (method, path) => {
  const sent: Record<string, string>[] = [
    {},
    { Authorization: 'Basic cm9vdDpyb290' },
    { Authorization: 'Bearer x' },
  ]
  for (const headers of sent) {
    const answer = await company.service.anyone(method, path, { headers })
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
  }
})

test.each(ROUTES.filter(([, path]) => path !== '/api/users/me'))(
  '%s %s without a role is 403',
  async (method, path) => {
    const guest = await company.hire()
    expect((await guest(method, path)).status).toBe(403)
  },
)

describe('users', () => {
  test('are listed with their roles, for admins only', async () => {
    const buyer = await company.hire('buyer', 'requester')
    const { body } = await company.root('GET', '/api/users?page=1&per_page=100')
    expect(body.items.find(({ id }: any) => id === buyer.id)).toEqual({
      disabled: false,
      id: buyer.id,
      version: 3,
      subject: buyer.subject,
      email: `${buyer.subject}@example.com`,
      display_name: buyer.displayName,
      roles: ['requester', 'buyer'],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    for (const role of ROLES.filter((role) => role !== 'admin')) {
      const colleague = await company.hire(role)
      for (const [method, path] of ROUTES.filter(([, path]) => /users(?!\/me)/.test(path))) {
        expect((await colleague(method, path, method === 'POST' ? { body: {} } : {})).status).toBe(403)
      }
    }
  })

  test('created before their first sign-in have their roles at that sign-in', async () => {
    const subject = crypto.randomUUID()
    const created = await company.root('POST', '/api/users', { body: { subject, email: 'new@example.com' } })
    expect([created.status, created.headers.get('ETag')]).toEqual([201, '"1"'])
    expect(created.body).toMatchObject({
      subject,
      email: 'new@example.com',
      display_name: 'new@example.com',
      roles: [],
    })
    const path = created.headers.get('Location')!
    const assigned = await company.root('PUT', `${path}/roles/buyer`)
    expect([assigned.status, assigned.body.roles]).toEqual([200, ['buyer']])
    const client = clientOf(company.service.app, await company.provider.tokenFor(subject))
    const { body } = await client('GET', '/api/users/me')
    expect(body).toMatchObject({ id: created.body.id, roles: ['buyer'], display_name: `Name of ${subject}` })
    expect((await company.root('GET', path)).body.display_name).toBe(`Name of ${subject}`)
    const again = await company.root('POST', '/api/users', { body: { subject } })
    expect([again.status, again.body.errors[0].path]).toEqual([409, 'subject'])
  })

  test.each<[object, string]>([
    [{}, 'subject'],
    [{ subject: '' }, 'subject'],
    [{ subject: 'local:1' }, 'subject'],
    [{ subject: 'LOCAL:1' }, 'subject'],
    [{ subject: 'a\nb' }, 'subject'],
    [{ subject: 'x'.repeat(256) }, 'subject'],
    [{ subject: 'a', email: 'nobody' }, 'email'],
    [{ subject: 'a', display_name: 'a\nb' }, 'display_name'],
    [{ subject: 'a', display_name: 'x'.repeat(1_048_576) }, 'display_name'],
    [{ subject: 'a', roles: ['admin'] }, 'roles'],
  ])('422 for %j', async (body, path) => {
    const { total } = (await company.root('GET', '/api/users?per_page=1')).body
    const answer = await company.root('POST', '/api/users', { body })
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
    expect((await company.root('GET', '/api/users?per_page=1')).body.total).toBe(total)
  })
})

describe('roles', () => {
  test.each(ROLES)('assigning and removing %s writes one audit row each', async (role) => {
    const colleague = await company.hire()
    const path = `/api/users/${colleague.id}/roles/${role}`
    const trail = async () =>
      (await company.root('GET', `/api/audit-log?entity=users&entity_id=${colleague.id}`)).body.items
        .filter(({ action }: any) => action.startsWith('role.'))
        .map(({ actor, action, changes }: any) => [actor, action, changes])
    const changes = { role, subject: colleague.subject }
    for (let round = 0; round < 2; round++) {
      // The second assignment changes nothing.
      const { status, body } = await company.root('PUT', path)
      expect([status, body.roles]).toEqual([200, [role]])
      expect(await trail()).toEqual([['Name of root', 'role.assign', changes]])
    }
    expect((await colleague('GET', '/api/users/me')).body.roles).toEqual([role])
    expect((await company.root('DELETE', path)).status).toBe(204)
    expect((await company.root('DELETE', path)).status).toBe(404)
    expect(await trail()).toEqual([
      ['Name of root', 'role.remove', changes],
      ['Name of root', 'role.assign', changes],
    ])
    expect((await colleague('GET', '/api/quotes')).status).toBe(403)
  })

  test('404 for an unknown role or user', async () => {
    const colleague = await company.hire()
    for (const path of [
      `/api/users/${colleague.id}/roles/king`,
      '/api/users/999999/roles/buyer',
      '/api/users/x/roles/buyer',
    ]) {
      for (const method of ['PUT', 'DELETE']) expect((await company.root(method, path)).status).toBe(404)
    }
  })
})

describe('the last admin', () => {
  test('can be removed when the configuration names an admin', async () => {
    const chief = await company.hire('admin')
    expect((await chief('DELETE', `/api/users/${chief.id}/roles/admin`)).status).toBe(204)
    expect((await chief('GET', '/api/users')).status).toBe(403)
  })

  test('stays when it names none, also when two admins remove each other’s role in parallel', async () => {
    const { provider } = company
    await using service = await startApp(provider.env)
    const [chief, deputy] = [await provider.tokenFor('chief'), await provider.tokenFor('deputy')]
    const ids: number[] = []
    for (const token of [chief, deputy]) {
      const { body } = await clientOf(service.app, token)('GET', '/api/users/me')
      ids.push(body.id)
      await service.deps.database.query((tx) =>
        tx.insert(userRoles).values({ user_id: body.id, role: 'admin', granted_at: new Date() }),
      )
    }
    const statuses = await Promise.all([
      clientOf(service.app, chief)('DELETE', `/api/users/${ids[1]}/roles/admin`),
      clientOf(service.app, deputy)('DELETE', `/api/users/${ids[0]}/roles/admin`),
    ])
    expect(statuses.map(({ status }) => status).sort()).toEqual([204, 403])
    const [left, id] = statuses[0].status === 204 ? [chief, ids[0]] : [deputy, ids[1]]
    const refused = await clientOf(service.app, left)('DELETE', `/api/users/${id}/roles/admin`)
    expect([refused.status, refused.body.code]).toEqual([409, 'last_admin'])
    expect((await clientOf(service.app, left)('GET', '/api/users')).status).toBe(200)
    if (onPostgres) expect(await deadlocksIn(service.deps.database)).toBe(0)
  })
})

describe('without an identity provider', () => {
  test('content admins are procurement admins, creators are refused', async () => {
    await using service = await startApp()
    const { admin } = service
    const me = await admin('GET', '/api/users/me')
    expect(me.body).toMatchObject({ subject: 'local:1', display_name: 'Admin', roles: ['admin'] })
    const quote = await admin('POST', '/api/quotes', { body: QUOTE })
    expect(quote.status).toBe(201)
    await admin('POST', `/api/quotes/${quote.body.id}/submit`)
    expect((await admin('POST', `/api/quotes/${quote.body.id}/approve`)).status).toBe(403)
    const second = await service.signIn('admin', 'Second')
    expect((await second('POST', `/api/quotes/${quote.body.id}/approve`)).status).toBe(200)
    const events = await second('GET', `/api/quotes/${quote.body.id}/events`)
    expect(events.body.items.map(({ actor }: any) => actor)).toEqual(['Admin', 'Admin', 'Second'])

    const creator = await service.signIn('creator')
    for (const [method, path] of ROUTES) expect((await creator(method, path)).status).toBe(403)
    expect((await service.anyone('GET', '/api/quotes')).status).toBe(401)
    expect((await service.anyone('GET', '/health/ready')).body.checks.identity_provider).toBe(true)

    // The mirrored admin role ends with the account's role.
    await admin('PATCH', `/api/admin/users/${second.id}`, { body: { role: 'creator' } })
    expect((await second('GET', '/api/quotes')).status).toBe(401)
  })

  test('with a provider, a session that is not connected with a person of it is 403 not_linked', async () => {
    for (const [method, path] of ROUTES) {
      const { status, body } = await company.service.admin(method, path)
      expect([status, body.code]).toEqual([403, 'not_linked'])
    }
  })

  test('an API token with the scope `procurement` acts as its account; with a provider it is 403', async () => {
    const body = {
      name: 'Orders',
      scopes: ['procurement'],
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      current_password: ADMIN.password,
    }
    await using alone = await startApp()
    const withToken = async (service: TestApp) =>
      clientOf(service.app, (await service.admin('POST', '/api/admin/tokens', { body })).body.token)
    const token = await withToken(alone)
    expect((await token('GET', '/api/users/me')).body.subject).toBe('local:1')
    expect((await token('POST', '/api/quotes', { body: QUOTE })).status).toBe(201)
    expect((await token('GET', '/api/admin/articles')).status).toBe(403)
    expect((await (await withToken(company.service))('GET', '/api/quotes')).status).toBe(403)
  })

  test('a renamed account shows its new name', async () => {
    await using service = await startApp()
    const second = await service.signIn('admin', 'Before')
    expect((await second('GET', '/api/users/me')).body.display_name).toBe('Before')
    await service.admin('PATCH', `/api/admin/users/${second.id}`, { body: { name: 'After' } })
    expect((await second('GET', '/api/users/me')).body.display_name).toBe('After')
  })
})
