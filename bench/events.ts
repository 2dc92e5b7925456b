// Event streams of one replica: the memory of idle listeners, and how long it takes until all of them have an event.
import { signToken } from '../src/accounts/access-tokens.ts'
import { connectListeners } from './support/listeners.ts'
import { report, signIn, startService } from './support/service.ts'
import { demoWithArticles } from './support/site.ts'

const KEY = 'a key of the bench that is longer than 32 bytes'

await using service = await startService(demoWithArticles(100, 11_000), { JWT_SECRET: KEY })
const token = await signIn(service.url)

/** As many sessions of the admin. */
async function sessionHeaders() {
  const now = new Date()
  const subject = { kind: 'account' as const, id: 1, tokenVersion: 0 }
  const expiresAt = new Date(now.getTime() + 8 * 3_600_000)
  const contents = { subject, role: 'admin' as const, jti: crypto.randomUUID(), now, expiresAt }
  return { Authorization: `Bearer ${await signToken(new TextEncoder().encode(KEY), contents)}` }
}
const visitorHeaders = async (index: number) => ({ 'X-Forwarded-For': `203.0.113.${index % 200}` })

await measure('panels', '/api/admin/events', 1_000, sessionHeaders, { memory_mb: 40 })
await measure('frontends', '/api/site/events', 10_000, visitorHeaders, { memory_mb: 100 })

async function measure(
  name: string,
  path: string,
  count: number,
  headersOf: (index: number) => Promise<Record<string, string>>,
  bounds: Record<string, number>,
) {
  // What the first ones need is there for all.
  const first = await connectListeners({ url: service.url, path, count: 20, headersOf })
  await first.close()
  await Bun.sleep(3_000)
  const before = service.memory()
  const listeners = await connectListeners({ url: service.url, path, count, headersOf })
  await Bun.sleep(20_000)
  const idle = service.memory() - before
  const start = performance.now()
  const body = JSON.stringify({ title: `An event for ${name}` })
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${service.url}/api/admin/services`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`the write answered ${answer.status}`)
  await listeners.told
  const told = performance.now() - start
  await listeners.close()
  report(
    `events for ${name}`,
    {
      database: service.database,
      listeners: count,
      memory_mb: Math.round(idle),
      kb_each: Number(((idle * 1_024) / count).toFixed(1)),
      told_all_ms: Math.round(told),
    },
    bounds,
  )
}
