// A running service, tried from outside as its users meet it: what CI runs after a deploy. Nothing is written.
import { anonymousChecks } from './anonymous-checks.ts'
import { authenticatedChecks } from './authenticated-checks.ts'
import { type Credentials, type Outcome, Skipped, type SmokeCheck } from './smoke-check.ts'
import { createCaller } from './smoke-client.ts'

/** All checks, in order, with the outcome of each; over within ten seconds, whatever the service does. */
export async function smoke(url: string, credentials: Credentials): Promise<Outcome[]> {
  const caller = createCaller(url)
  const checks = [...anonymousChecks(caller), ...authenticatedChecks(caller, credentials)]
  return Promise.all(checks.map(outcomeOf))
}

async function outcomeOf({ name, run }: SmokeCheck): Promise<Outcome> {
  const began = performance.now()
  const done = (status: Outcome['status'], detail: string) => ({
    name,
    status,
    detail,
    milliseconds: Math.round(performance.now() - began),
  })
  try {
    return done('ok', await run())
  } catch (error) {
    return done(error instanceof Skipped ? 'skipped' : 'failed', (error as Error).message)
  }
}
