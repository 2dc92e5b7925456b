// Media stores for tests: a temporary directory, or with TEST_STORAGE_* a new bucket on a real S3 server.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StorageConfig } from '../../src/platform/config/config.ts'
import { Secret } from '../../src/platform/config/secret.ts'
import { openStorage } from '../../src/platform/storage/open-storage.ts'
import type { Storage } from '../../src/platform/storage/storage.ts'

const { TEST_STORAGE_ENDPOINT, TEST_STORAGE_ACCESS_KEY, TEST_STORAGE_SECRET_KEY } = process.env

/** A new bucket on the S3 server, or null without one. */
export function s3Config(): Extract<StorageConfig, { kind: 's3' }> | null {
  if (!TEST_STORAGE_ENDPOINT) return null
  return {
    kind: 's3',
    endpoint: TEST_STORAGE_ENDPOINT,
    region: 'us-east-1',
    bucket: `test-${crypto.randomUUID()}`,
    accessKey: new Secret(TEST_STORAGE_ACCESS_KEY ?? ''),
    secretKey: new Secret(TEST_STORAGE_SECRET_KEY ?? ''),
  }
}

export async function diskConfig() {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-media-'))
  return { kind: 'disk' as const, directory }
}

/** An empty store: S3 with TEST_STORAGE_*, else a directory. */
export async function createTestStorage(): Promise<{ storage: Storage; drop(): Promise<void> }> {
  const config = s3Config() ?? (await diskConfig())
  const storage = await openStorage(config)
  await storage.prepare()
  return {
    storage,
    async drop() {
      for await (const { key } of storage.list()) await storage.remove(key)
      storage.close()
      if (config.kind === 'disk') await rm(config.directory, { recursive: true, force: true })
    },
  }
}
