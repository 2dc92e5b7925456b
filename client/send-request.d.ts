export type Token = string | null;
export type ClientOptions = {
    /** Where the service is, e.g. `https://api.example.com`; empty for the page's own origin. */
    baseUrl?: string;
    /** Of an editor who signed in earlier. */
    token?: Token;
    /** Instead of the global one. */
    fetch?: typeof globalThis.fetch;
};
export type Query = Record<string, string | number | boolean | undefined>;
export type Sending = {
    query?: Query | undefined;
    /** Sent as JSON, but for a form. */
    body?: unknown;
    headers?: Record<string, string>;
};
/** Sends requests with the token that `session` holds; anything but 2xx and 304 throws an `ApiProblem`. */
export declare function createRequest({ baseUrl, fetch }: ClientOptions, session: {
    token: Token;
}): (method: string, path: string, sending?: Sending) => Promise<Response>;
export type Request = ReturnType<typeof createRequest>;
/** Just the JSON of a request's answer. */
export declare const createJson: (request: Request) => <Answer>(method: string, path: string, sending?: Sending) => Promise<Answer>;
export type Json = ReturnType<typeof createJson>;
/** Some of a list: all of it without `page` and `per_page`. */
export type Paging = {
    page?: number;
    per_page?: number;
};
/** Rows of a list; an ordered resource's with the ETag of its order, for `reorder`. */
export type List<Item> = {
    items: Item[];
    page: number;
    per_page: number;
    total: number;
    etag: string | null;
};
/** The version that was read: the write is refused with 412 `stale` when it is another by now. */
export type Guard = {
    version?: number;
};
/** The rows at a path. */
export declare const createList: (request: Request) => <Item>(path: string, query?: Query) => Promise<List<Item>>;
/** The header that a guard stands for. */
export declare const guarded: ({ version }?: Guard) => Record<string, string>;
