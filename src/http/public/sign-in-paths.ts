// Signing in with an account of the service.
import { z } from 'zod'
import { changePasswordBody, loginBody, logoutBody } from '../../accounts/sign-in-input.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { accountFields, namedSchema, timestamp } from '../openapi/record-schemas.ts'
import { returns, returnsNothing } from '../openapi/standard-responses.ts'

const profile = { id: z.int(), ...accountFields }

const grant = z
  .object({
    token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    expires_at: timestamp(),
    role: accountFields.role,
    user: z.object(profile),
  })
  .meta({ id: 'Grant' })

const me = z.object({ ...profile, expires_at: timestamp() }).meta({ id: 'Me' })

export const loginPaths = (): Paths => ({
  '/api/auth/login': {
    post: operation({
      id: 'login',
      tag: 'Signing in',
      summary: 'Sign in with email and password',
      description:
        'Returns a token that is valid for eight hours. After five failed attempts within 15 minutes, further attempts from the same address get 429.',
      body: namedSchema(loginBody, 'Credentials', {
        email: 'admin@frontage.local',
        password: 'correct horse battery',
      }),
      responses: returns(grant),
      errors: ['invalid_credentials', 'too_many_requests'],
    }),
  },
})

export const sessionPaths = (): Paths => ({
  '/api/auth/me': {
    get: operation({
      id: 'getMe',
      tag: 'Signing in',
      summary: 'Get the account that the token belongs to',
      access: 'signed-in',
      responses: returns(me),
    }),
  },
  '/api/auth/logout': {
    post: operation({
      id: 'logout',
      tag: 'Signing in',
      summary: 'Revoke the token',
      description: 'With `everywhere`, revokes all tokens of the account.',
      access: 'signed-in',
      body: namedSchema(logoutBody, 'Ending'),
      bodyOptional: true,
      responses: returnsNothing,
    }),
  },
})

export const changePasswordPaths = (): Paths => ({
  '/api/auth/change-password': {
    post: operation({
      id: 'changePassword',
      tag: 'Signing in',
      summary: 'Change the password',
      description: 'Revokes all tokens of the account and returns a new one.',
      access: 'signed-in',
      body: namedSchema(changePasswordBody, 'PasswordChange'),
      responses: returns(grant),
      errors: ['invalid_current_password', 'too_many_requests'],
    }),
  },
})
