// What a signed delivery asks for. Pure: nothing of a body reaches a command but a commit that is hexadecimal digits.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError, fieldIssues, invalid } from '../errors.ts'

export type Ignored = { kind: 'ignored'; why: 'event' | 'ref' | 'deletion' }
export type Push = { kind: 'push'; delivery: string; commit: string }

/** Forges by what their headers begin with; Gitea and Forgejo send some of the others' as well, with the same values. */
const FORGES = ['X-GitHub', 'X-Gitea', 'X-Forgejo', 'X-Gogs']
const DELIVERY = /^[A-Za-z0-9._:-]{1,100}$/
const NOTHING = /^0+$/

const pushBody = z.object({ ref: z.string(), after: z.string(), deleted: z.boolean().optional() })
const commit = z
  .string()
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'is not the full hexadecimal name of a commit')

/** The event that the headers name; a sender without that header, such as a script, pushes. Throws 400. */
export function eventOf(headers: Headers): string {
  const event = first(headers, 'Event') ?? 'push'
  if (!event)
    throw new AppError('malformed_request', 'The headers name no event (X-GitHub-Event or X-Gitea-Event).')
  return event
}

/** Decides on a delivery; throws 400 for an id and 422 for a push that cannot be read. */
export function decide(delivery: {
  headers: Headers
  body: unknown
  bytes: Uint8Array
  branch: string
}): Ignored | Push {
  const { headers, body, bytes, branch } = delivery
  if (eventOf(headers) !== 'push') return { kind: 'ignored', why: 'event' }
  const id = deliveryOf(headers, bytes)
  const push = pushBody.safeParse(body)
  if (!push.success) throw invalid(fieldIssues(push.error))
  if (push.data.ref !== `refs/heads/${branch}`) return { kind: 'ignored', why: 'ref' }
  if (push.data.deleted || NOTHING.test(push.data.after)) return { kind: 'ignored', why: 'deletion' }
  const after = z.object({ after: commit }).safeParse(push.data)
  if (!after.success) throw invalid(fieldIssues(after.error))
  return { kind: 'push', delivery: id, commit: after.data.after }
}

// A sender that numbers nothing is told apart by what it sends.
function deliveryOf(headers: Headers, bytes: Uint8Array): string {
  const id = first(headers, 'Delivery')
  if (id === null) return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  if (!DELIVERY.test(id))
    throw new AppError('malformed_request', 'The delivery id has characters that none has.')
  return id
}

function first(headers: Headers, name: string): string | null {
  for (const forge of FORGES) {
    const value = headers.get(`${forge}-${name}`)
    if (value !== null) return value
  }
  return null
}
