import type { BackupConfig } from '../../platform/config/backup-config.ts'
import type { Secret } from '../../platform/config/secret.ts'

/** The dependencies of `backup/` and `restore/`. */
export type BackupContext = {
  config: BackupConfig
  /** The server whose databases are dumped and restored. */
  url: Secret
  /** Child processes get selected variables of it, never all. */
  environment: Record<string, string | undefined>
  clock: () => Date
  /** Room on the disk of a directory. */
  freeBytes(directory: string): Promise<number>
  /** Aborts the work in progress. */
  signal: AbortSignal | null
  /** Progress messages for the operator. */
  info(message: string): void
  warn(message: string): void
}
