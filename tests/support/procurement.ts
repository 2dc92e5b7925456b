// The service with a local identity provider and helpers that create people, items and quotes.
import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../src/platform/db/database.ts'
import type { Role } from '../../src/procurement/people/person.ts'
import { type Client, clientOf, startApp } from './app.ts'
import { startIdentityProvider } from './identity-provider.ts'

export type Colleague = Client & { id: number; subject: string; displayName: string }
export type Company = Awaited<ReturnType<typeof startCompany>>

/** Starts the service with `root`, an admin by configuration. */
export async function startCompany(env: Record<string, string> = {}, overrides = {}) {
  const provider = await startIdentityProvider()
  const service = await startApp({ ...provider.env, OIDC_ADMINS: 'root', ...env }, overrides)
  const root = clientOf(service.app, await provider.tokenFor('root'))
  let hired = 0

  /** Signs in a new person and assigns the roles. */
  async function hire(...roles: Role[]): Promise<Colleague> {
    const subject = `${roles[0] ?? 'guest'}-${++hired}`
    const client = clientOf(service.app, await provider.tokenFor(subject))
    const { body } = await client('GET', '/api/users/me')
    for (const role of roles) await root('PUT', `/api/users/${body.id}/roles/${role}`)
    return Object.assign(client, { id: body.id, subject, displayName: body.display_name })
  }

  /** Creates an item with this stock. */
  async function stocked(stock: number): Promise<number> {
    const { body } = await root('POST', '/api/inventory/items', {
      body: { sku: crypto.randomUUID(), name: 'Paper', unit: 'box' },
    })
    if (stock > 0) {
      await root('POST', '/api/inventory/transactions', {
        body: { item_id: body.id, type: 'receipt', quantity: stock },
      })
    }
    return body.id
  }

  const stockOf = async (id: number): Promise<number> =>
    (await root('GET', `/api/inventory/items/${id}`)).body.stock

  return {
    service,
    provider,
    root,
    hire,
    stocked,
    stockOf,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await provider.stop()
    },
  }
}

export const LINE = { description: 'Paper', quantity: 3, unit_price: 450 }
export const QUOTE = { title: 'Office', currency: 'EUR', lines: [LINE] }

/** The verbs that lead from a draft to each status. */
const VERBS_TO: Record<string, string[]> = {
  draft: [],
  submitted: ['submit'],
  approved: ['submit', 'approve'],
  rejected: ['submit', 'reject'],
  ordered: ['submit', 'approve', 'order'],
  partially_received: ['submit', 'approve', 'order', 'receive one'],
  received: ['submit', 'approve', 'order', 'receive'],
  cancelled: ['cancel'],
}

/** Creates a quote of `owner` and moves it to `status`; `admin` must be another person. */
export async function quoteIn(status: string, owner: Client, admin: Client, body: object = QUOTE) {
  const { body: quote } = await owner('POST', '/api/quotes', { body })
  for (const verb of VERBS_TO[status]!) {
    const by = verb === 'submit' || verb === 'cancel' ? owner : admin
    const path = `/api/quotes/${quote.id}/${verb.split(' ')[0]}`
    const one = { lines: [{ line_id: quote.lines[0].id, quantity: 1 }] }
    const answer = await by('POST', path, verb === 'receive one' ? { body: one } : {})
    if (answer.status !== 200)
      throw new Error(`${verb} answered ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return quote.id as number
}

/** The number of deadlocks in this database so far; the service retries after one, so they are otherwise invisible. */
export async function deadlocksIn(database: Database): Promise<number> {
  // Sessions report their statistics once a second.
  await Bun.sleep(1_500)
  const [row] = await database.transaction((tx) =>
    rowsOf<{ deadlocks: number }>(
      tx,
      sql`select pg_stat_get_db_deadlocks(oid)::int as deadlocks from pg_database where datname = current_database()`,
    ),
  )
  return row!.deadlocks
}
