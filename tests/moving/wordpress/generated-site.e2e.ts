// The generated site with 800 posts comes over whole, through the command into a service: what `generated-site.test.ts` checks
// with 24. `GENERATED_POSTS=3000` takes minutes.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { startService } from '../../support/app.ts'
import {
  expectAddresses,
  expectNothingLost,
  expectRecords,
  prepareImport,
  targetOf,
} from './generated-import.ts'
import { generateSite } from './generated-site.ts'

const TIMEOUT_MS = 1_200_000
setDefaultTimeout(TIMEOUT_MS)

const site = generateSite({ seed: 25, posts: Number(process.env.GENERATED_POSTS ?? 800) })
let service: Awaited<ReturnType<typeof startService>>
let prepared: Awaited<ReturnType<typeof prepareImport>>
let headers: Record<string, string>

beforeAll(async () => {
  service = await startService()
  prepared = await prepareImport(site, service)
  const { adminEmail: email, adminPassword: password } = service
  const login = await fetch(`${service.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  headers = { Authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
})
afterAll(async () => {
  await prepared.remove()
  await service.stop()
})

async function list(resource: string): Promise<Record<string, any>[]> {
  const items: Record<string, any>[] = []
  for (let page = 1; ; page++) {
    const url = `${service.url}/api/admin/${resource}?page=${page}&per_page=100`
    const answer = (await (await fetch(url, { headers })).json()) as { items: typeof items; total: number }
    items.push(...answer.items)
    if (answer.items.length < 100) return items
  }
}

test('every record is as expected, and everything else of the file is named', async () => {
  const { code } = await prepared.run()
  expect(code).toBe(0)
  await expectRecords(site, list)
  expectNothingLost(site, await targetOf(prepared.paths, list))
})

test('every old address leads to its place through one redirect', async () => {
  await expectAddresses(site, (path) => fetch(service.url + path, { redirect: 'manual' }))
})
