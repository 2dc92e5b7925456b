/** A failed answer. What never reached the service rejects as `fetch` does. */
export class ApiProblem extends Error {
    name = 'ApiProblem';
    status;
    /** `unexpected_answer`: something in between answered, not the service. */
    code;
    /** What is wrong with which field. */
    errors;
    /** Names the request in the log of the service. */
    requestId;
    /** Seconds to wait, with 429 and 503. */
    retryAfter;
    /** The current ETag, with 412. */
    etag;
    constructor(response, problem) {
        super(problem?.detail ?? `The answer is ${response.status} ${response.statusText}.`);
        this.status = response.status;
        this.code = problem?.code ?? 'unexpected_answer';
        this.errors = problem?.errors ?? [];
        this.requestId = problem?.request_id ?? response.headers.get('X-Request-Id');
        const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
        this.retryAfter = Number.isFinite(seconds) ? seconds : null;
        this.etag = response.headers.get('ETag');
    }
}
/** The problem that a response tells of. */
export async function problemOf(response) {
    const isProblem = /^application\/problem\+json\b/.test(response.headers.get('Content-Type') ?? '');
    const body = isProblem ? await response.json().catch(() => null) : null;
    return new ApiProblem(response, body);
}
