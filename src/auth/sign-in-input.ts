// The bodies of the sign-in routes.
import { z } from 'zod'
import { password } from './passwords.ts'

// People paste e-mails with spaces around them.
export const credentials = z.strictObject({
  email: z.string().trim().max(254),
  password: z.string().max(1_000),
})
export const passwordChange = z.strictObject({
  current_password: z.string().max(1_000),
  new_password: password,
})
/** Which tokens a sign-out ends: this one, or all of the user's. */
export const ending = z.strictObject({ everywhere: z.boolean().optional() })
