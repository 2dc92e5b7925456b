// What an API token did stands under the name of its account, and says so: in the audit log and in the history of quotes.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { listAuditLog } from '../../../src/accounts/audit/list-audit-log.ts'
import { SCOPES } from '../../../src/accounts/scopes.ts'
import { formatTable } from '../../../src/commands/audit-command.ts'
import { resources } from '../../../src/content/resources/resource-registry.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { ADMIN, type Client, clientOf, startApp, type TestApp } from '../../support/app.ts'
import { QUOTE, startCompany } from '../../support/procurement.ts'
import { WebBrowser } from '../../support/web-browser.ts'

let service: TestApp
let token: Client

beforeAll(async () => {
  service = await startApp()
  token = await tokenNamed('CI')
})
afterAll(() => service[Symbol.asyncDispose]())

type Owner = { client: Client; password: string; app?: TestApp['app'] }

async function tokenNamed(name: string, owner: Partial<Owner> = {}) {
  const { client = service.admin, password = ADMIN.password, app = service.app } = owner
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const body = { name, scopes: SCOPES, expires_at, current_password: password }
  return clientOf(app, (await client('POST', '/api/admin/tokens', { body })).body.token)
}

const trail = async (query: string) => (await service.admin('GET', `/api/audit-log?${query}`)).body.items

async function publish(client: Client): Promise<number> {
  const body = { title: 'News', content: '<p>x</p>', status: 'published' }
  return (await client('POST', '/api/admin/articles', { body })).body.id
}

describe('the audit log', () => {
  test('names the token beside the account, and nothing for a session', async () => {
    const [byToken, bySession] = [await publish(token), await publish(service.admin)]
    const [row] = await trail(`entity=articles&entity_id=${byToken}`)
    expect(row).toMatchObject({ actor: 'Admin', actor_id: 'local:1', via: 'token "CI"' })
    expect(row.changes.title).toBe('News')
    expect(row.changes).not.toContainKey('via')
    expect((await trail(`entity=articles&entity_id=${bySession}`))[0].via).toBeNull()
  })

  test('is filtered by it', async () => {
    const other = await tokenNamed('the "other"')
    const id = String(await publish(other))
    await publish(token)
    const rows = await trail(`via=${encodeURIComponent('token "the "other""')}`)
    expect(rows.map((row: any) => [row.entity_id, row.via])).toEqual([[id, 'token "the "other""']])
  })

  test('covers it with the hash of the row', async () => {
    await publish(token)
    expect((await service.admin('GET', '/api/audit-log/integrity')).body).toMatchObject({ ok: true })
    const altered = { ...(await trail('via=token "CI"&limit=1'))[0] }
    await service.deps.database.transaction(async (tx) => {
      for (const statement of [
        sql`alter table audit_log disable trigger only_added_to`,
        sql`update audit_log set changes = changes - 'via' where id = ${altered.id}`,
        sql`alter table audit_log enable always trigger only_added_to`,
      ])
        await rowsOf(tx, statement)
    })
    expect((await service.admin('GET', '/api/audit-log/integrity')).body).toMatchObject({
      ok: false,
      first_broken: altered.id,
    })
  })
  test('names it on the command line', async () => {
    await publish(token)
    const { items } = await listAuditLog(service.deps.database, { limit: 1 })
    expect(formatTable(items)).toContain('  Admin (token "CI")  content.publish  articles  ')
  })

  test('has no changes of that name that it could be mistaken for', () => {
    expect(resources.flatMap(({ input }) => Object.keys(input.shape))).not.toContain('via')
  })
})

describe('in procurement', () => {
  test('the token of an account stands in the log, also where it adds the person, and in the history of quotes', async () => {
    const colleague = await service.signIn('admin', 'Colleague')
    const password = 'a password of admin'
    const acting = await tokenNamed('Orders', { client: colleague, password })
    const mirrored = await acting('GET', '/api/users/me')
    const { body: quote } = await acting('POST', '/api/quotes', { body: QUOTE })
    await colleague('POST', `/api/quotes/${quote.id}/submit`)
    const { body } = await acting('GET', `/api/quotes/${quote.id}/events`)
    expect(body.items.map(({ actor, via, event }: any) => [actor, via, event])).toEqual([
      ['Colleague', 'token "Orders"', 'created'],
      ['Colleague', null, 'submitted'],
    ])
    await acting('POST', `/api/quotes/${quote.id}/cancel`)
    const viaOf = async (query: string) => (await trail(query)).map(({ action, via }: any) => [action, via])
    expect(await viaOf(`entity=quotes&entity_id=${quote.id}`)).toEqual([
      ['quote.cancel', 'token "Orders"'],
      ['quote.submit', null],
    ])
    expect(await viaOf(`entity=users&entity_id=${mirrored.body.id}`)).toEqual([
      ['user.create', 'token "Orders"'],
    ])
  })

  test('so does the token of an account that is connected with a person of the provider', async () => {
    await using company = await startCompany()
    const { app, admin } = company.service
    const boss = await company.hire('requester')
    await new WebBrowser(app).connect(admin.token!, boss.subject, { current_password: ADMIN.password })
    const acting = await tokenNamed('Orders', { client: admin, app })
    const { body: quote } = await acting('POST', '/api/quotes', { body: QUOTE })
    await acting('POST', `/api/quotes/${quote.id}/submit`)
    const { body } = await acting('GET', `/api/quotes/${quote.id}/events`)
    expect(body.items.map(({ actor_id, via }: any) => [actor_id, via])).toEqual([
      [boss.id, 'token "Orders"'],
      [boss.id, 'token "Orders"'],
    ])
    const { body: log } = await company.root('GET', '/api/audit-log?action=quote.submit')
    expect(log.items[0]).toMatchObject({ actor_id: boss.subject, via: 'token "Orders"' })
  })
})
