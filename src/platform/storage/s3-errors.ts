import { StorageError } from './storage.ts'

type SdkError = { name: string; $metadata?: { httpStatusCode?: number } }

const causeOf = (error: unknown) => (error instanceof StorageError ? error.cause : error) as SdkError

export const statusOf = (error: unknown) => causeOf(error).$metadata?.httpStatusCode

/** Whether the object or bucket does not exist. Judged by status, because the response to HEAD has no error name. */
export const isMissing = (error: unknown) => !(error instanceof StorageError) && statusOf(error) === 404

/** Whether creating the bucket failed because it exists. */
export const isBucketTaken = (error: unknown) => /^BucketAlready/.test(causeOf(error).name)

/** Rethrows as 503: here a 404 can only mean that the bucket is missing. */
export function throwBucketMissing(error: unknown): never {
  throw error instanceof StorageError ? error : new StorageError(false, error)
}
