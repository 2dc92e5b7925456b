import { expect, test } from 'bun:test'
import { readSignature, verifySignature } from '../../../src/operations/deploy/webhook-signature.ts'
import { Secret } from '../../../src/platform/config/secret.ts'
import { digest } from '../../support/deploys.ts'

const body = '{"ref":"refs/heads/production"}'
const good = digest(body)
const isSigned = (headers: Record<string, string>) => {
  const signature = readSignature(new Headers(headers))
  return (
    signature !== null &&
    verifySignature(new Secret('the secret of the git host'), signature, Buffer.from(body))
  )
}

test.each<[string, Record<string, string>]>([
  ['GitHub', { 'X-Hub-Signature-256': `sha256=${good}` }],
  ['Gitea', { 'X-Gitea-Signature': good }],
  ['Forgejo', { 'X-Forgejo-Signature': good }],
  [
    'Gitea with all its headers',
    { 'X-Gitea-Signature': good, 'X-Hub-Signature-256': `sha256=${good}`, 'X-Hub-Signature': 'sha1=0' },
  ],
])('accepted: signed by %s', (_, headers) => {
  expect(isSigned(headers)).toBe(true)
})

test.each<[string, Record<string, string>]>([
  ['no signature', {}],
  ['an empty one', { 'X-Hub-Signature-256': '' }],
  ['an algorithm prefix without a digest', { 'X-Hub-Signature-256': 'sha256=' }],
  ['a short one', { 'X-Hub-Signature-256': `sha256=${good.slice(0, 62)}` }],
  ['a long one', { 'X-Hub-Signature-256': `sha256=${good}00` }],
  ['upper case', { 'X-Hub-Signature-256': `sha256=${good.toUpperCase()}` }],
  ['upper case in the algorithm prefix', { 'X-Hub-Signature-256': `SHA256=${good}` }],
  ['no algorithm prefix', { 'X-Hub-Signature-256': good }],
  ['an algorithm prefix in Gitea’s header', { 'X-Gitea-Signature': `sha256=${good}` }],
  ['SHA-1', { 'X-Hub-Signature': `sha1=${good.slice(0, 40)}` }],
  ['SHA-1 in the SHA-256 header', { 'X-Hub-Signature-256': `sha1=${good.slice(0, 40)}` }],
  ['the valid signature twice', { 'X-Hub-Signature-256': `sha256=${good}, sha256=${good}` }],
  ['not hexadecimal digits', { 'X-Hub-Signature-256': `sha256=${'g'.repeat(64)}` }],
  ['a signature made with another secret', { 'X-Hub-Signature-256': `sha256=${digest(body, 'another')}` }],
  ['a signature of another body', { 'X-Gitea-Signature': digest(`${body} `) }],
  [
    'an invalid first header and a valid second one',
    { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}`, 'X-Gitea-Signature': good },
  ],
  [
    'an empty first header and a valid second one',
    { 'X-Hub-Signature-256': '', 'X-Forgejo-Signature': good },
  ],
  [
    'a malformed Gitea header and a valid Forgejo one',
    { 'X-Gitea-Signature': 'x', 'X-Forgejo-Signature': good },
  ],
])('refused: %s', (_, headers) => {
  expect(isSigned(headers)).toBe(false)
})
