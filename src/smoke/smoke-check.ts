export type Credentials = { email: string | null; password: string | null; token: string | null }

/** `skipped`: cannot be tried with these credentials. */
export type Outcome = {
  name: string
  status: 'ok' | 'failed' | 'skipped'
  detail: string
  milliseconds: number
}

export class Skipped extends Error {}

/** Resolves with a remark; throws `Skipped`, or whatever else is wrong. */
export type SmokeCheck = { name: string; run(): Promise<string> }
