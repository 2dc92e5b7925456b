import type { StorageConfig } from '../config/config.ts'
import type { Storage } from './storage.ts'

/** The store of the configuration. The S3 client is loaded only where it is used: it weighs 30 MB. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (config.kind === 'disk') return (await import('./disk-storage.ts')).openDisk(config)
  return (await import('./s3-storage.ts')).openS3(config)
}
