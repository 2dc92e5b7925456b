import type { BackupConfig } from '../config/backup-config.ts'
import type { Secret } from '../config/secret.ts'

/** What the commands of this room work with. */
export type BackupContext = {
  config: BackupConfig
  /** The server whose databases are saved. */
  url: Secret
  /** What programs inherit; never handed on whole. */
  environment: Record<string, string | undefined>
  clock: () => Date
  /** Ends what is under way. */
  signal: AbortSignal | null
  /** What the operator is told on the way. */
  say(message: string): void
  warn(message: string): void
}
