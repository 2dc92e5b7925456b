// What operations say that ask once more who is there.
import type { z } from 'zod'
import { proofBody, proofFields } from '../../accounts/reauthentication.ts'
import type { ErrorCode } from '../../text/errors.ts'
import { namedSchema } from './record-schemas.ts'

/** For their descriptions. */
export const PROOF =
  'Needs a proof that it is you: one of `current_password`, `totp`, `passkey` and `provider_ticket`, now or within the last five minutes in this session. Otherwise: 403 `reauthentication_required`. A wrong one counts like a wrong password; a code that cannot be checked, or not yet, does not: 409 with `secret_unreadable` or `clock_set_back` at `totp`.'

export const PROOF_IN_PROCUREMENT = `${PROOF} A token of the identity provider needs none.`

export const PROOF_ERRORS = [
  'reauthentication_required',
  'invalid_current_password',
  'invalid_factor',
  'conflict',
  'too_many_requests',
] as const

/** Of exports of personal data. */
export const needsRecentProof = {
  description:
    'Somebody who signed in, or gave a proof at `POST /api/auth/reauthenticate`, within the last five minutes; otherwise 403 `reauthentication_required`. An API token needs its scope alone.',
  errors: ['reauthentication_required'] satisfies ErrorCode[],
}

/** A body that is a proof or nothing. */
export const proofOrNothing = {
  body: namedSchema(proofBody, 'Proof', { current_password: 'correct horse battery' }),
  bodyOptional: true,
}

/** A body that may have a proof as well. */
export const provable = <Shape extends z.core.$ZodLooseShape>(body: z.ZodObject<Shape, z.core.$strict>) =>
  body.extend(proofFields)
