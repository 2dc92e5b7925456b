// Substitutes of approvers.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { type Colleague, QUOTE, quoteIn, startCompany } from '../support/procurement.ts'
import { roundsOf } from '../support/rounds.ts'

const ROUNDS = roundsOf(25, 5)
const PATH = '/api/substitutes'

const company = await startCompany()
const { root } = company
const owner = await company.hire('requester')
const ann = await company.hire('approver')
const ben = await company.hire('approver')
const eve = await company.hire('requester')
afterAll(() => company[Symbol.asyncDispose]())
afterEach(async () => {
  await root('PUT', '/api/approval-limits', { body: { EUR: [] } })
  for (const { id } of (await root('GET', PATH)).body.items) await root('DELETE', `${PATH}/${id}`)
})

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const standIn = (
  approver: Colleague,
  substitute: Colleague,
  { from = day(-1), to = day(1), by = approver as Colleague | typeof root } = {},
) => by('POST', PATH, { body: { approver: approver.id, substitute: substitute.id, from, to } })
const submitted = () => quoteIn('submitted', owner, root)
const approve = (by: Colleague, id: number) => by('POST', `/api/quotes/${id}/approve`)
const read = async (id: number) => (await root('GET', `/api/quotes/${id}`)).body
const rolesOf = async (person: Colleague) => (await person('GET', '/api/users/me')).body.roles
const lastAuditRow = async () => (await root('GET', '/api/audit-log?limit=1')).body.items[0]

test('a substitute sees all quotes and approves, returns and rejects in the place of the approver', async () => {
  const created = await standIn(ann, eve)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    approver: ann.id,
    approver_name: ann.displayName,
    substitute: eve.id,
    substitute_name: eve.displayName,
    from: day(-1),
    to: day(1),
  })
  expect(await rolesOf(eve)).toEqual(['requester', 'approver'])
  const id = await submitted()
  const { status, body } = await approve(eve, id)
  expect([status, body.status]).toEqual([200, 'approved'])
  const seen = { id: eve.id, display_name: eve.displayName }
  const principal = { id: ann.id, display_name: ann.displayName }
  expect(body.approvals).toMatchObject([{ approver: seen, on_behalf_of: principal }])
  expect(await lastAuditRow()).toMatchObject({
    action: 'quote.approve',
    actor: eve.displayName,
    changes: { on_behalf_of: ann.id },
  })
  const returned = await eve('POST', `/api/quotes/${await submitted()}/return`, { body: { note: 'Two.' } })
  const rejected = await eve('POST', `/api/quotes/${await submitted()}/reject`)
  expect([returned.body.status, rejected.body.status]).toEqual(['draft', 'rejected'])
})

test.each([
  ['before the first day', 1, 2],
  ['after the last day', -3, -1],
])('%s a substitute is none', async (_, from, to) => {
  // Days that are over cannot be chosen: the substitution is made as one of today, whose days are then moved.
  const { body } = await standIn(ann, eve)
  const { database } = company.service.deps
  await database.query((tx) =>
    tx.execute(
      `update substitutes set from_day = '${day(from)}', to_day = '${day(to)}' where id = ${body.id}`,
    ),
  )
  expect(await rolesOf(eve)).toEqual(['requester'])
  const id = await submitted()
  expect((await approve(eve, id)).status).toBe(404)
  expect((await read(id)).status).toBe('submitted')
})

test('the first and the last day count', async () => {
  await standIn(ann, eve, { from: day(0), to: day(0) })
  expect((await approve(eve, await submitted())).status).toBe(200)
})

test('an approver and their substitute count as one person', async () => {
  await root('PUT', '/api/approval-limits', { body: { EUR: [1] } })
  await standIn(ann, eve)
  for (const [one, other, whose] of [
    [ann, eve, 'the approver for whom you stand in'],
    [eve, ann, 'your substitute'],
  ] as const) {
    const id = await submitted()
    expect((await approve(one, id)).body.status).toBe('submitted')
    const second = await approve(other, id)
    expect([second.status, second.body.errors[0].code]).toEqual([409, 'already_approved'])
    expect(second.body.detail).toContain(whose)
    expect((await approve(ben, id)).body.status).toBe('approved')
  }
})

test('a substitute of two approvers approves a quote once', async () => {
  await root('PUT', '/api/approval-limits', { body: { EUR: [1] } })
  await standIn(ann, eve)
  await standIn(ben, eve)
  const id = await submitted()
  expect((await approve(eve, id)).body.status).toBe('submitted')
  expect((await approve(eve, id)).status).toBe(409)
  expect((await approve(ben, id)).body.status).toBe('approved')
})

test('what an approver may not approve, their substitute may not either', async () => {
  const buyer = await company.hire('requester', 'approver')
  await standIn(buyer, eve)
  const id = await quoteIn('submitted', buyer, root)
  for (const verb of ['approve', 'reject']) {
    const { status, body } = await eve('POST', `/api/quotes/${id}/${verb}`)
    expect([status, body.detail]).toEqual([
      403,
      'You cannot approve or reject a quote whose approver, for whom you stand in, created, edited, submitted or awarded it.',
    ])
  }
  const own = await quoteIn('submitted', eve, root)
  expect((await approve(eve, own)).status).toBe(403)
  // As the substitute of somebody else they may.
  await standIn(ann, eve)
  const { body } = await approve(eve, id)
  expect(body.approvals[0].on_behalf_of.id).toBe(ann.id)
})

test('who stands in for a substitute gets nothing, nor does a substitute of a disabled or former approver', async () => {
  await standIn(ann, eve)
  const third = await company.hire('requester')
  expect((await standIn(eve, third, { by: root as Colleague })).status).toBe(422)
  const leaver = await company.hire('approver')
  await standIn(leaver, third)
  expect(await rolesOf(third)).toEqual(['requester', 'approver'])
  await root('PATCH', `/api/users/${leaver.id}`, { body: { disabled: true } })
  expect(await rolesOf(third)).toEqual(['requester'])
  await root('PATCH', `/api/users/${leaver.id}`, { body: { disabled: false } })
  await root('DELETE', `/api/users/${leaver.id}/roles/approver`)
  expect(await rolesOf(third)).toEqual(['requester'])
})

describe('choosing', () => {
  test('approvers choose for themselves and admins for everybody; each choice is in the audit trail', async () => {
    expect((await standIn(ann, eve, { by: ben })).status).toBe(403)
    expect((await standIn(ann, eve, { by: owner })).status).toBe(403)
    expect((await standIn(ann, eve, { by: eve })).status).toBe(403)
    const { status, body, headers } = await standIn(ann, eve, { by: root as Colleague })
    expect(status).toBe(201)
    const changes = { approver: ann.id, substitute: eve.id, from: day(-1), to: day(1) }
    expect(await lastAuditRow()).toMatchObject({
      action: 'substitute.create',
      entity_id: String(body.id),
      changes,
    })
    expect((await ben('DELETE', `${PATH}/${body.id}`)).status).toBe(403)
    const stale = await ann('DELETE', `${PATH}/${body.id}`, { headers: { 'If-Match': '"9"' } })
    expect(stale.status).toBe(412)
    const etag = headers.get('ETag')!
    expect((await ann('DELETE', `${PATH}/${body.id}`, { headers: { 'If-Match': etag } })).status).toBe(204)
    expect(await lastAuditRow()).toMatchObject({ action: 'substitute.delete', changes })
    expect((await ann('DELETE', `${PATH}/${body.id}`)).status).toBe(404)
    expect(await rolesOf(eve)).toEqual(['requester'])
  })

  test('a substitute does not choose one for the approver', async () => {
    await standIn(ann, eve)
    expect((await standIn(ann, owner, { by: eve })).status).toBe(403)
  })

  test('everybody with a role reads the substitutes of now and of days to come', async () => {
    await standIn(ann, eve, { from: day(5), to: day(6) })
    await standIn(ben, eve)
    const { body } = await owner('GET', PATH)
    expect(body.items.map(({ approver }: any) => approver)).toEqual([ben.id, ann.id])
    expect((await (await company.hire())('GET', PATH)).status).toBe(403)
  })

  test('approvers and admins see whom they can choose among', async () => {
    const { body } = await ann('GET', `${PATH}/candidates`)
    const seen = body.items.map(({ id, is_approver }: any) => [id, is_approver])
    expect(seen).toContainEqual([ben.id, true])
    expect(seen).toContainEqual([eve.id, false])
    expect((await owner('GET', `${PATH}/candidates`)).status).toBe(403)
  })

  test.each<[string, object, string]>([
    ['the approver', { substitute: ann.id }, 'substitute'],
    ['nobody', { substitute: 99_999 }, 'substitute'],
    ['an id that is none', { substitute: 'eve' }, 'substitute'],
    ['an approver who is none', { approver: owner.id }, 'approver'],
    ['a day that does not exist', { from: '2026-02-30' }, 'from'],
    ['an instant', { to: `${day(1)}T00:00:00Z` }, 'to'],
    ['a last day before the first', { to: day(-2) }, 'to'],
    ['days that are over', { from: day(-5), to: day(-4) }, 'to'],
    ['more than a year', { to: day(366) }, 'to'],
    ['an unknown field', { note: 'x' }, 'note'],
  ])('%s is 422', async (_, changes, path) => {
    const body = { approver: ann.id, substitute: eve.id, from: day(-1), to: day(1), ...changes }
    const answer = await root('POST', PATH, { body })
    expect([answer.status, answer.body.errors.map((issue: any) => issue.path)]).toEqual([422, [path]])
    expect((await root('GET', PATH)).body.total).toBe(0)
  })

  test('a disabled person is 422', async () => {
    const gone = await company.hire('requester')
    await root('PATCH', `/api/users/${gone.id}`, { body: { disabled: true } })
    const { status, body } = await standIn(ann, gone)
    expect([status, body.errors[0].path]).toEqual([422, 'substitute'])
  })
})

test('the end of a substitution and an approval at the same time happen one after the other', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { body } = await standIn(ann, eve)
    const id = await quoteIn('submitted', owner, root, QUOTE)
    const [ended, approved] = await Promise.all([ann('DELETE', `${PATH}/${body.id}`), approve(eve, id)])
    expect(ended.status).toBe(204)
    expect([200, 403, 404]).toContain(approved.status)
    const actions = (await root('GET', '/api/audit-log?limit=2')).body.items.map(({ action }: any) => action)
    expect((await read(id)).status).toBe(approved.status === 200 ? 'approved' : 'submitted')
    // Newest first: who approved was a substitute still.
    if (approved.status === 200) expect(actions).toEqual(['substitute.delete', 'quote.approve'])
  }
})
