import { problemOf } from './api-problem.js';
/** Sends requests with the token that `session` holds; anything but 2xx and 304 throws an `ApiProblem`. */
export function createRequest({ baseUrl = '', fetch = globalThis.fetch }, session) {
    const base = baseUrl.replace(/\/+$/, '');
    return async function request(method, path, sending = {}) {
        const { query = {}, body, headers } = sending;
        const asked = new URLSearchParams();
        for (const [name, value] of Object.entries(query))
            if (value !== undefined)
                asked.set(name, String(value));
        const search = asked.size > 0 ? `?${asked}` : '';
        const isForm = body instanceof FormData;
        const response = await fetch(`${base}${path}${search}`, {
            method,
            headers: {
                ...(session.token && { Authorization: `Bearer ${session.token}` }),
                ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
                ...headers,
            },
            ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        });
        if (!response.ok && response.status !== 304)
            throw await problemOf(response);
        return response;
    };
}
/** Just the JSON of a request's answer. */
export const createJson = (request) => async (method, path, sending) => (await (await request(method, path, sending)).json());
/** The rows at a path. */
export const createList = (request) => async (path, query) => {
    const response = await request('GET', path, { query });
    const page = (await response.json());
    return { ...page, etag: response.headers.get('ETag') };
};
/** The header that a guard stands for. */
export const guarded = ({ version } = {}) => version === undefined ? {} : { 'If-Match': `"${version}"` };
