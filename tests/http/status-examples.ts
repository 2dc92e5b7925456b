// A real request for every status of the service.
import { sql } from 'drizzle-orm'
import { createUser } from '../../src/accounts/admin-users.ts'
import { openSite, type Site } from '../content/snapshot/open-site.ts'
import { addFirstAdmin } from '../support/accounts.ts'
import { ADMIN, tokenOf } from '../support/app.ts'
import { createTestDatabase } from '../support/database.ts'

/** The message of a failing dependency, which must not leave the service. */
export const CAUSE = 'password=hunter2 host=10.0.0.5'

export type Example = {
  status: number
  code?: string
  request: [method: string, path: string, options?: { headers?: Record<string, string>; body?: string }]
  /** Counts as a failed sign-in, many of which delay the account: not for tests with many variants. */
  slow?: true
  fault?: 'refuses' | { throws: Error }
}

export type Service = Site & {
  send(example: Example, headers?: Record<string, string>): Promise<Response>
  stop(): Promise<void>
}

export async function startExamples(): Promise<Service & { examples: Example[] }> {
  const database = await createTestDatabase()
  const site = await openSite(database)
  const { auth } = site.deps
  await addFirstAdmin(auth, ADMIN)
  const creator = { email: 'creator@example.com', password: 'a long password' }
  await createUser(auth, { kind: 'system', name: 'test' }, { ...creator, name: 'C', role: 'creator' })
  const asAdmin = { Authorization: `Bearer ${await tokenOf(site.app, ADMIN)}` }
  const asCreator = { Authorization: `Bearer ${await tokenOf(site.app, creator)}` }
  await database.driver.drizzle.execute(sql`insert into heroes (page_key) values ('home')`)

  const json = { ...asAdmin, 'Content-Type': 'application/json' }
  const thrown = Object.assign(new Error(CAUSE), { query: CAUSE })
  const examples: Example[] = [
    { status: 200, request: ['GET', '/api/site'] },
    { status: 201, request: ['POST', '/api/admin/services', { headers: json, body: '{"title":"x"}' }] },
    {
      status: 204,
      request: [
        'OPTIONS',
        '/api/site',
        { headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' } },
      ],
    },
    { status: 304, request: ['GET', '/api/site', { headers: { 'If-None-Match': '*' } }] },
    {
      status: 400,
      code: 'malformed_request',
      request: ['POST', '/api/admin/services', { headers: json, body: '{' }],
    },
    { status: 401, code: 'unauthenticated', request: ['GET', '/api/admin/services'] },
    { status: 401, code: 'unauthenticated', request: ['GET', '/api/admin/nothing-here'] },
    {
      status: 401,
      code: 'invalid_credentials',
      slow: true,
      request: [
        'POST',
        '/api/auth/login',
        {
          headers: { 'Content-Type': 'application/json' },
          body: '{"email":"a@example.com","password":"wrong"}',
        },
      ],
    },
    { status: 403, code: 'forbidden', request: ['GET', '/api/admin/nothing-here', { headers: asCreator }] },
    { status: 404, code: 'not_found', request: ['GET', '/nothing/here'] },
    { status: 404, code: 'not_found', request: ['GET', '/api/articles/none'] },
    { status: 404, code: 'not_found', request: ['GET', '/api/site/nothing'] },
    { status: 404, code: 'not_found', request: ['GET', '/api/admin/services/999', { headers: asAdmin }] },
    { status: 405, code: 'method_not_allowed', request: ['DELETE', '/api/site'] },
    {
      status: 409,
      code: 'conflict',
      request: ['POST', '/api/admin/heroes', { headers: json, body: '{"page_key":"home"}' }],
    },
    {
      status: 412,
      code: 'stale',
      request: ['PATCH', '/api/admin/about/1', { headers: { ...json, 'If-Match': '"99"' }, body: '{}' }],
    },
    {
      status: 413,
      code: 'payload_too_large',
      request: [
        'POST',
        '/api/admin/services',
        { headers: { ...json, 'Content-Length': '2097153' }, body: '{}' },
      ],
    },
    {
      status: 415,
      code: 'unsupported_media_type',
      request: ['POST', '/api/admin/services', { headers: asAdmin, body: 'x' }],
    },
    {
      status: 422,
      code: 'validation_failed',
      request: ['POST', '/api/admin/services', { headers: json, body: '{"wrong":1}' }],
    },
    {
      status: 500,
      code: 'internal',
      request: ['GET', '/api/admin/services', { headers: asAdmin }],
      fault: { throws: thrown },
    },
    {
      status: 500,
      code: 'internal',
      request: ['PATCH', '/api/admin/about/1', { headers: json, body: '{"title":"x"}' }],
      fault: { throws: thrown },
    },
    {
      status: 503,
      code: 'unavailable',
      request: ['GET', '/api/admin/services', { headers: asAdmin }],
      fault: 'refuses',
    },
  ]

  return Object.assign(site, {
    examples,
    async send({ request: [method, path, options], fault }: Example, headers: Record<string, string> = {}) {
      site.setFault(fault ?? null)
      try {
        return await site.app.request(path, {
          method,
          ...options,
          headers: { ...options?.headers, ...headers },
        })
      } finally {
        site.setFault(null)
      }
    },
    async stop() {
      await site.close()
      await database.driver.close()
      await database.drop()
    },
  })
}
