import type { Problem } from './generated-types.ts';
export type ErrorCode = Problem['code'];
export type FieldIssue = NonNullable<Problem['errors']>[number];
/** A failed answer. What never reached the service rejects as `fetch` does. */
export declare class ApiProblem extends Error {
    readonly name = "ApiProblem";
    readonly status: number;
    /** `unexpected_answer`: something in between answered, not the service. */
    readonly code: ErrorCode | 'unexpected_answer';
    /** What is wrong with which field. */
    readonly errors: FieldIssue[];
    /** Names the request in the log of the service. */
    readonly requestId: string | null;
    /** Seconds to wait, with 429 and 503. */
    readonly retryAfter: number | null;
    /** The current ETag, with 412. */
    readonly etag: string | null;
    constructor(response: Response, problem: Problem | null);
}
/** The problem that a response tells of. */
export declare function problemOf(response: Response): Promise<ApiProblem>;
