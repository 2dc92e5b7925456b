// Request bodies of the sign-in routes.
import { z } from 'zod'
import { password } from './passwords.ts'
import { proofFields } from './reauthentication.ts'

// The email is trimmed because pasted ones often have spaces around them.
export const loginBody = z.strictObject({
  email: z.string().trim().max(254),
  password: z.string().max(1_000),
})
/** `current_password` or, for the first password of an account, another proof. */
export const changePasswordBody = z.strictObject({ ...proofFields, new_password: password })
export const forgotPasswordBody = z.strictObject({ email: z.string().trim().min(1).max(254) })
const linkToken = z.string().max(200)
export const resetPasswordBody = z.strictObject({ token: linkToken, new_password: password })
export const acceptInvitationBody = z.strictObject({ token: linkToken, password })
/** `everywhere` revokes all tokens of the user, not only this one. */
export const logoutBody = z.strictObject({ everywhere: z.boolean().optional() })
