// Which request an audit row names: a client cannot choose the id, and the log leads from one to the other.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { desc } from 'drizzle-orm'
import { auditLog } from '../../../src/platform/db/schema/audit.ts'
import { createLog } from '../../../src/platform/log.ts'
import { startApp } from '../../support/app.ts'

const lines: string[] = []
const service = await startApp(
  { TRUSTED_PROXIES: '10.1.2.3' },
  { log: createLog('info', { write: (line) => void lines.push(line), flushSync() {} }) },
)
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(() => void lines.splice(0))

async function createFrom(peer: string | undefined, sent?: string) {
  const response = await service.app.fetch(
    new Request('http://localhost/api/admin/articles', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.admin.token}`,
        'Content-Type': 'application/json',
        ...(sent !== undefined && { 'X-Request-Id': sent }),
      },
      body: JSON.stringify({ title: 'x', status: 'published' }),
    }),
    { peer },
  )
  expect(response.status).toBe(201)
  const [row] = await service.deps.database.query((tx) =>
    tx.select({ id: auditLog.request_id }).from(auditLog).orderBy(desc(auditLog.id)).limit(1),
  )
  const line = JSON.parse(lines.find((text) => text.includes('"msg":"request"'))!)
  return { answered: response.headers.get('X-Request-Id'), stored: row!.id, line }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test("a client's own id is answered and logged, and another one is stored", async () => {
  const { answered, stored, line } = await createFrom('203.0.113.9', 'mine')
  expect([answered, line.request_id]).toEqual(['mine', 'mine'])
  expect(stored).toMatch(UUID)
  expect(line.server_request_id).toBe(stored)
})

test("a trusted proxy's id is stored", async () => {
  const { answered, stored, line } = await createFrom('10.1.2.3', 'from-the-proxy')
  expect([answered, stored, line.request_id]).toEqual(['from-the-proxy', 'from-the-proxy', 'from-the-proxy'])
  expect(line).not.toContainKey('server_request_id')
})

test('without an id, or with one that is malformed, one id is made for all', async () => {
  for (const sent of [undefined, 'a b', 'x'.repeat(65)]) {
    lines.splice(0)
    const { answered, stored, line } = await createFrom('203.0.113.9', sent)
    expect(answered).toMatch(UUID)
    expect([stored, line.request_id]).toEqual([answered, answered])
    expect(line).not.toContainKey('server_request_id')
  }
})
