import { createAuditClient } from './audit-client.ts'
import type {
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
  UserChanges,
} from './generated-types.ts'
import {
  createListRequest,
  type Idempotency,
  idempotencyKey,
  ifMatch,
  type Paging,
  type RequestJson,
  type SendRequest,
  type VersionCheck,
} from './send-request.ts'

export type QuoteVerb = 'submit' | 'approve' | 'reject' | 'order' | 'receive' | 'cancel'

/** Quotes, inventory, users and the audit log; requires a token of the identity provider if one is configured. */
export function createProcurementClient(request: SendRequest, requestJson: RequestJson) {
  const list = createListRequest(request)
  const rolePath = (id: number, name: User['roles'][number]) => `/api/users/${id}/roles/${name}`

  return {
    quotes: {
      list: (query?: Paging & { status?: Quote['status']; mine?: boolean }) =>
        list<QuoteSummary>('/api/quotes', query),
      get: (id: number) => requestJson<Quote>('GET', `/api/quotes/${id}`),
      create: (body: NewQuote, options?: Idempotency) =>
        requestJson<Quote>('POST', '/api/quotes', { body, headers: idempotencyKey(options) }),
      change: (id: number, body: QuoteChanges, check?: VersionCheck) =>
        requestJson<Quote>('PATCH', `/api/quotes/${id}`, { body, headers: ifMatch(check) }),
      /** Makes a transition: `move(7, 'approve', { note: 'within the budget' })`. */
      move: (id: number, verb: QuoteVerb, { note, ...check }: VersionCheck & { note?: string } = {}) =>
        requestJson<Quote>('POST', `/api/quotes/${id}/${verb}`, { body: { note }, headers: ifMatch(check) }),
      events: (id: number, paging?: Paging) => list<QuoteEvent>(`/api/quotes/${id}/events`, paging),
    },
    items: {
      list: (paging?: Paging) => list<InventoryItem>('/api/inventory/items', paging),
      get: (id: number) => requestJson<InventoryItem>('GET', `/api/inventory/items/${id}`),
      create: (body: NewItem) => requestJson<InventoryItem>('POST', '/api/inventory/items', { body }),
      change: (id: number, body: ItemChanges, check?: VersionCheck) =>
        requestJson<InventoryItem>('PATCH', `/api/inventory/items/${id}`, { body, headers: ifMatch(check) }),
    },
    transactions: {
      list: (query?: Paging & { item_id?: number; quote_id?: number; type?: InventoryTransaction['type'] }) =>
        list<InventoryTransaction>('/api/inventory/transactions', query),
      get: (id: number) => requestJson<InventoryTransaction>('GET', `/api/inventory/transactions/${id}`),
      /** Fails with 409 if the stock would fall below zero. */
      book: (body: NewTransaction, options?: Idempotency) =>
        requestJson<InventoryTransaction>('POST', '/api/inventory/transactions', {
          body,
          headers: idempotencyKey(options),
        }),
    },
    users: {
      me: () => requestJson<Myself>('GET', '/api/users/me'),
      list: (paging?: Paging) => list<User>('/api/users', paging),
      get: (id: number) => requestJson<User>('GET', `/api/users/${id}`),
      create: (body: NewUser) => requestJson<User>('POST', '/api/users', { body }),
      /** Somebody who is disabled is signed out at once. */
      change: (id: number, body: UserChanges, check?: VersionCheck) =>
        requestJson<User>('PATCH', `/api/users/${id}`, { body, headers: ifMatch(check) }),
      assignRole: (id: number, name: User['roles'][number]) => requestJson<User>('PUT', rolePath(id, name)),
      removeRole: async (id: number, name: User['roles'][number]) => {
        await request('DELETE', rolePath(id, name))
      },
    },
    audit: createAuditClient(requestJson),
  }
}
