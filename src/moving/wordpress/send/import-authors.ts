// Accounts for the authors of articles: creators that are disabled, so that articles carry their names and nobody can sign in
// until an admin allows it.
import { RefusedError } from '../../service-client.ts'
import { createReport, type ImportOptions } from './record-queue.ts'

/** Returns the ids of the accounts by login; accounts with the same address are used as they are. */
export async function importAuthors({
  client,
  records,
  authors: isWanted,
  onResult,
}: ImportOptions): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  if (!isWanted || records.authors.length === 0) return ids
  const report = createReport({ onResult }, 'authors')
  const existing = new Map((await client.listAccounts()).map(({ email, id }) => [email.toLowerCase(), id]))
  for (const { login, name: displayName, email } of records.authors) {
    const name = displayName || login
    const id = existing.get(email.toLowerCase())
    if (id !== undefined) {
      ids.set(login, id)
      report(name, 'already there')
    } else if (email === '') {
      report(name, 'failed', 'the file contains no email address, which an account needs')
    } else {
      try {
        ids.set(login, await client.createDisabledAccount({ email, name }))
        report(name, 'created')
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error
        report(name, 'failed', error.reason)
      }
    }
  }
  return ids
}
