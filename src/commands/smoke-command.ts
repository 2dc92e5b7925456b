import { smoke as runSmoke } from '../operations/smoke/run-smoke.ts'
import type { Credentials } from '../operations/smoke/smoke-check.ts'
import { withoutTrailingSlashes } from '../text/trim-end.ts'

const MARKS = { ok: '✓', failed: '✗', skipped: '–' }

/** Runs the smoke checks and prints a line per check. Resolves with 1 when one fails, 2 for wrong arguments. */
export async function smoke(
  url: string,
  { credentials, timeoutSeconds }: { credentials: Credentials; timeoutSeconds: number },
): Promise<number> {
  const base = parseBaseUrl(url)
  if (!base) {
    console.error(`${url} is not an http or https URL`)
    return 2
  }
  if (credentials.email !== null && credentials.password === null) {
    console.error('--email requires the password in FRONTAGE_PASSWORD')
    return 2
  }
  const outcomes = await runSmoke(base, credentials, timeoutSeconds * 1_000)
  for (const { name, status, detail, milliseconds } of outcomes) {
    console.log(`${MARKS[status]} ${name}  ${detail}${detail && ', '}${milliseconds} ms`)
  }
  const failed = outcomes.filter(({ status }) => status === 'failed').length
  const skipped = outcomes.filter(({ status }) => status === 'skipped').length
  console.log(
    `${outcomes.length - failed - skipped} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`,
  )
  if (credentials.email === null && credentials.token === null)
    console.log('authenticated checks skipped: they need --email with FRONTAGE_PASSWORD, or FRONTAGE_TOKEN')
  return failed > 0 ? 1 : 0
}

function parseBaseUrl(url: string): string | null {
  try {
    const { protocol, origin, pathname } = new URL(url)
    return /^https?:$/.test(protocol) ? origin + withoutTrailingSlashes(pathname) : null
  } catch {
    return null
  }
}
