import { createList, guarded } from './send-request.js';
const once = ({ key } = {}) => key === undefined ? {} : { 'Idempotency-Key': key };
/** Quotes, inventory, people and the audit trail; the token is that of the identity provider, where there is one. */
export function createProcurement(request, json) {
    const list = createList(request);
    const role = (id, name) => `/api/users/${id}/roles/${name}`;
    return {
        quotes: {
            list: (query) => list('/api/quotes', query),
            get: (id) => json('GET', `/api/quotes/${id}`),
            create: (body, options) => json('POST', '/api/quotes', { body, headers: once(options) }),
            change: (id, body, guard) => json('PATCH', `/api/quotes/${id}`, { body, headers: guarded(guard) }),
            /** Takes it one step further, e.g. `move(7, 'approve', { note: 'within the budget' })`. */
            move: (id, verb, { note, ...guard } = {}) => json('POST', `/api/quotes/${id}/${verb}`, { body: { note }, headers: guarded(guard) }),
            events: (id, paging) => list(`/api/quotes/${id}/events`, paging),
        },
        items: {
            list: (paging) => list('/api/inventory/items', paging),
            get: (id) => json('GET', `/api/inventory/items/${id}`),
            create: (body) => json('POST', '/api/inventory/items', { body }),
            change: (id, body, guard) => json('PATCH', `/api/inventory/items/${id}`, { body, headers: guarded(guard) }),
        },
        transactions: {
            list: (query) => list('/api/inventory/transactions', query),
            get: (id) => json('GET', `/api/inventory/transactions/${id}`),
            /** Refused with 409 where stock would fall below zero. */
            book: (body, options) => json('POST', '/api/inventory/transactions', { body, headers: once(options) }),
        },
        users: {
            me: () => json('GET', '/api/users/me'),
            list: (paging) => list('/api/users', paging),
            get: (id) => json('GET', `/api/users/${id}`),
            create: (body) => json('POST', '/api/users', { body }),
            assignRole: (id, name) => json('PUT', role(id, name)),
            removeRole: async (id, name) => {
                await request('DELETE', role(id, name));
            },
        },
        audit: {
            list: (query) => json('GET', '/api/audit-log', {
                query,
            }),
            integrity: () => json('GET', '/api/audit-log/integrity'),
        },
    };
}
