import type { Account, AccountChanges, AdminSite, ArticleRecord, ImageDescription, ImageImport, Media, MediaChanges, MediaWithUses, Message, MessageMarks, NewAccount, Places, Resources, Revision, Subscriber } from './generated-types.ts';
import { type Guard, type Json, type List, type Paging, type Request } from './send-request.ts';
export type ResourceName = keyof Resources;
/** `autosave` never publishes. */
export type Write = Guard & {
    autosave?: boolean;
};
type Common<Name extends ResourceName> = {
    list(paging?: Paging): Promise<List<Resources[Name]['record']>>;
    get(id: number | string): Promise<Resources[Name]['record']>;
    /** Sets the whole record: what is absent becomes null or its default, but for position, publication, author and slug. */
    replace(id: number | string, body: Resources[Name]['input'], write?: Write): Promise<Resources[Name]['record']>;
    /** Changes just these fields. */
    patch(id: number | string, body: Resources[Name]['patch'], write?: Write): Promise<Resources[Name]['record']>;
    revisions(id: number | string, paging?: Paging): Promise<List<Revision>>;
    restore(id: number | string, revision: number, guard?: Guard): Promise<Resources[Name]['record']>;
};
type Listed<Name extends ResourceName> = {
    create(body: Resources[Name]['input'], write?: {
        autosave?: boolean;
    }): Promise<Resources[Name]['record']>;
    remove(id: number | string, guard?: Guard): Promise<void>;
};
type Ordered = {
    /** Puts these first, in this order; `etag`: of the list that was read, and then of the order that this made. */
    reorder(ids: readonly number[], order?: {
        etag?: string | null;
    }): Promise<Places & {
        etag: string | null;
    }>;
};
/** What can be done with a resource: singletons are not made or removed, only ordered ones have an order. */
export type ResourceClient<Name extends ResourceName> = Common<Name> & (Resources[Name]['singleton'] extends true ? unknown : Listed<Name>) & (Resources[Name]['ordered'] extends true ? Ordered : unknown);
export declare function createAdmin(request: Request, json: Json): {
    /** The resource of this name, e.g. `admin.resource('articles')`. */
    resource: <Name extends ResourceName>(name: Name) => ResourceClient<Name>;
    /** The whole site as editors see it, drafts included. */
    site: () => Promise<AdminSite>;
    /** Sets alt and title of an image within an article's text. */
    describeArticleImage: (id: number, body: ImageDescription, guard?: Guard) => Promise<ArticleRecord>;
    users: {
        list: (paging?: Paging) => Promise<List<Account>>;
        get: (id: number) => Promise<Account>;
        create: (body: NewAccount) => Promise<Account>;
        patch: (id: number, body: AccountChanges, guard?: Guard) => Promise<Account>;
        remove: (id: number, guard?: Guard) => Promise<void>;
    };
    messages: {
        list: (query?: Paging & {
            q?: string;
            read?: boolean;
            spam?: boolean;
        }) => Promise<List<Message>>;
        get: (id: number) => Promise<Message>;
        mark: (id: number, body: MessageMarks, guard?: Guard) => Promise<Message>;
        remove: (id: number, guard?: Guard) => Promise<void>;
        /** All of them for a spreadsheet. */
        export: () => Promise<Blob>;
    };
    newsletter: {
        list: (query?: Paging & {
            q?: string;
            spam?: boolean;
        }) => Promise<List<Subscriber>>;
        get: (id: number) => Promise<Subscriber>;
        remove: (id: number, guard?: Guard) => Promise<void>;
        /** All of them for a spreadsheet. */
        export: () => Promise<Blob>;
    };
    media: {
        list: (query?: Paging & {
            search?: string;
        }) => Promise<List<Media>>;
        /** With the records that show it. */
        get: (id: number) => Promise<MediaWithUses>;
        upload: (file: Blob, details?: {
            name?: string;
            alt?: string;
            title?: string;
        }) => Promise<Media>;
        /** Takes an image from another site. */
        import: (body: ImageImport) => Promise<Media>;
        patch: (id: number, body: MediaChanges, guard?: Guard) => Promise<Media>;
        /** Refused with 409 `in_use` while a record shows it. */
        remove: (id: number, guard?: Guard) => Promise<void>;
    };
};
export {};
