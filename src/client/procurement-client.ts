import type {
  AuditIntegrity,
  AuditRow,
  InventoryItem,
  InventoryTransaction,
  ItemChanges,
  Myself,
  NewItem,
  NewQuote,
  NewTransaction,
  NewUser,
  Quote,
  QuoteChanges,
  QuoteEvent,
  QuoteSummary,
  User,
} from './generated-types.ts'
import { createList, type Guard, guarded, type Json, type Paging, type Request } from './send-request.ts'

export type QuoteVerb = 'submit' | 'approve' | 'reject' | 'order' | 'receive' | 'cancel'

/** Sent again with the same key, a request whose answer was lost changes nothing more. */
export type Once = { key?: string }

const once = ({ key }: Once = {}): Record<string, string> =>
  key === undefined ? {} : { 'Idempotency-Key': key }

/** Quotes, inventory, people and the audit trail; the token is that of the identity provider, where there is one. */
export function createProcurement(request: Request, json: Json) {
  const list = createList(request)
  const role = (id: number, name: User['roles'][number]) => `/api/users/${id}/roles/${name}`

  return {
    quotes: {
      list: (query?: Paging & { status?: Quote['status']; mine?: boolean }) =>
        list<QuoteSummary>('/api/quotes', query),
      get: (id: number) => json<Quote>('GET', `/api/quotes/${id}`),
      create: (body: NewQuote, options?: Once) =>
        json<Quote>('POST', '/api/quotes', { body, headers: once(options) }),
      change: (id: number, body: QuoteChanges, guard?: Guard) =>
        json<Quote>('PATCH', `/api/quotes/${id}`, { body, headers: guarded(guard) }),
      /** Takes it one step further, e.g. `move(7, 'approve', { note: 'within the budget' })`. */
      move: (id: number, verb: QuoteVerb, { note, ...guard }: Guard & { note?: string } = {}) =>
        json<Quote>('POST', `/api/quotes/${id}/${verb}`, { body: { note }, headers: guarded(guard) }),
      events: (id: number, paging?: Paging) => list<QuoteEvent>(`/api/quotes/${id}/events`, paging),
    },
    items: {
      list: (paging?: Paging) => list<InventoryItem>('/api/inventory/items', paging),
      get: (id: number) => json<InventoryItem>('GET', `/api/inventory/items/${id}`),
      create: (body: NewItem) => json<InventoryItem>('POST', '/api/inventory/items', { body }),
      change: (id: number, body: ItemChanges, guard?: Guard) =>
        json<InventoryItem>('PATCH', `/api/inventory/items/${id}`, { body, headers: guarded(guard) }),
    },
    transactions: {
      list: (query?: Paging & { item_id?: number; quote_id?: number; type?: InventoryTransaction['type'] }) =>
        list<InventoryTransaction>('/api/inventory/transactions', query),
      get: (id: number) => json<InventoryTransaction>('GET', `/api/inventory/transactions/${id}`),
      /** Refused with 409 where stock would fall below zero. */
      book: (body: NewTransaction, options?: Once) =>
        json<InventoryTransaction>('POST', '/api/inventory/transactions', { body, headers: once(options) }),
    },
    users: {
      me: () => json<Myself>('GET', '/api/users/me'),
      list: (paging?: Paging) => list<User>('/api/users', paging),
      get: (id: number) => json<User>('GET', `/api/users/${id}`),
      create: (body: NewUser) => json<User>('POST', '/api/users', { body }),
      assignRole: (id: number, name: User['roles'][number]) => json<User>('PUT', role(id, name)),
      removeRole: async (id: number, name: User['roles'][number]) => {
        await request('DELETE', role(id, name))
      },
    },
    audit: {
      list: (
        query?: Partial<
          Record<'actor' | 'actor_id' | 'action' | 'entity' | 'entity_id' | 'from' | 'to', string>
        > & { limit?: number; before?: number },
      ) =>
        json<{ items: AuditRow[]; limit: number; next_before: number | null }>('GET', '/api/audit-log', {
          query,
        }),
      integrity: () => json<AuditIntegrity>('GET', '/api/audit-log/integrity'),
    },
  }
}
