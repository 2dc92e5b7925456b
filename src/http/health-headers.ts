/** Headers of every health answer; a deploy waits for the commit. */
export const healthHeaders = (commit: string) => ({ 'Cache-Control': 'no-store', 'X-App-Commit': commit })
