// The service with a real identity provider and people of every role.

import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../src/db/database.ts'
import type { Role } from '../../src/procurement/people/person.ts'
import { type Client, clientOf, startApp } from './app.ts'
import { startIdentityProvider } from './identity-provider.ts'

export type Colleague = Client & { id: number; subject: string; displayName: string }
export type Company = Awaited<ReturnType<typeof startCompany>>

/** An admin by configuration, `root`, and whoever a test has sign in. */
export async function startCompany(env: Record<string, string> = {}, overrides = {}) {
  const provider = await startIdentityProvider()
  const service = await startApp({ ...provider.env, OIDC_ADMINS: 'root', ...env }, overrides)
  const root = clientOf(service.app, await provider.tokenFor('root'))
  let hired = 0

  /** Somebody new, with these roles. */
  async function hire(...roles: Role[]): Promise<Colleague> {
    const subject = `${roles[0] ?? 'guest'}-${++hired}`
    const client = clientOf(service.app, await provider.tokenFor(subject))
    const { body } = await client('GET', '/api/users/me')
    for (const role of roles) await root('PUT', `/api/users/${body.id}/roles/${role}`)
    return Object.assign(client, { id: body.id, subject, displayName: body.display_name })
  }

  /** A new item with so much in stock. */
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

/** The verbs that bring a draft to a status. */
const PATH: Record<string, string[]> = {
  draft: [],
  submitted: ['submit'],
  approved: ['submit', 'approve'],
  rejected: ['submit', 'reject'],
  ordered: ['submit', 'approve', 'order'],
  received: ['submit', 'approve', 'order', 'receive'],
  cancelled: ['cancel'],
}

/** A quote of `owner` that `admin`, who is somebody else, brought to `status`. */
export async function quoteIn(status: string, owner: Client, admin: Client, body: object = QUOTE) {
  const { body: quote } = await owner('POST', '/api/quotes', { body })
  for (const verb of PATH[status]!) {
    const by = verb === 'submit' || verb === 'cancel' ? owner : admin
    const answer = await by('POST', `/api/quotes/${quote.id}/${verb}`)
    if (answer.status !== 200)
      throw new Error(`${verb} answered ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return quote.id as number
}

/** How often writers of this database blocked each other since it was made; the service tries again when they do. */
export async function deadlocksIn(database: Database): Promise<number> {
  const [row] = await database.transaction((tx) =>
    rowsOf<{ deadlocks: number }>(
      tx,
      // What another session counted is seen a second late unless it is flushed; ours is asked for anew.
      sql`select pg_stat_get_db_deadlocks(oid)::int as deadlocks from pg_database where datname = current_database()`,
    ),
  )
  return row!.deadlocks
}
