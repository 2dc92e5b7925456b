export type Credentials = { email: string | null; password: string | null; token: string | null }

/** `skipped`: the check needs other credentials. */
export type Outcome = {
  name: string
  status: 'ok' | 'failed' | 'skipped'
  detail: string
  milliseconds: number
}

export class Skipped extends Error {}

/** `run` resolves with a detail to print; it throws `Skipped`, or an error when the check fails. */
export type SmokeCheck = { name: string; run(): Promise<string> }
