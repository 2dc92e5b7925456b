// Second factors of test accounts.
import { TOTP } from 'otpauth'
import type { Client } from './app.ts'
import { createAuthenticator } from './authenticator.ts'

/** The code that an authenticator app shows at this time. */
export const codeAt = (secret: string, time: number | Date) =>
  new TOTP({ secret }).generate({ timestamp: Number(time) })

/** Sets up an authenticator app and returns its secret and the recovery codes. */
export async function setUpTotp(
  client: Client,
  now: Date,
  proof: object,
  headers: Record<string, string> = {},
) {
  const begun = await client('POST', '/api/auth/totp', { body: proof, headers })
  if (begun.status !== 200) throw new Error(`${begun.status} ${begun.body.detail}`)
  const { secret } = begun.body
  const confirmed = await client('POST', '/api/auth/totp/confirm', {
    body: { code: codeAt(secret, now) },
    headers,
  })
  if (confirmed.status !== 200) throw new Error(`${confirmed.status} ${confirmed.body.detail}`)
  return { secret: secret as string, codes: confirmed.body.recovery_codes as string[] }
}

/** Adds a passkey to the account of somebody who has proved to be there, or does so with `proof`. Returns its authenticator. */
export async function addPasskey(client: Client, proof: object = {}) {
  const authenticator = createAuthenticator()
  const begun = await client('POST', '/api/auth/passkeys/options', { body: proof })
  const body = { passkey: authenticator.register(begun.body) }
  const added = await client('POST', '/api/auth/passkeys', { body })
  if (added.status !== 201) throw new Error(`${added.status} ${added.body.detail}`)
  return authenticator
}
