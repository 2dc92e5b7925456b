import type { StorageConfig } from '../config/config.ts'
import type { Storage } from './storage.ts'

/** Opens the configured store. The S3 client is only loaded when it is used, because it takes 30 MB of memory. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (config.kind === 'disk') return (await import('./disk-storage.ts')).openDisk(config)
  return (await import('./s3-storage.ts')).openS3(config)
}
