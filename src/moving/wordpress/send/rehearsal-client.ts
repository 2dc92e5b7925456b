// A client for `--dry-run`: reads the service and writes nothing.
import type { Client } from './frontage-client.ts'

export function createRehearsalClient(client: Client): Client {
  let lastId = 0
  return {
    ...client,
    // No record has a negative id.
    createAll: async (_resource, records) => records.map(() => --lastId),
    createDisabledAccount: async () => --lastId,
    change: async () => {},
    importImage: async ({ url }) => url,
    uploadFile: async (path) => path,
  }
}
