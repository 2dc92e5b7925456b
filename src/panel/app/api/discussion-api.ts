// Requests about comments and reviews, apart from the client that the panel begins with.
import type {
  Comment,
  CommentChanges,
  ListedReview,
  MailChoices,
  NewComment,
  Review,
} from '../../../client/index.ts'
import { createJsonRequest, createRequest } from '../../../client/send-request.ts'
import { api } from './client.ts'
import { fetchWithSession } from './session-fetch.ts'

const request = createRequest({ fetch: fetchWithSession }, api)
const requestJson = createJsonRequest(request)

export type ReviewAction = 'request' | 'withdraw' | 'return' | 'approve' | 'unwanted'
type Answer = { review: Review | null; etag: string | null; needs_approval: boolean }
export type Person = { id: number; name: string }

const pathOf = (resource: string, id: number) => `/api/admin/${resource}/${id}`

export const listComments = async (resource: string, id: number) =>
  (await requestJson<{ items: Comment[] }>('GET', `${pathOf(resource, id)}/comments`)).items

export const listPeople = async (resource: string, id: number) =>
  (await requestJson<{ items: Person[] }>('GET', `${pathOf(resource, id)}/comments/people`)).items

export const addComment = (resource: string, id: number, body: NewComment) =>
  requestJson<Comment>('POST', `${pathOf(resource, id)}/comments`, { body })

export const changeComment = (id: number, body: CommentChanges) =>
  requestJson<Comment>('PATCH', `/api/admin/comments/${id}`, { body })

export const removeComment = (id: number) => request('DELETE', `/api/admin/comments/${id}`)

export const getReview = (resource: string, id: number) =>
  requestJson<Answer>('GET', `${pathOf(resource, id)}/review`)

/** `etag`: of what the answer is about, which nobody may have edited since. */
export const takeReviewStep = (
  resource: string,
  id: number,
  { action, note, etag }: { action: ReviewAction; note: string; etag: string | null },
) =>
  requestJson<Answer>('POST', `${pathOf(resource, id)}/review`, {
    body: { action, note: note || null },
    headers: etag === null ? {} : { 'If-Match': etag },
  })

const listReviews = async (query: { state: Review['state']; mine: boolean }) =>
  (await requestJson<{ items: ListedReview[] }>('GET', '/api/admin/reviews', { query })).items

/** The things that wait for the user: requests of others and drafts that they do not want, and own drafts that were returned. */
export const listWaiting = async (isEditor: boolean): Promise<ListedReview[]> => {
  const ofOthers = isEditor ? (['requested', 'unwanted'] as const) : []
  const lists = await Promise.all([
    ...ofOthers.map((state) => listReviews({ state, mine: false })),
    listReviews({ state: 'returned', mine: true }),
  ])
  return lists.flat()
}

export const getMailChoices = () => requestJson<MailChoices>('GET', '/api/admin/notifications')
export const setMailChoices = (body: Partial<MailChoices>) =>
  requestJson<MailChoices>('PATCH', '/api/admin/notifications', { body })
