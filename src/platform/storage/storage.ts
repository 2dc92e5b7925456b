// The interface to object storage: a directory on disk or a bucket in an S3 store.

import { AppError } from '../../text/errors.ts'
import type { StorageConfig } from '../config/config.ts'

/** Metadata of an object; `etag` is strong and quoted. */
export type ObjectHead = { size: number; etag: string; modified: Date }

/** The result of a read, in HTTP terms. `range` is the part in `body`, both ends inclusive. */
export type ObjectAnswer =
  | (ObjectHead & { status: 200; range: null; body: Blob | ReadableStream<Uint8Array> })
  | (ObjectHead & {
      status: 206
      range: { start: number; end: number }
      body: Blob | ReadableStream<Uint8Array>
    })
  | { status: 404 }
  | { status: 416 }

export type Storage = {
  kind: StorageConfig['kind']
  /** Creates the directory or bucket if it is missing. */
  prepare(): Promise<void>
  /** Stores the object completely or not at all. */
  put(key: string, bytes: Uint8Array, options: { type: string }): Promise<{ etag: string }>
  /** Opens the object; `range` is a `Range` header, ignored unless it has exactly one range. */
  get(key: string, options?: { range?: string | null }): Promise<ObjectAnswer>
  /** Null when the object does not exist. */
  head(key: string): Promise<ObjectHead | null>
  /** Removes the object; succeeds when it does not exist. */
  remove(key: string): Promise<void>
  /** All objects, or those below a directory such as `2026/05`. */
  list(directory?: string): AsyncIterable<{ key: string; size: number; modified: Date }>
  /** Throws when the store is unavailable. */
  probe(): Promise<void>
  close(): void
}

/** 503. `uncertain`: the request may have reached the store, so the operation may have taken or still take effect. */
export class StorageError extends AppError {
  constructor(
    readonly uncertain: boolean,
    cause: unknown,
  ) {
    super('unavailable', 'The object store is unavailable; try again later.', {
      cause,
      headers: { 'Retry-After': '5' },
    })
  }
}
