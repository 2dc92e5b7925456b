import { expect, test } from 'bun:test'
import { Secret } from '../../src/config/secret.ts'
import { isSignedBy, signatureOf } from '../../src/deploy/webhook-signature.ts'
import { digest } from '../support/deploys.ts'

const body = '{"ref":"refs/heads/production"}'
const good = digest(body)
const isSigned = (headers: Record<string, string>) => {
  const signature = signatureOf(new Headers(headers))
  return (
    signature !== null && isSignedBy(new Secret('the secret of the git host'), signature, Buffer.from(body))
  )
}

test.each<[string, Record<string, string>]>([
  ['GitHub', { 'X-Hub-Signature-256': `sha256=${good}` }],
  ['Gitea', { 'X-Gitea-Signature': good }],
  ['Forgejo', { 'X-Forgejo-Signature': good }],
  [
    'Gitea as it is',
    { 'X-Gitea-Signature': good, 'X-Hub-Signature-256': `sha256=${good}`, 'X-Hub-Signature': 'sha1=0' },
  ],
])('a delivery signed as %s does is taken', (_, headers) => {
  expect(isSigned(headers)).toBe(true)
})

test.each<[string, Record<string, string>]>([
  ['no signature', {}],
  ['an empty one', { 'X-Hub-Signature-256': '' }],
  ['none after the name of the algorithm', { 'X-Hub-Signature-256': 'sha256=' }],
  ['a short one', { 'X-Hub-Signature-256': `sha256=${good.slice(0, 62)}` }],
  ['a long one', { 'X-Hub-Signature-256': `sha256=${good}00` }],
  ['upper case', { 'X-Hub-Signature-256': `sha256=${good.toUpperCase()}` }],
  ['upper case in the name', { 'X-Hub-Signature-256': `SHA256=${good}` }],
  ['no name', { 'X-Hub-Signature-256': good }],
  ['a name where Gitea has none', { 'X-Gitea-Signature': `sha256=${good}` }],
  ['SHA-1', { 'X-Hub-Signature': `sha1=${good.slice(0, 40)}` }],
  ['SHA-1 where SHA-256 belongs', { 'X-Hub-Signature-256': `sha1=${good.slice(0, 40)}` }],
  ['the right one twice', { 'X-Hub-Signature-256': `sha256=${good}, sha256=${good}` }],
  ['not hexadecimal digits', { 'X-Hub-Signature-256': `sha256=${'g'.repeat(64)}` }],
  ['the key of somebody else', { 'X-Hub-Signature-256': `sha256=${digest(body, 'another')}` }],
  ['of another body', { 'X-Gitea-Signature': digest(`${body} `) }],
  [
    'a wrong first and a right second',
    { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}`, 'X-Gitea-Signature': good },
  ],
  ['an empty first and a right second', { 'X-Hub-Signature-256': '', 'X-Forgejo-Signature': good }],
  ['a broken second and a right third', { 'X-Gitea-Signature': 'x', 'X-Forgejo-Signature': good }],
])('refused: %s', (_, headers) => {
  expect(isSigned(headers)).toBe(false)
})
