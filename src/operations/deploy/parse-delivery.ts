// Reads a signed delivery. Pure; the only value of a body that reaches a command is a commit of hexadecimal digits.

import { z } from 'zod'
import { sha256 } from '../../platform/sha256.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { fieldIssues } from '../../text/field-issues.ts'

export type IgnoredDelivery = { kind: 'ignored'; why: 'event' | 'ref' | 'deletion' }
export type Push = {
  kind: 'push'
  /** Chosen by the sender: headers are not covered by the signature. */
  delivery: string
  /** SHA-256 of the signed body. */
  bodyDigest: string
  commit: string
  /** The branch's previous commit, where the body names one. */
  before: string | null
  /** The body says that the branch was rewritten (GitHub). */
  forced: boolean
}

/** Header prefixes in order of precedence: Gitea and Forgejo also send those of GitHub and Gogs, with equal values. */
const HEADER_PREFIXES = ['X-GitHub', 'X-Gitea', 'X-Forgejo', 'X-Gogs']
const DELIVERY_ID = /^[A-Za-z0-9._:-]{1,100}$/
const NULL_COMMIT = /^0+$/

const pushBody = z.object({
  ref: z.string(),
  after: z.string(),
  deleted: z.boolean().optional(),
  before: z.unknown().optional(),
  forced: z.unknown().optional(),
})
const commitId = z
  .string()
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a full commit id of 40 or 64 hexadecimal digits')

/** The event named by the headers; `push` without such a header, for scripts. Throws 400 if the header is empty. */
export function readEvent(headers: Headers): string {
  const event = firstHeader(headers, 'Event') ?? 'push'
  if (!event)
    throw new AppError('malformed_request', 'The event header (X-GitHub-Event or X-Gitea-Event) is empty.')
  return event
}

/** Reads the push from a delivery whose signature is valid. Throws 400 for a bad delivery id, 422 for a bad body. */
export function parseDelivery(delivery: {
  headers: Headers
  body: unknown
  bytes: Uint8Array
  branch: string
}): IgnoredDelivery | Push {
  const { headers, body, bytes, branch } = delivery
  if (readEvent(headers) !== 'push') return { kind: 'ignored', why: 'event' }
  const bodyDigest = sha256(bytes)
  const id = readDeliveryId(headers, bodyDigest)
  const push = pushBody.safeParse(body)
  if (!push.success) throw invalid(fieldIssues(push.error))
  if (push.data.ref !== `refs/heads/${branch}`) return { kind: 'ignored', why: 'ref' }
  if (push.data.deleted || NULL_COMMIT.test(push.data.after)) return { kind: 'ignored', why: 'deletion' }
  const after = z.object({ after: commitId }).safeParse(push.data)
  if (!after.success) throw invalid(fieldIssues(after.error))
  return {
    kind: 'push',
    delivery: id,
    bodyDigest,
    commit: after.data.after,
    before: commitId.safeParse(push.data.before).data ?? null,
    forced: push.data.forced === true,
  }
}

// Without an id header, the body's digest identifies the delivery.
function readDeliveryId(headers: Headers, bodyDigest: string): string {
  const id = firstHeader(headers, 'Delivery')
  if (id === null) return `sha256:${bodyDigest}`
  if (!DELIVERY_ID.test(id))
    throw new AppError(
      'malformed_request',
      'The delivery id contains invalid characters; use 1 to 100 of A-Z, a-z, 0-9 and . _ : -',
    )
  return id
}

function firstHeader(headers: Headers, name: string): string | null {
  for (const prefix of HEADER_PREFIXES) {
    const value = headers.get(`${prefix}-${name}`)
    if (value !== null) return value
  }
  return null
}
