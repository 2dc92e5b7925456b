// Second factors: the second step of a sign-in, and setting factors up.
import { z } from 'zod'
import { operations } from '../openapi/describe-operation.ts'
import { PROOF, PROOF_ERRORS, proofOrNothing } from '../openapi/proof-of-identity.ts'
import { namedSchema, recordPath, timestamp } from '../openapi/record-schemas.ts'
import { returns, returnsNothing } from '../openapi/standard-responses.ts'
import {
  codeBody,
  newPasskeyBody,
  passkeyOptionsBody,
  passkeySignInBody,
  secondFactorBody,
} from './factor-input.ts'
import { grant } from './sign-in-paths.ts'

const TICKET = 'q1c3Zk0w8m5V3n9xT2r4L6p8S0a1B3d5F7h9J1k3M5o'

const recoveryCodes = z.array(z.string()).meta({
  description: 'Ten, shown only here. Each replaces a second factor once.',
  examples: [['7k3m-q2xw-9d4f-hn8r']],
})

const signingIn = { tag: 'Signing in' } as const

export const secondFactorPaths = () =>
  operations(signingIn, {
    'POST /api/auth/second-factor': {
      id: 'verifySecondFactor',
      summary: 'Go on with a sign-in that needs a second factor',
      description:
        'With the ticket of the 401 `second_factor_required` and one of the factors. Each code works once. A wrong one counts like a wrong password, and the ticket stays valid for its ten minutes. A code that cannot be checked, or not yet, is 409 and does not count: at `totp` `secret_unreadable` after `JWT_SECRET` was changed alone, or `clock_set_back` with `Retry-After`.',
      body: namedSchema(secondFactorBody, 'SecondFactor', { ticket: TICKET, totp: '287082' }),
      responses: returns(grant),
      errors: ['invalid_credentials', 'forbidden', 'conflict', 'too_many_requests'],
    },
  })

const credentialType = z.literal('public-key')
const descriptors = z.array(
  z.object({ id: z.string(), type: credentialType, transports: z.array(z.string()) }),
)

const requestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
    allowCredentials: descriptors,
  })
  .meta({
    id: 'PasskeyRequestOptions',
    description:
      'For `PublicKeyCredential.parseRequestOptionsFromJSON`. The challenge is answered once, within five minutes.',
  })

export const passkeyOptionsPaths = () =>
  operations(signingIn, {
    'POST /api/auth/passkey/options': {
      id: 'getPasskeyOptions',
      summary: 'Get the options for an answer of a passkey',
      description:
        'For signing in with a passkey alone, as the second factor with its ticket, or as a proof before a change. `Content-Type: application/json`, also without a body. Passkeys are bound to the host of `SITE_URL`.',
      body: namedSchema(passkeyOptionsBody, 'PasskeyOptions'),
      bodyOptional: true,
      responses: returns(requestOptions),
      errors: ['unauthenticated', 'forbidden', 'too_many_requests'],
    },
  })

export const passkeySignInPaths = () =>
  operations(signingIn, {
    'POST /api/auth/passkey/verify': {
      id: 'signInWithPasskey',
      summary: 'Sign in with a passkey in place of email and password',
      description:
        'A wrong one counts like a wrong password. One that was asked at another address than the panel’s is 422 with `wrong_origin` at `passkey`.',
      body: namedSchema(passkeySignInBody, 'PasskeySignIn'),
      responses: returns(grant),
      errors: ['invalid_credentials', 'forbidden', 'too_many_requests'],
    },
  })

const changing = { tag: 'Second factors', access: 'factor-owner' } as const

const PROOF_OR_TICKET = `${PROOF} A ticket needs none.`

const totpStatus = z
  .object({
    enabled: z.boolean(),
    confirmed_at: timestamp().nullable(),
    recovery_codes_left: z.int().min(0),
  })
  .meta({ id: 'TotpStatus' })

const totpSetup = z
  .object({
    secret: z.string().meta({ description: 'Base32, for typing.' }),
    otpauth_url: z.string(),
    qr_svg: z.string().meta({ description: 'The URL as a QR code: an SVG document.' }),
  })
  .meta({ id: 'TotpSetup' })

export const totpPaths = () =>
  operations(changing, {
    'GET /api/auth/totp': {
      id: 'getTotp',
      summary: 'Whether you have an authenticator app',
      responses: returns(totpStatus),
      errors: ['forbidden', 'too_many_requests'],
    },
    'POST /api/auth/totp': {
      id: 'beginTotp',
      summary: 'Begin to set up an authenticator app',
      description: `The secret counts once a code confirms it, within 15 minutes; one that is set up works until then. ${PROOF_OR_TICKET}`,
      ...proofOrNothing,
      responses: returns(totpSetup),
      errors: [...PROOF_ERRORS],
    },
    'DELETE /api/auth/totp': {
      id: 'removeTotp',
      summary: 'Remove the authenticator app',
      description: `409 if your role needs a second factor and this is the only one. ${PROOF_OR_TICKET}`,
      ...proofOrNothing,
      responses: returnsNothing,
      errors: [...PROOF_ERRORS, 'not_found', 'conflict'],
    },
    'POST /api/auth/totp/confirm': {
      id: 'confirmTotp',
      summary: 'Confirm an authenticator app with its first code',
      description: 'The recovery codes replace all earlier ones.',
      body: namedSchema(codeBody, 'TotpCode', { code: '287082' }),
      responses: returns(z.object({ recovery_codes: recoveryCodes })),
      errors: ['forbidden', 'conflict', 'invalid_factor', 'too_many_requests'],
    },
  })

const passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    is_synced: z.boolean().meta({ description: 'Whether a password manager copies it to other devices.' }),
    created_at: timestamp(),
    last_used_at: timestamp().nullable(),
  })
  .meta({ id: 'Passkey' })

const newPasskey = passkey
  .extend({ recovery_codes: recoveryCodes.optional() })
  .meta({ id: 'NewPasskey', description: 'With `recovery_codes` if the account had none.' })

const creationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: credentialType })),
    timeout: z.int(),
    excludeCredentials: descriptors,
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.boolean(),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({
    id: 'PasskeyCreationOptions',
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON`. The challenge is answered once, within five minutes.',
  })

export const passkeyPaths = () =>
  operations(changing, {
    'GET /api/auth/passkeys': {
      id: 'listPasskeys',
      summary: 'List your passkeys',
      responses: returns(z.object({ items: z.array(passkey) })),
      errors: ['too_many_requests'],
    },
    'POST /api/auth/passkeys/options': {
      id: 'beginPasskey',
      summary: 'Begin to add a passkey',
      description: PROOF_OR_TICKET,
      ...proofOrNothing,
      responses: returns(creationOptions),
      errors: [...PROOF_ERRORS, 'conflict'],
    },
    'POST /api/auth/passkeys': {
      id: 'addPasskey',
      summary: 'Add a passkey',
      description: 'Without `name`, the name is that of browser and system.',
      body: namedSchema(newPasskeyBody, 'PasskeyAddition'),
      responses: {
        '201': {
          description: 'The new passkey.',
          content: { 'application/json': { schema: newPasskey } },
        },
      },
      errors: ['invalid_factor', 'conflict', 'too_many_requests'],
    },
    'DELETE /api/auth/passkeys/{id}': {
      id: 'removePasskey',
      summary: 'Remove a passkey',
      description: `409 if your role needs a second factor and this is the only one, or if no admin could sign in without it. ${PROOF_OR_TICKET}`,
      path: recordPath,
      ...proofOrNothing,
      responses: returnsNothing,
      errors: [...PROOF_ERRORS, 'not_found', 'last_admin', 'conflict'],
    },
  })
