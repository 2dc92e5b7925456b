// Who the claims of a token and of userinfo describe.
import { describe, expect, test } from 'bun:test'
import { type Claims, toIdentity } from '../../../src/accounts/oidc/identity-claims.ts'

const asked: [string, string][] = []
/** The identity of a token with these claims, where userinfo says `more`; undefined: it must not be asked. */
const identityOf = (claims: Claims, more?: Claims | null) =>
  toIdentity(
    { sub: 'ada', iat: 1_770_000_000, ...claims },
    {
      accessToken: 'token',
      readUserInfo: async (...question) => {
        asked.push(question)
        if (more === undefined) throw new Error('userinfo was asked')
        return more
      },
    },
  )
const email = 'ada@example.com'
const placeholder = expect.stringMatching(/^user [0-9a-f]{12}$/)

describe('the name is', () => {
  test.each<[string, Claims, Claims | null, unknown, boolean]>([
    ['that of the token before that of userinfo', { name: 'Ada', email: 7 }, { name: 'Eve' }, 'Ada', true],
    ['that of userinfo', { email }, { name: 'Ada Lovelace' }, 'Ada Lovelace', true],
    [
      'given and family name',
      { email },
      { given_name: 'Ada', family_name: 'Lovelace' },
      'Ada Lovelace',
      true,
    ],
    [
      'the one of the two that there is',
      { email },
      { family_name: 'Lovelace', given_name: '' },
      'Lovelace',
      true,
    ],
    ['the whole name before its parts', { email }, { name: 'Ada L.', given_name: 'Ada' }, 'Ada L.', true],
    [
      'a name before a user name',
      { email, preferred_username: 'al' },
      { given_name: 'Ada', preferred_username: 'al' },
      'Ada',
      true,
    ],
    ['the user name without any', { email, preferred_username: 'al' }, {}, 'al', true],
    ['the user name of userinfo', { email }, { preferred_username: 'al' }, 'al', true],
    ['the user name for now, where userinfo is away', { email, preferred_username: 'al' }, null, 'al', false],
    ['a placeholder without any', { email }, {}, placeholder, false],
    [
      'a placeholder where parts are no texts',
      { email },
      { given_name: 1, family_name: [] },
      placeholder,
      false,
    ],
  ])('%s', async (_, claims, more, displayName, isNamed) => {
    expect(await identityOf(claims, more)).toMatchObject({ subject: 'ada', displayName, isNamed })
  })
})

describe('the address is', () => {
  test.each<[string, Claims, Claims | null, string | null, boolean]>([
    ['that of userinfo', { name: 'Ada' }, { email, email_verified: true }, email, true],
    ['verified as a text', { name: 'Ada' }, { email, email_verified: 'true' }, email, true],
    ['verified as Casdoor writes it', { name: 'Ada' }, { email, emailVerified: true }, email, true],
    ['not verified by another word', { name: 'Ada' }, { email, email_verified: 'TRUE!' }, email, false],
    [
      'not verified by what another source says about another one',
      { email: 'eve@example.com' },
      { name: 'Ada', email_verified: true },
      'eve@example.com',
      false,
    ],
    [
      'that which is verified, whole',
      { email: 'ada@example.org' },
      { name: 'Ada', email, email_verified: true },
      email,
      true,
    ],
    ['null where none is one', { name: 'Ada', email: 'ada' }, { email: ['ada@example.com'] }, null, false],
  ])('%s', async (_, claims, more, address, emailVerified) => {
    expect(await identityOf(claims, more)).toMatchObject({ email: address, emailVerified })
  })
})

test('userinfo is asked only where name or address is missing, with the subject of the token', async () => {
  asked.length = 0
  await identityOf({ name: 'Ada', email })
  await identityOf({ given_name: 'Ada', email })
  expect(asked).toEqual([])
  await identityOf({ name: ' ', email }, {})
  await identityOf({ name: 'Ada', email: 'none' }, {})
  expect(asked).toEqual([
    ['token', 'ada'],
    ['token', 'ada'],
  ])
})

test.each<[Claims, Claims]>([
  [{ isForbidden: true }, {}],
  [{}, { isForbidden: true }],
  [{}, { isDeleted: 'true' }],
])('somebody disabled is 401: %p %p', async (claims, more) => {
  await expect(identityOf(claims, more)).rejects.toMatchObject({ status: 401 })
})
