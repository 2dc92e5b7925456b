/** Result of a routine check; `needs`: it cannot be checked from this host or container. */
export type CheckStatus = 'ok' | 'failed' | 'warning' | 'needs'
export type Check = { name: string; status: CheckStatus; detail: string }

const MARKS: Record<CheckStatus, string> = { ok: '✓', failed: '✗', warning: '!', needs: '–' }

/** One line per check. */
export function formatChecks(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  return checks
    .map(({ name, status, detail }) => `${MARKS[status]} ${name.padEnd(width)}  ${detail}`)
    .join('\n')
}

/** Warnings and checks that could not run do not count as failures. */
export const hasNoFailure = (checks: readonly Check[]) => checks.every(({ status }) => status !== 'failed')
