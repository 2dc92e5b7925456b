import { createAuditClient } from './audit-client.ts'
import type {
  ApprovalLimits,
  Delivery,
  GoodsReturn,
  InventoryItem,
  InventoryTransaction,
  ItemChanges,
  Myself,
  NewItem,
  NewOffer,
  NewQuote,
  NewSubstitute,
  NewSupplier,
  NewTransaction,
  NewUser,
  Offer,
  OfferChanges,
  OfferComparison,
  OrderSheet,
  Quote,
  QuoteAward,
  QuoteChanges,
  QuoteEvent,
  QuoteReceipt,
  QuoteSummary,
  Substitute,
  SubstituteCandidates,
  Supplier,
  SupplierChanges,
  SupplierImport,
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

export type QuoteVerb =
  | 'submit'
  | 'approve'
  | 'return'
  | 'reject'
  | 'reopen'
  | 'order'
  | 'receive'
  | 'close'
  | 'cancel'

/** Quotes, inventory, users and the audit log; requires a token of the identity provider if one is configured. */
export function createProcurementClient(request: SendRequest, requestJson: RequestJson) {
  const list = createListRequest(request)
  const offerPath = (quote: number, id: number) => `/api/quotes/${quote}/offers/${id}`
  const rolePath = (id: number, name: User['roles'][number]) => `/api/users/${id}/roles/${name}`

  return {
    quotes: {
      list: (query?: Paging & { q?: string; status?: Quote['status']; mine?: boolean }) =>
        list<QuoteSummary>('/api/quotes', query),
      get: (id: number) => requestJson<Quote>('GET', `/api/quotes/${id}`),
      create: (body: NewQuote, options?: Idempotency) =>
        requestJson<Quote>('POST', '/api/quotes', { body, headers: idempotencyKey(options) }),
      change: (id: number, body: QuoteChanges, check?: VersionCheck) =>
        requestJson<Quote>('PATCH', `/api/quotes/${id}`, { body, headers: ifMatch(check) }),
      /** Makes a transition: `move(7, 'approve', { note: 'within the budget' })`. */
      move: (id: number, verb: QuoteVerb, { note, ...check }: VersionCheck & { note?: string } = {}) =>
        requestJson<Quote>('POST', `/api/quotes/${id}/${verb}`, { body: { note }, headers: ifMatch(check) }),
      /** Creates a draft of your own with the same lines. */
      copy: (id: number, options?: Idempotency) =>
        requestJson<Quote>('POST', `/api/quotes/${id}/copy`, { headers: idempotencyKey(options) }),
      /** Books a delivery; without `lines` all that is open has come. */
      receive: (id: number, body: Delivery, options: VersionCheck & Idempotency = {}) =>
        requestJson<Quote>('POST', `/api/quotes/${id}/receive`, {
          body,
          headers: { ...ifMatch(options), ...idempotencyKey(options) },
        }),
      /** Books what goes back to the supplier. */
      returnGoods: (id: number, body: GoodsReturn, options: VersionCheck & Idempotency = {}) =>
        requestJson<Quote>('POST', `/api/quotes/${id}/return-goods`, {
          body,
          headers: { ...ifMatch(options), ...idempotencyKey(options) },
        }),
      receipts: (id: number, paging?: Paging) => list<QuoteReceipt>(`/api/quotes/${id}/receipts`, paging),
      /** What was ordered, for the papers that suppliers get. */
      order: (id: number) => requestJson<OrderSheet>('GET', `/api/quotes/${id}/order`),
      events: (id: number, paging?: Paging) => list<QuoteEvent>(`/api/quotes/${id}/events`, paging),
      /** To one offer, or to an offer for each line; needs a `reason` where it is not the cheapest. */
      award: (id: number, body: QuoteAward, check?: VersionCheck) =>
        requestJson<Quote>('POST', `/api/quotes/${id}/award`, { body, headers: ifMatch(check) }),
    },
    /** Of a quote, whose id comes first. */
    offers: {
      list: (quote: number, paging?: Paging) => list<Offer>(`/api/quotes/${quote}/offers`, paging),
      get: (quote: number, id: number) => requestJson<Offer>('GET', offerPath(quote, id)),
      create: (quote: number, body: NewOffer, options?: Idempotency) =>
        requestJson<Offer>('POST', `/api/quotes/${quote}/offers`, { body, headers: idempotencyKey(options) }),
      change: (quote: number, id: number, body: OfferChanges, check?: VersionCheck) =>
        requestJson<Offer>('PATCH', offerPath(quote, id), { body, headers: ifMatch(check) }),
      remove: async (quote: number, id: number, check?: VersionCheck) => {
        await request('DELETE', offerPath(quote, id), { headers: ifMatch(check) })
      },
      /** Side by side, in the currency of the quote. */
      compare: (quote: number) =>
        requestJson<OfferComparison>('GET', `/api/quotes/${quote}/offers/comparison`),
      /** The comparison as CSV. */
      export: async (quote: number) =>
        (await request('GET', `/api/quotes/${quote}/offers/comparison.csv`)).blob(),
    },
    /** By currency, the totals in minor units up to which one, two and three people approve. */
    approvalLimits: {
      get: () => requestJson<ApprovalLimits>('GET', '/api/approval-limits'),
      /** The currencies that `limits` does not name keep theirs. */
      change: (limits: ApprovalLimits, check?: VersionCheck) =>
        requestJson<ApprovalLimits>('PUT', '/api/approval-limits', { body: limits, headers: ifMatch(check) }),
    },
    /** Who approves in the place of approvers. */
    substitutes: {
      list: (paging?: Paging) => list<Substitute>('/api/substitutes', paging),
      /** The people whom a substitute can be chosen among. */
      candidates: () => requestJson<SubstituteCandidates>('GET', '/api/substitutes/candidates'),
      create: (body: NewSubstitute) => requestJson<Substitute>('POST', '/api/substitutes', { body }),
      remove: async (id: number, check?: VersionCheck) => {
        await request('DELETE', `/api/substitutes/${id}`, { headers: ifMatch(check) })
      },
    },
    /** Not for people whose only role is `requester`. */
    suppliers: {
      list: (query?: Paging & { q?: string; active?: boolean; sort?: string }) =>
        list<Supplier>('/api/suppliers', query),
      get: (id: number) => requestJson<Supplier>('GET', `/api/suppliers/${id}`),
      create: (body: NewSupplier) => requestJson<Supplier>('POST', '/api/suppliers', { body }),
      change: (id: number, body: SupplierChanges, check?: VersionCheck) =>
        requestJson<Supplier>('PATCH', `/api/suppliers/${id}`, { body, headers: ifMatch(check) }),
      /** Fails with 409 if the supplier was ever used. */
      remove: async (id: number, check?: VersionCheck) => {
        await request('DELETE', `/api/suppliers/${id}`, { headers: ifMatch(check) })
      },
      /** As CSV. */
      export: async (query?: { q?: string; active?: boolean }) =>
        (await request('GET', '/api/suppliers.csv', { query })).blob(),
      /** Creates and changes suppliers from CSV, all or none; with `dry_run` only counts them. */
      import: (csv: string, query?: { dry_run?: boolean }) =>
        requestJson<SupplierImport>('POST', '/api/suppliers/import', {
          query,
          body: new Blob([csv], { type: 'text/csv' }),
        }),
      /** Replaces the supplier by another one, which is returned. */
      merge: (id: number, into: number, check?: VersionCheck) =>
        requestJson<Supplier>('POST', `/api/suppliers/${id}/merge`, {
          body: { into },
          headers: ifMatch(check),
        }),
    },
    items: {
      list: (query?: Paging & { q?: string }) => list<InventoryItem>('/api/inventory/items', query),
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
