// Request bodies of the routes of second factors.
import { z } from 'zod'
import { assertion, registration } from '../../accounts/factors/passkey-input.ts'
import { passkeyName } from '../../accounts/factors/passkeys.ts'
import { typedCode } from '../../accounts/factors/use-factor.ts'

const ticket = z.string().max(200)

/** One of the factors is needed. */
export const secondFactorBody = z.strictObject({
  ticket,
  totp: typedCode.optional(),
  recovery_code: typedCode.optional(),
  passkey: assertion.optional(),
})
/** With the ticket of a second factor: the options are for the passkeys of its account. */
export const passkeyOptionsBody = z.strictObject({ ticket: ticket.optional() })
export const passkeySignInBody = z.strictObject({ passkey: assertion })
export const newPasskeyBody = z.strictObject({ name: passkeyName.optional(), passkey: registration })
export const codeBody = z.strictObject({ code: typedCode })
