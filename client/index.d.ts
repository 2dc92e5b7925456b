import { type ResourceName } from './admin-client.ts';
import type { Article, ArticleSummary, ClientConfig, ContactForm, Grant, Me, NewsletterForm, Project, Resources, Site } from './generated-types.ts';
import { type ClientOptions, type Paging, type Token } from './send-request.ts';
export type { ResourceClient, ResourceName, Write } from './admin-client.ts';
export { ApiProblem, type ErrorCode, type FieldIssue } from './api-problem.ts';
export type * from './generated-types.ts';
export type { Once, QuoteVerb } from './procurement-client.ts';
export type { ClientOptions, Guard, List, Paging } from './send-request.ts';
export type Client = ReturnType<typeof createClient>;
/** A client of the service at `baseUrl`. Failed answers throw an `ApiProblem`. */
export declare function createClient(options?: ClientOptions): {
    /** The editor's token, or null; to keep it between visits, and to give it back. */
    token: Token;
    /** The whole website. Asked again it costs a 304 while nothing changed, and gives the same object. */
    site: () => Promise<Site>;
    /** One resource of it. */
    member: <Name extends ResourceName>(name: Name) => Promise<Resources[Name]["member"]>;
    articles: {
        list: (query?: Paging & {
            category?: string | number;
            tag?: string;
        }) => Promise<{
            items: ArticleSummary[];
            page: number;
            per_page: number;
            total: number;
        }>;
        get: (slug: string) => Promise<Article>;
    };
    projects: {
        get: (slug: string) => Promise<Project>;
    };
    clientConfig: () => Promise<ClientConfig>;
    contact: (body: ContactForm) => Promise<{
        ok: true;
    }>;
    subscribe: (body: NewsletterForm) => Promise<{
        ok: true;
    }>;
    auth: {
        /** Signs in; the client sends the token from then on. */
        login: (email: string, password: string) => Promise<Grant>;
        me: () => Promise<Me>;
        changePassword: (current_password: string, new_password: string) => Promise<Grant>;
        /** Ends this token, or all of the account's. */
        logout: ({ everywhere }?: {
            everywhere?: boolean | undefined;
        }) => Promise<void>;
    };
    admin: {
        resource: <Name extends ResourceName>(name: Name) => import("./admin-client.ts").ResourceClient<Name>;
        site: () => Promise<import("./generated-types.ts").AdminSite>;
        describeArticleImage: (id: number, body: import("./generated-types.ts").ImageDescription, guard?: import("./send-request.ts").Guard) => Promise<import("./generated-types.ts").ArticleRecord>;
        users: {
            list: (paging?: Paging) => Promise<import("./send-request.ts").List<import("./generated-types.ts").Account>>;
            get: (id: number) => Promise<import("./generated-types.ts").Account>;
            create: (body: import("./generated-types.ts").NewAccount) => Promise<import("./generated-types.ts").Account>;
            patch: (id: number, body: import("./generated-types.ts").AccountChanges, guard?: import("./send-request.ts").Guard) => Promise<import("./generated-types.ts").Account>;
            remove: (id: number, guard?: import("./send-request.ts").Guard) => Promise<void>;
        };
        messages: {
            list: (query?: Paging & {
                q?: string;
                read?: boolean;
                spam?: boolean;
            }) => Promise<import("./send-request.ts").List<import("./generated-types.ts").Message>>;
            get: (id: number) => Promise<import("./generated-types.ts").Message>;
            mark: (id: number, body: import("./generated-types.ts").MessageMarks, guard?: import("./send-request.ts").Guard) => Promise<import("./generated-types.ts").Message>;
            remove: (id: number, guard?: import("./send-request.ts").Guard) => Promise<void>;
            export: () => Promise<Blob>;
        };
        newsletter: {
            list: (query?: Paging & {
                q?: string;
                spam?: boolean;
            }) => Promise<import("./send-request.ts").List<import("./generated-types.ts").Subscriber>>;
            get: (id: number) => Promise<import("./generated-types.ts").Subscriber>;
            remove: (id: number, guard?: import("./send-request.ts").Guard) => Promise<void>;
            export: () => Promise<Blob>;
        };
        media: {
            list: (query?: Paging & {
                search?: string;
            }) => Promise<import("./send-request.ts").List<import("./generated-types.ts").Media>>;
            get: (id: number) => Promise<import("./generated-types.ts").MediaWithUses>;
            upload: (file: Blob, details?: {
                name?: string;
                alt?: string;
                title?: string;
            }) => Promise<import("./generated-types.ts").Media>;
            import: (body: import("./generated-types.ts").ImageImport) => Promise<import("./generated-types.ts").Media>;
            patch: (id: number, body: import("./generated-types.ts").MediaChanges, guard?: import("./send-request.ts").Guard) => Promise<import("./generated-types.ts").Media>;
            remove: (id: number, guard?: import("./send-request.ts").Guard) => Promise<void>;
        };
    };
    procurement: {
        quotes: {
            list: (query?: Paging & {
                status?: import("./generated-types.ts").Quote['status'];
                mine?: boolean;
            }) => Promise<import("./send-request.ts").List<import("./generated-types.ts").QuoteSummary>>;
            get: (id: number) => Promise<import("./generated-types.ts").Quote>;
            create: (body: import("./generated-types.ts").NewQuote, options?: import("./procurement-client.ts").Once) => Promise<import("./generated-types.ts").Quote>;
            change: (id: number, body: import("./generated-types.ts").QuoteChanges, guard?: import("./send-request.ts").Guard) => Promise<import("./generated-types.ts").Quote>;
            move: (id: number, verb: import("./procurement-client.ts").QuoteVerb, { note, ...guard }?: import("./send-request.ts").Guard & {
                note?: string;
            }) => Promise<import("./generated-types.ts").Quote>;
            events: (id: number, paging?: Paging) => Promise<import("./send-request.ts").List<import("./generated-types.ts").QuoteEvent>>;
        };
        items: {
            list: (paging?: Paging) => Promise<import("./send-request.ts").List<import("./generated-types.ts").InventoryItem>>;
            get: (id: number) => Promise<import("./generated-types.ts").InventoryItem>;
            create: (body: import("./generated-types.ts").NewItem) => Promise<import("./generated-types.ts").InventoryItem>;
            change: (id: number, body: import("./generated-types.ts").ItemChanges, guard?: import("./send-request.ts").Guard) => Promise<import("./generated-types.ts").InventoryItem>;
        };
        transactions: {
            list: (query?: Paging & {
                item_id?: number;
                quote_id?: number;
                type?: import("./generated-types.ts").InventoryTransaction['type'];
            }) => Promise<import("./send-request.ts").List<import("./generated-types.ts").InventoryTransaction>>;
            get: (id: number) => Promise<import("./generated-types.ts").InventoryTransaction>;
            book: (body: import("./generated-types.ts").NewTransaction, options?: import("./procurement-client.ts").Once) => Promise<import("./generated-types.ts").InventoryTransaction>;
        };
        users: {
            me: () => Promise<import("./generated-types.ts").Myself>;
            list: (paging?: Paging) => Promise<import("./send-request.ts").List<import("./generated-types.ts").User>>;
            get: (id: number) => Promise<import("./generated-types.ts").User>;
            create: (body: import("./generated-types.ts").NewUser) => Promise<import("./generated-types.ts").User>;
            assignRole: (id: number, name: import("./generated-types.ts").User['roles'][number]) => Promise<import("./generated-types.ts").User>;
            removeRole: (id: number, name: import("./generated-types.ts").User['roles'][number]) => Promise<void>;
        };
        audit: {
            list: (query?: Partial<Record<'actor' | 'actor_id' | 'action' | 'entity' | 'entity_id' | 'from' | 'to', string>> & {
                limit?: number;
                before?: number;
            }) => Promise<{
                items: import("./generated-types.ts").AuditRow[];
                limit: number;
                next_before: number | null;
            }>;
            integrity: () => Promise<import("./generated-types.ts").AuditIntegrity>;
        };
    };
};
