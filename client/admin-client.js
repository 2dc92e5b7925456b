import { createList, guarded, } from './send-request.js';
export function createAdmin(request, json) {
    const list = createList(request);
    const remove = async (path, guard) => {
        await request('DELETE', path, { headers: guarded(guard) });
    };
    function resource(name) {
        const path = `/api/admin/${name}`;
        const at = (id) => `${path}/${encodeURIComponent(id)}`;
        const write = (method, place, body, { autosave, ...guard } = {}) => json(method, place, { body, query: { autosave }, headers: guarded(guard) });
        const verbs = {
            list: (paging) => list(path, paging),
            get: (id) => json('GET', at(id)),
            create: (body, options) => write('POST', path, body, options),
            replace: (id, body, options) => write('PUT', at(id), body, options),
            patch: (id, body, options) => write('PATCH', at(id), body, options),
            remove: (id, guard) => remove(at(id), guard),
            reorder: async (ids, { etag } = {}) => {
                const sending = { body: { ids }, headers: etag ? { 'If-Match': etag } : {} };
                const response = await request('POST', `${path}/reorder`, sending);
                return { ...(await response.json()), etag: response.headers.get('ETag') };
            },
            revisions: (id, paging) => list(`${at(id)}/revisions`, paging),
            restore: (id, revision, guard) => json('POST', `${at(id)}/revisions/${revision}/restore`, { headers: guarded(guard) }),
        };
        return verbs;
    }
    return {
        /** The resource of this name, e.g. `admin.resource('articles')`. */
        resource,
        /** The whole site as editors see it, drafts included. */
        site: () => json('GET', '/api/admin/site'),
        /** Sets alt and title of an image within an article's text. */
        describeArticleImage: (id, body, guard) => json('PATCH', `/api/admin/articles/${id}/images`, { body, headers: guarded(guard) }),
        users: {
            list: (paging) => list('/api/admin/users', paging),
            get: (id) => json('GET', `/api/admin/users/${id}`),
            create: (body) => json('POST', '/api/admin/users', { body }),
            patch: (id, body, guard) => json('PATCH', `/api/admin/users/${id}`, { body, headers: guarded(guard) }),
            remove: (id, guard) => remove(`/api/admin/users/${id}`, guard),
        },
        messages: {
            list: (query) => list('/api/admin/messages', query),
            get: (id) => json('GET', `/api/admin/messages/${id}`),
            mark: (id, body, guard) => json('PATCH', `/api/admin/messages/${id}`, { body, headers: guarded(guard) }),
            remove: (id, guard) => remove(`/api/admin/messages/${id}`, guard),
            /** All of them for a spreadsheet. */
            export: async () => (await request('GET', '/api/admin/messages/export.csv')).blob(),
        },
        newsletter: {
            list: (query) => list('/api/admin/newsletter', query),
            get: (id) => json('GET', `/api/admin/newsletter/${id}`),
            remove: (id, guard) => remove(`/api/admin/newsletter/${id}`, guard),
            /** All of them for a spreadsheet. */
            export: async () => (await request('GET', '/api/admin/newsletter/export.csv')).blob(),
        },
        media: {
            list: (query) => list('/api/admin/media', query),
            /** With the records that show it. */
            get: (id) => json('GET', `/api/admin/media/${id}`),
            upload: (file, details = {}) => {
                const form = new FormData();
                form.set('file', file);
                for (const [name, text] of Object.entries(details))
                    if (text !== undefined)
                        form.set(name, text);
                return json('POST', '/api/admin/upload', { body: form });
            },
            /** Takes an image from another site. */
            import: (body) => json('POST', '/api/admin/import-image', { body }),
            patch: (id, body, guard) => json('PATCH', `/api/admin/media/${id}`, { body, headers: guarded(guard) }),
            /** Refused with 409 `in_use` while a record shows it. */
            remove: (id, guard) => remove(`/api/admin/media/${id}`, guard),
        },
    };
}
