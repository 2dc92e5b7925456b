/** Headers of every health response; a deploy waits until `X-App-Commit` names the pushed commit. */
export const healthHeaders = (commit: string) => ({ 'Cache-Control': 'no-store', 'X-App-Commit': commit })
