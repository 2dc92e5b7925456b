// Kinds of failed requests, and their meaning for the next one.
import { ApiProblem } from '../../../client/api-problem.ts'
import type { Failure } from './save-queue.ts'

/** The service may have done what was asked. */
export const isWithoutAnswer = (error: unknown) => !(error instanceof ApiProblem) || error.status >= 500

/** The request was not carried out, and never will be. */
export const isRefusal = (error: unknown) =>
  error instanceof ApiProblem && [400, 404, 409, 413, 422].includes(error.status)

/** Errors that may pass by themselves; a request that was not answered counts as offline. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiProblem) return error.status >= 500 || error.status === 429 ? 'failed' : 'stopped'
  return error instanceof TypeError ? 'offline' : 'stopped'
}

/** How long the service asks to wait (429, 503), in milliseconds; 0 where it does not. */
export const retryAfterOf = (error: unknown): number =>
  error instanceof ApiProblem ? (error.retryAfter ?? 0) * 1_000 : 0
