// A passkey as browsers send it: the JSON of a `PublicKeyCredential` (WebAuthn, `toJSON`).
import { z } from 'zod'

const bytes = z.string().regex(/^[\w-]*$/, 'must be base64url')

const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
}

/** The answer to `POST /api/auth/passkey/options`. */
export const assertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes.nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion', description: 'A `PublicKeyCredential` as JSON.' })

/** The answer to `POST /api/auth/passkeys/options`. */
export const registration = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z.array(z.string().max(50)).max(10).optional(),
    }),
  })
  .meta({ id: 'PasskeyRegistration', description: 'A `PublicKeyCredential` as JSON.' })

export type Assertion = z.output<typeof assertion>
export type Registration = z.output<typeof registration>
