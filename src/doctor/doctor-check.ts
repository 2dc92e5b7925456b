/** How a routine check came out; `needs` is for what cannot be looked at from here. */
export type CheckStatus = 'ok' | 'failed' | 'warning' | 'needs'
export type Check = { name: string; status: CheckStatus; detail: string }

const MARKS: Record<CheckStatus, string> = { ok: '✓', failed: '✗', warning: '!', needs: '–' }

/** A line a check. */
export function formatChecks(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  return checks
    .map(({ name, status, detail }) => `${MARKS[status]} ${name.padEnd(width)}  ${detail}`)
    .join('\n')
}

/** Warnings and what cannot be looked at from here fail nothing. */
export const allWell = (checks: readonly Check[]) => checks.every(({ status }) => status !== 'failed')
