/** Limits on request bodies, by what a route takes. */
const KILOBYTE = 1_024

export const MAX_CREDENTIALS_BYTES = 8 * KILOBYTE
export const MAX_FORM_BYTES = 64 * KILOBYTE
export const MAX_JSON_BYTES = 2_048 * KILOBYTE
/** 500 records of 32 KB. */
export const MAX_BATCH_BYTES = 16_384 * KILOBYTE
