// The client against a running service.
import { afterAll, describe, expect, test } from 'bun:test'
import { TOTP } from 'otpauth'
import { ApiProblem, createClient } from '../../src/client/index.ts'
import { ADMIN, startService } from '../support/app.ts'
import { png } from '../support/images.ts'

const service = await startService()
afterAll(() => service.stop())

/** A client that records the requests it sends. */
function recordingClient(token: string | null = null) {
  const requests: [method: string, path: string, status: number][] = []
  const recordingFetch = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init)
    requests.push([init.method!, new URL(url).pathname, response.status])
    return response
  }
  return Object.assign(
    createClient({ baseUrl: `${service.url}/`, token, fetch: recordingFetch as typeof fetch }),
    {
      requests,
    },
  )
}

async function editor() {
  const api = recordingClient()
  await api.auth.login(ADMIN.email, ADMIN.password)
  api.requests.length = 0
  return api
}

/** The `ApiProblem` that a call rejects with. */
async function problemOf(call: Promise<unknown>): Promise<ApiProblem> {
  const error = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof ApiProblem)) throw new Error('expected an ApiProblem', { cause: error })
  return error
}

test('the site is loaded once and then revalidated', async () => {
  const api = await editor()
  const first = await api.site()
  const again = await api.site()
  expect(again).toBe(first)
  await api.admin.resource('site-settings').patch(1, { site_name: 'نام تازه' })
  const changed = await api.site()
  expect(changed.site_settings?.site_name).toBe('نام تازه')
  expect(api.requests.filter(([, path]) => path === '/api/site').map(([, , status]) => status)).toEqual([
    200, 304, 200,
  ])
})

test('a working copy is changed, found, published and discarded, each with its version', async () => {
  const api = await editor()
  const services = api.admin.resource('services')
  const { id, version } = await services.create({ title: 'خدمت' })
  const { draft } = await services.patchDraft(id, { title: 'بعدی' }, { version })
  expect(draft).toMatchObject({ version: 1, base_version: 1 })
  expect((await problemOf(services.patchDraft(id, {}, { version: 'd2' }))).code).toBe('stale')
  expect((await services.draft(id)).title).toBe('بعدی')
  expect((await api.admin.drafts({ resource: 'services' })).items).toMatchObject([{ id, label: 'بعدی' }])
  expect((await services.publishDraft(id, { version: 'd1' })).title).toBe('بعدی')
  await services.patchDraft(id, { title: 'باز هم' })
  expect((await problemOf(services.discardDraft(id, { version: 'd1' }))).code).toBe('stale')
  await services.discardDraft(id, { version: 'd2' })
  expect((await problemOf(services.draft(id))).code).toBe('not_found')
  await services.remove(id)
})

test('the response cache keeps the most recent 50 responses', async () => {
  const api = recordingClient()
  for (let page = 1; page <= 52; page++) await api.articles.list({ page })
  await api.articles.list({ page: 52 })
  await api.articles.list({ page: 1 })
  expect(api.requests.slice(-2).map(([, , status]) => status)).toEqual([304, 200])
})

test('the client sends the token between login and logout', async () => {
  const api = recordingClient()
  expect(await problemOf(api.auth.me())).toMatchObject({ status: 401, code: 'unauthenticated' })
  const { user } = await api.auth.login(ADMIN.email, ADMIN.password)
  expect(user.email).toBe(ADMIN.email)
  expect((await api.auth.me()).email).toBe(ADMIN.email)
  expect((await recordingClient(api.token).auth.me()).email).toBe(ADMIN.email)
  const { token } = api
  await api.auth.logout()
  expect(api.token).toBeNull()
  expect(await problemOf(recordingClient(token).auth.me())).toMatchObject({ status: 401 })
})

describe('a resource', () => {
  test('can be created, read, changed, reordered and deleted', async () => {
    const services = (await editor()).admin.resource('services')
    const one = await services.create({ title: 'یک', title_en: 'One' })
    const two = await services.create({ title: 'دو' })
    expect((await services.get(one.id)).title_en).toBe('One')
    const { items, etag, total } = await services.list()
    expect(total).toBe(2)
    expect((await services.list({ page: 2, per_page: 1 })).items).toEqual([two])
    const { items: places, etag: next } = await services.reorder([two.id, one.id], { etag })
    expect(places.map(({ id }) => id)).toEqual([two.id, one.id])
    expect(next).toBe((await services.list()).etag)
    expect(await problemOf(services.reorder([one.id], { etag }))).toMatchObject({ code: 'stale' })
    expect((await services.reorder([one.id], { etag: next })).items[0]).toMatchObject({ id: one.id })
    const replaced = await services.replace(one.id, { ...items[0]!, title: 'یکم' })
    expect(replaced).toMatchObject({ title: 'یکم', title_en: 'One', version: 2 })
    const { items: revisions } = await services.revisions(one.id)
    expect(revisions.map(({ version }) => version)).toEqual([2, 1])
    expect((await services.restore(one.id, revisions[1]!.id)).title).toBe('یک')
    await services.remove(one.id)
    expect(await problemOf(services.get(one.id))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('is not changed if its version is outdated', async () => {
    const pages = (await editor()).admin.resource('pages')
    const page = await pages.create({ title: 'حریم خصوصی' })
    await pages.patch(page.id, { title_en: 'Privacy' }, { version: page.version })
    const problem = await problemOf(pages.patch(page.id, { title_en: 'x' }, { version: page.version }))
    expect(problem).toMatchObject({ name: 'ApiProblem', status: 412, code: 'stale', etag: '"2"' })
    expect(await problemOf(pages.remove(page.id, { version: 1 }))).toMatchObject({ status: 412 })
  })

  test('can be addressed by key', async () => {
    const meta = (await editor()).admin.resource('seo-meta')
    await meta.replace('home', { page_key: 'home', title: 'خانه' })
    expect((await meta.get('home')).title).toBe('خانه')
  })
})

test('a problem lists the invalid fields and the request id', async () => {
  const api = await editor()
  const problem = await problemOf(api.admin.resource('services').create({ title: '' }))
  expect(problem).toMatchObject({ status: 422, code: 'validation_failed', retryAfter: null })
  expect(problem.errors.map(({ path }) => path)).toEqual(['title'])
  expect(problem.requestId).toMatch(/^[\w-]{8,}$/)
})

test('a problem says how long to wait', async () => {
  const limited = createClient({
    fetch: (async () =>
      Response.json(
        { status: 429, code: 'too_many_requests', detail: 'Too many changes.' },
        { status: 429, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '12' } },
      )) as unknown as typeof fetch,
  })
  expect(await problemOf(limited.admin.media.upload(new Blob(['x'])))).toMatchObject({
    status: 429,
    retryAfter: 12,
  })
})

test('an error response that is no problem document is an ApiProblem too', async () => {
  const elsewhere = createClient({
    fetch: (async () => new Response('<h1>Bad Gateway</h1>', { status: 502 })) as unknown as typeof fetch,
  })
  expect(await problemOf(elsewhere.site())).toMatchObject({
    status: 502,
    code: 'unexpected_answer',
    errors: [],
  })
})

test('articles, forms, images and accounts', async () => {
  const api = await editor()
  await api.admin
    .resource('articles')
    .create({ title: 'Seen', slug: 'seen', status: 'published', tags: ['x'] })
  expect((await api.articles.list({ tag: 'x', page: 1 })).items.map(({ slug }) => slug)).toEqual(['seen'])
  expect((await api.articles.get('seen')).title).toBe('Seen')
  expect(await problemOf(api.projects.get('none'))).toMatchObject({ status: 404 })
  expect((await api.member('menu')).length).toBe(0)
  expect(await api.contact({ name: 'S', email: 's@example.com', message: 'سلام' })).toEqual({ ok: true })
  const { items } = await api.admin.messages.list({ q: 'سلام' })
  expect((await api.admin.messages.mark(items[0]!.id, { read: true })).read).toBe(true)
  expect(await (await api.admin.messages.export()).text()).toContain('سلام')
  expect(await api.subscribe({ email: 's@example.com' })).toEqual({ ok: true })
  expect((await api.admin.newsletter.list()).total).toBe(1)
  const image = new File([new Uint8Array(await png())], 'pump.png', { type: 'image/png' })
  const media = await api.admin.media.upload(image, { alt: 'پمپ' })
  expect(media).toMatchObject({ mime: 'image/png', alt: 'پمپ' })
  expect((await api.admin.media.get(media.id)).used_in).toEqual([])
  expect((await api.admin.media.list({ search: 'pump' })).total).toBe(1)
  await api.admin.media.remove(media.id, { version: media.version })
  const newcomer = {
    email: 'new@example.com',
    name: 'N',
    role: 'creator',
    password: 'a long password',
  } as const
  expect(await problemOf(api.admin.users.create(newcomer))).toMatchObject({
    status: 403,
    code: 'reauthentication_required',
  })
  const { proved_until } = await api.auth.reauthenticate({ current_password: ADMIN.password })
  expect(Date.parse(proved_until)).toBeGreaterThan(Date.now())
  const user = await api.admin.users.create(newcomer)
  expect((await api.admin.users.patch(user.id, { name: 'M' })).name).toBe('M')
  await api.admin.users.remove(user.id)
  expect((await api.admin.site()).languages).toEqual(['fa', 'en'])
  expect((await api.clientConfig()).languages).toEqual(['fa', 'en'])
})

test('quotes, inventory, users and audit log', async () => {
  const api = await editor()
  const { procurement } = api
  expect((await procurement.users.me()).roles).toContain('admin')
  const item = await procurement.items.create({ sku: 'P-1', name: 'Pump', unit: 'piece' })
  await procurement.transactions.book({ item_id: item.id, type: 'receipt', quantity: 5 }, { key: 'once' })
  await procurement.transactions.book({ item_id: item.id, type: 'receipt', quantity: 5 }, { key: 'once' })
  expect((await procurement.items.get(item.id)).stock).toBe(5)
  const issue = procurement.transactions.book({ item_id: item.id, type: 'issue', quantity: 6 })
  expect(await problemOf(issue)).toMatchObject({ status: 409, code: 'conflict' })
  expect((await procurement.transactions.list({ item_id: item.id })).total).toBe(1)
  const draft = await procurement.quotes.create({
    title: 'Pumps',
    currency: 'EUR',
    lines: [{ item_id: item.id, description: 'Pump', quantity: 2, unit_price: 100 }],
  })
  const changed = await procurement.quotes.change(
    draft.id,
    { title: 'Two pumps' },
    { version: draft.version },
  )
  const submitted = await procurement.quotes.move(draft.id, 'submit', { version: changed.version })
  expect(submitted.status).toBe('submitted')
  expect(await problemOf(procurement.quotes.move(draft.id, 'approve'))).toMatchObject({ status: 403 })
  expect((await procurement.quotes.list({ status: 'submitted' })).items.map(({ id }) => id)).toEqual([
    draft.id,
  ])
  const { items: events } = await procurement.quotes.events(draft.id)
  expect(events.map(({ to_status }) => to_status)).toEqual(['draft', 'draft', 'submitted'])
  const user = await procurement.users.create({ subject: 'sara' })
  await api.auth.reauthenticate({ current_password: ADMIN.password })
  expect((await procurement.users.assignRole(user.id, 'buyer')).roles).toEqual(['buyer'])
  await procurement.users.removeRole(user.id, 'buyer')
  const { items: trail } = await procurement.audit.list({ entity: 'users', limit: 1 })
  expect(trail[0]?.action).toBe('role.remove')
  expect((await procurement.audit.integrity()).ok).toBe(true)
})

test('a second factor is set up, asked for and removed', async () => {
  const owner = await editor()
  const proof = { current_password: ADMIN.password }
  const { secret } = await owner.auth.totp.begin(proof)
  const { recovery_codes } = await owner.auth.totp.confirm(new TOTP({ secret }).generate())
  expect(recovery_codes).toHaveLength(10)
  const api = recordingClient()
  const problem = await problemOf(api.auth.login(ADMIN.email, ADMIN.password))
  expect([problem.code, problem.methods]).toEqual(['second_factor_required', ['totp', 'recovery_code']])
  await api.auth.secondFactor(problem.ticket!, { recovery_code: recovery_codes[0]! })
  expect((await api.auth.totp.get()).recovery_codes_left).toBe(9)
  await api.auth.totp.remove(proof)
  await owner.auth.login(ADMIN.email, ADMIN.password)
})
