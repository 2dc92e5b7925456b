// Describes a failure in one line for the operator: the message of the server, program or disk, and a hint if known.
import { OperationError } from './postgres-tools.ts'

const HINTS: [RegExp, string][] = [
  [
    /permission denied to create (?:extension|event trigger)|must be owner of extension/,
    'only a superuser can restore it: use a superuser login and --allow-superuser if you trust the dump',
  ],
  [
    /not currently accepting connections/,
    'a restore was interrupted while it swapped databases: run it again, or ALTER DATABASE … ALLOW_CONNECTIONS true',
  ],
  [/No space left on device|ENOSPC/, 'the disk is full; no dump was removed: free some space'],
]

/** One line, without a stack trace and without passwords. */
export function describeFailure(error: unknown): string {
  const { message, code } = error as { message?: unknown; code?: unknown }
  const reason = String(message ?? error)
    .split(/\n\s*/)
    .map((line) => line.trimEnd())
    .join('; ')
  const text =
    error instanceof OperationError || !code || reason.includes(String(code))
      ? reason
      : `${reason} (${String(code)})`
  const hint = HINTS.find(([pattern]) => pattern.test(text))?.[1]
  return hint ? `${text} (${hint})` : text
}
