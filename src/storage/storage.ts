// The wall to where objects lie: a directory or an S3 store, behind one face.
import type { StorageConfig } from '../config/config.ts'
import { AppError } from '../errors.ts'

/** What is known of an object; `etag` is strong and quoted. */
export type ObjectHead = { size: number; etag: string; modified: Date }

/** What a read answers, in the terms of HTTP. `range` is what `body` holds, both ends included. */
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
  /** Makes the directory or the bucket where it is absent. */
  prepare(): Promise<void>
  /** Stores the object whole or not at all. */
  put(key: string, bytes: Uint8Array, options: { type: string }): Promise<{ etag: string }>
  /** Opens the object; `range` is a `Range` header, of which one range is served and anything else ignored. */
  get(key: string, options?: { range?: string | null }): Promise<ObjectAnswer>
  /** Null where there is no such object. */
  head(key: string): Promise<ObjectHead | null>
  /** Removes the object; one that is not there counts as removed. */
  remove(key: string): Promise<void>
  list(): AsyncIterable<{ key: string; size: number; modified: Date }>
  /** Throws unless the store answers. */
  probe(): Promise<void>
  close(): void
}

/** 503. `uncertain`: what was asked may have been done, or may still be: the store never said. */
export class StorageError extends AppError {
  constructor(
    readonly uncertain: boolean,
    cause: unknown,
  ) {
    super('unavailable', 'The object store is not available; try again later.', {
      cause,
      headers: { 'Retry-After': '5' },
    })
  }
}
