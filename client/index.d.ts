import { type ResourceName } from './admin.ts';
import { type ClientOptions, type Paging, type Token } from './request.ts';
import type { Article, ArticleSummary, ClientConfig, ContactForm, Grant, Me, NewsletterForm, Project, Resources, Site } from './types.ts';
export type { ResourceClient, ResourceName, Write } from './admin.ts';
export { ApiProblem, type ErrorCode, type FieldIssue } from './problem.ts';
export type { Once, QuoteVerb } from './procurement.ts';
export type { ClientOptions, Guard, List, Paging } from './request.ts';
export type * from './types.ts';
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
        resource: <Name extends ResourceName>(name: Name) => import("./admin.ts").ResourceClient<Name>;
        site: () => Promise<import("./types.ts").AdminSite>;
        describeArticleImage: (id: number, body: import("./types.ts").ImageDescription, guard?: import("./request.ts").Guard) => Promise<import("./types.ts").ArticleRecord>;
        users: {
            list: (paging?: Paging) => Promise<import("./request.ts").List<import("./types.ts").Account>>;
            get: (id: number) => Promise<import("./types.ts").Account>;
            create: (body: import("./types.ts").NewAccount) => Promise<import("./types.ts").Account>;
            patch: (id: number, body: import("./types.ts").AccountChanges, guard?: import("./request.ts").Guard) => Promise<import("./types.ts").Account>;
            remove: (id: number, guard?: import("./request.ts").Guard) => Promise<void>;
        };
        messages: {
            list: (query?: Paging & {
                q?: string;
                read?: boolean;
                spam?: boolean;
            }) => Promise<import("./request.ts").List<import("./types.ts").Message>>;
            get: (id: number) => Promise<import("./types.ts").Message>;
            mark: (id: number, body: import("./types.ts").MessageMarks, guard?: import("./request.ts").Guard) => Promise<import("./types.ts").Message>;
            remove: (id: number, guard?: import("./request.ts").Guard) => Promise<void>;
            export: () => Promise<Blob>;
        };
        newsletter: {
            list: (query?: Paging & {
                q?: string;
                spam?: boolean;
            }) => Promise<import("./request.ts").List<import("./types.ts").Subscriber>>;
            get: (id: number) => Promise<import("./types.ts").Subscriber>;
            remove: (id: number, guard?: import("./request.ts").Guard) => Promise<void>;
            export: () => Promise<Blob>;
        };
        media: {
            list: (query?: Paging & {
                search?: string;
            }) => Promise<import("./request.ts").List<import("./types.ts").Media>>;
            get: (id: number) => Promise<import("./types.ts").MediaWithUses>;
            upload: (file: Blob, details?: {
                name?: string;
                alt?: string;
                title?: string;
            }) => Promise<import("./types.ts").Media>;
            import: (body: import("./types.ts").ImageImport) => Promise<import("./types.ts").Media>;
            patch: (id: number, body: import("./types.ts").MediaChanges, guard?: import("./request.ts").Guard) => Promise<import("./types.ts").Media>;
            remove: (id: number, guard?: import("./request.ts").Guard) => Promise<void>;
        };
    };
    procurement: {
        quotes: {
            list: (query?: Paging & {
                status?: import("./types.ts").Quote['status'];
                mine?: boolean;
            }) => Promise<import("./request.ts").List<import("./types.ts").QuoteSummary>>;
            get: (id: number) => Promise<import("./types.ts").Quote>;
            create: (body: import("./types.ts").NewQuote, options?: import("./procurement.ts").Once) => Promise<import("./types.ts").Quote>;
            change: (id: number, body: import("./types.ts").QuoteChanges, guard?: import("./request.ts").Guard) => Promise<import("./types.ts").Quote>;
            move: (id: number, verb: import("./procurement.ts").QuoteVerb, { note, ...guard }?: import("./request.ts").Guard & {
                note?: string;
            }) => Promise<import("./types.ts").Quote>;
            events: (id: number, paging?: Paging) => Promise<import("./request.ts").List<import("./types.ts").QuoteEvent>>;
        };
        items: {
            list: (paging?: Paging) => Promise<import("./request.ts").List<import("./types.ts").InventoryItem>>;
            get: (id: number) => Promise<import("./types.ts").InventoryItem>;
            create: (body: import("./types.ts").NewItem) => Promise<import("./types.ts").InventoryItem>;
            change: (id: number, body: import("./types.ts").ItemChanges, guard?: import("./request.ts").Guard) => Promise<import("./types.ts").InventoryItem>;
        };
        transactions: {
            list: (query?: Paging & {
                item_id?: number;
                quote_id?: number;
                type?: import("./types.ts").InventoryTransaction['type'];
            }) => Promise<import("./request.ts").List<import("./types.ts").InventoryTransaction>>;
            get: (id: number) => Promise<import("./types.ts").InventoryTransaction>;
            book: (body: import("./types.ts").NewTransaction, options?: import("./procurement.ts").Once) => Promise<import("./types.ts").InventoryTransaction>;
        };
        users: {
            me: () => Promise<import("./types.ts").Myself>;
            list: (paging?: Paging) => Promise<import("./request.ts").List<import("./types.ts").User>>;
            get: (id: number) => Promise<import("./types.ts").User>;
            create: (body: import("./types.ts").NewUser) => Promise<import("./types.ts").User>;
            assignRole: (id: number, name: import("./types.ts").User['roles'][number]) => Promise<import("./types.ts").User>;
            removeRole: (id: number, name: import("./types.ts").User['roles'][number]) => Promise<void>;
        };
        audit: {
            list: (query?: Partial<Record<'actor' | 'actor_id' | 'action' | 'entity' | 'entity_id' | 'from' | 'to', string>> & {
                limit?: number;
                before?: number;
            }) => Promise<{
                items: import("./types.ts").AuditRow[];
                limit: number;
                next_before: number | null;
            }>;
            integrity: () => Promise<import("./types.ts").AuditIntegrity>;
        };
    };
};
