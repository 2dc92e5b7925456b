import { ApiProblem } from '../../../client/api-problem.ts'

export const LACKS_PROOF = 'reauthentication_required'

/** Whether somebody was asked for a proof and has closed the question: they have decided against the change. */
export const isDeclined = (error: unknown) => error instanceof ApiProblem && error.code === LACKS_PROOF
