// A client for frontends: typed by the schemas of the service, with nothing but `fetch` behind it.
import { createAdmin } from './admin-client.js';
import { createProcurement } from './procurement-client.js';
import { createJson, createRequest, } from './send-request.js';
export { ApiProblem } from './api-problem.js';
const MAX_KEPT = 50;
/** A client of the service at `baseUrl`. Failed answers throw an `ApiProblem`. */
export function createClient(options = {}) {
    const session = { token: options.token ?? null };
    const request = createRequest(options, session);
    const json = createJson(request);
    const kept = new Map();
    /** Asks whether there is anything new since the last time; the same object where there is not. */
    async function remembered(path, query) {
        const key = `${path} ${JSON.stringify(query ?? {})}`;
        const known = kept.get(key);
        const response = await request('GET', path, {
            query,
            headers: known ? { 'If-None-Match': known.etag } : {},
        });
        if (response.status === 304 && known)
            return known.answer;
        const answer = (await response.json());
        const etag = response.headers.get('ETag');
        kept.delete(key);
        if (etag)
            kept.set(key, { etag, answer });
        // The oldest goes: a visitor who reads a whole blog need not keep it.
        if (kept.size > MAX_KEPT)
            kept.delete(kept.keys().next().value);
        return answer;
    }
    /** Keeps the token of an answer for what follows. */
    async function granted(answer) {
        const grant = await answer;
        session.token = grant.token;
        return grant;
    }
    return {
        /** The editor's token, or null; to keep it between visits, and to give it back. */
        get token() {
            return session.token;
        },
        set token(token) {
            session.token = token;
        },
        /** The whole website. Asked again it costs a 304 while nothing changed, and gives the same object. */
        site: () => remembered('/api/site'),
        /** One resource of it. */
        member: (name) => remembered(`/api/site/${name}`),
        articles: {
            list: (query) => remembered('/api/articles', query),
            get: (slug) => remembered(`/api/articles/${encodeURIComponent(slug)}`),
        },
        projects: { get: (slug) => remembered(`/api/projects/${encodeURIComponent(slug)}`) },
        clientConfig: () => json('GET', '/api/client-config'),
        contact: (body) => json('POST', '/api/contact', { body }),
        subscribe: (body) => json('POST', '/api/newsletter', { body }),
        auth: {
            /** Signs in; the client sends the token from then on. */
            login: (email, password) => granted(json('POST', '/api/auth/login', { body: { email, password } })),
            me: () => json('GET', '/api/auth/me'),
            changePassword: (current_password, new_password) => granted(json('POST', '/api/auth/change-password', { body: { current_password, new_password } })),
            /** Ends this token, or all of the account's. */
            logout: async ({ everywhere = false } = {}) => {
                await request('POST', '/api/auth/logout', { body: { everywhere } });
                session.token = null;
            },
        },
        admin: createAdmin(request, json),
        procurement: createProcurement(request, json),
    };
}
