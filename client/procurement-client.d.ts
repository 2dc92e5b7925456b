import type { AuditIntegrity, AuditRow, InventoryItem, InventoryTransaction, ItemChanges, Myself, NewItem, NewQuote, NewTransaction, NewUser, Quote, QuoteChanges, QuoteEvent, QuoteSummary, User } from './generated-types.ts';
import { type Guard, type Json, type Paging, type Request } from './send-request.ts';
export type QuoteVerb = 'submit' | 'approve' | 'reject' | 'order' | 'receive' | 'cancel';
/** Sent again with the same key, a request whose answer was lost changes nothing more. */
export type Once = {
    key?: string;
};
/** Quotes, inventory, people and the audit trail; the token is that of the identity provider, where there is one. */
export declare function createProcurement(request: Request, json: Json): {
    quotes: {
        list: (query?: Paging & {
            status?: Quote['status'];
            mine?: boolean;
        }) => Promise<import("./send-request.ts").List<QuoteSummary>>;
        get: (id: number) => Promise<Quote>;
        create: (body: NewQuote, options?: Once) => Promise<Quote>;
        change: (id: number, body: QuoteChanges, guard?: Guard) => Promise<Quote>;
        /** Takes it one step further, e.g. `move(7, 'approve', { note: 'within the budget' })`. */
        move: (id: number, verb: QuoteVerb, { note, ...guard }?: Guard & {
            note?: string;
        }) => Promise<Quote>;
        events: (id: number, paging?: Paging) => Promise<import("./send-request.ts").List<QuoteEvent>>;
    };
    items: {
        list: (paging?: Paging) => Promise<import("./send-request.ts").List<InventoryItem>>;
        get: (id: number) => Promise<InventoryItem>;
        create: (body: NewItem) => Promise<InventoryItem>;
        change: (id: number, body: ItemChanges, guard?: Guard) => Promise<InventoryItem>;
    };
    transactions: {
        list: (query?: Paging & {
            item_id?: number;
            quote_id?: number;
            type?: InventoryTransaction['type'];
        }) => Promise<import("./send-request.ts").List<InventoryTransaction>>;
        get: (id: number) => Promise<InventoryTransaction>;
        /** Refused with 409 where stock would fall below zero. */
        book: (body: NewTransaction, options?: Once) => Promise<InventoryTransaction>;
    };
    users: {
        me: () => Promise<Myself>;
        list: (paging?: Paging) => Promise<import("./send-request.ts").List<User>>;
        get: (id: number) => Promise<User>;
        create: (body: NewUser) => Promise<User>;
        assignRole: (id: number, name: User['roles'][number]) => Promise<User>;
        removeRole: (id: number, name: User['roles'][number]) => Promise<void>;
    };
    audit: {
        list: (query?: Partial<Record<'actor' | 'actor_id' | 'action' | 'entity' | 'entity_id' | 'from' | 'to', string>> & {
            limit?: number;
            before?: number;
        }) => Promise<{
            items: AuditRow[];
            limit: number;
            next_before: number | null;
        }>;
        integrity: () => Promise<AuditIntegrity>;
    };
};
