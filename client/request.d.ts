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
