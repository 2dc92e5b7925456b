// Smoke checks: read-only requests to a running service from outside, for CI after a deploy.
import { anonymousChecks } from './anonymous-checks.ts'
import { authenticatedChecks } from './authenticated-checks.ts'
import { type Credentials, type Outcome, Skipped, type SmokeCheck } from './smoke-check.ts'
import { createSmokeClient } from './smoke-client.ts'

/** The outcomes of all checks, in order, within ten seconds unless they may take longer. */
export async function smoke(url: string, credentials: Credentials, timeoutMs?: number): Promise<Outcome[]> {
  const client = createSmokeClient(url, timeoutMs)
  const checks = [...anonymousChecks(client), ...authenticatedChecks(client, credentials)]
  return Promise.all(checks.map(outcomeOf))
}

async function outcomeOf({ name, run }: SmokeCheck): Promise<Outcome> {
  const start = performance.now()
  const outcome = (status: Outcome['status'], detail: string) => ({
    name,
    status,
    detail,
    milliseconds: Math.round(performance.now() - start),
  })
  try {
    return outcome('ok', await run())
  } catch (error) {
    return outcome(error instanceof Skipped ? 'skipped' : 'failed', (error as Error).message)
  }
}
