// Why something failed, in a sentence: what the server, a program or the disk said, and what to do where that is known.
import { OperationError } from './postgres-tools.ts'

const HINTS: [RegExp, string][] = [
  [
    /not currently accepting connections/,
    'a restore was cut off while it swapped: run it again, or ALTER DATABASE … ALLOW_CONNECTIONS true',
  ],
  [/No space left on device|ENOSPC/, 'the disk is full: nothing was removed; make room'],
]

/** One line, without stack and without a password. */
export function describeFailure(error: unknown): string {
  const { message, code } = error as { message?: unknown; code?: unknown }
  const said = String(message ?? error).replace(/\s*\n\s*/g, '; ')
  const text =
    error instanceof OperationError || !code || said.includes(String(code))
      ? said
      : `${said} (${String(code)})`
  const hint = HINTS.find(([pattern]) => pattern.test(text))?.[1]
  return hint ? `${text} (${hint})` : text
}
