// The accounts that a reference may name. Only admins may list accounts; an editor chooses from the authors of the latest articles
// and their own account.
import type { ContentClient } from '../../client/index.ts'
import { currentSession } from '../app/api/session.ts'

export type KnownAccount = { id: number; name: string; email?: string | null }

const MAX_ARTICLES = 100

export async function knownAccounts(
  api: ContentClient,
  { q = '', perPage }: { q?: string; perPage: number },
): Promise<KnownAccount[]> {
  const user = currentSession()?.user
  if (user?.role !== 'editor') {
    const { items } = await api.admin.users.list({ ...(q && { q }), page: 1, per_page: perPage })
    return items
  }
  const query = { fields: 'author_id,author', sort: '-updated_at', page: 1, per_page: MAX_ARTICLES }
  const { items } = await api.admin.resource('articles').list(query)
  const authors = items.flatMap(({ author_id: id, author }): [number, KnownAccount][] =>
    typeof id === 'number' ? [[id, { id, name: author ?? `#${id}` }]] : [],
  )
  const { accountId: id, name, email } = user
  const own: [number, KnownAccount][] = id === null ? [] : [[id, { id, name, email }]]
  const accounts = new Map([...authors, ...own])
  return [...accounts.values()].filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
}

export async function knownAccount(api: ContentClient, id: number): Promise<KnownAccount> {
  if (currentSession()?.user.role !== 'editor') return api.admin.users.get(id)
  const accounts = await knownAccounts(api, { perPage: MAX_ARTICLES })
  return accounts.find((account) => account.id === id) ?? { id, name: `#${id}` }
}
