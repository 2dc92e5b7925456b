// Off-site copies of large files (database dumps) in a bucket of an S3-compatible store, uploaded in parts.
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { createS3Client, type S3Options } from './s3-client.ts'

export type OffSite = {
  /** Every object of the bucket with its size. */
  list(): AsyncIterable<{ key: string; size: number }>
  /** Stores a file completely or not at all, replacing an existing object. */
  put(key: string, path: string): Promise<void>
  /** The object's bytes; throws when it does not exist. */
  read(key: string): Promise<AsyncIterable<Uint8Array>>
  remove(key: string): Promise<void>
  close(): void
}

/** S3 allows at most 10,000 parts of at least 5 MiB. */
const MIN_PART_BYTES = 16 * 1_048_576
const MAX_PARTS = 10_000
const IDLE_MS = 60_000

/** Methods throw the SDK's errors, whose messages do not contain the credentials. */
export function openOffSite(options: S3Options): OffSite {
  const { bucket: Bucket } = options
  const client = createS3Client(options, { connectionTimeoutMs: 5_000, requestTimeoutMs: IDLE_MS })
  return {
    async *list() {
      let ContinuationToken: string | undefined
      do {
        const command = { Bucket, ...(ContinuationToken && { ContinuationToken }) }
        const page = await client.send(new ListObjectsV2Command(command))
        for (const { Key, Size } of page.Contents ?? []) yield { key: Key!, size: Size ?? 0 }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    async put(Key, path) {
      const file = Bun.file(path)
      if (file.size > MIN_PART_BYTES) return uploadInParts(client, { Bucket, Key }, path, file.size)
      await client.send(new PutObjectCommand({ Bucket, Key, Body: await file.bytes() }))
    },
    async read(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
      return withIdleTimeout(Body as Readable)
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    close: () => client.destroy(),
  }
}

async function uploadInParts(
  client: S3Client,
  target: { Bucket: string; Key: string },
  path: string,
  size: number,
) {
  const partBytes = Math.max(MIN_PART_BYTES, Math.ceil(size / MAX_PARTS))
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  try {
    await using file = await open(path, 'r')
    const Parts: { ETag: string | undefined; PartNumber: number }[] = []
    for (let start = 0; start < size; start += partBytes) {
      const Body = new Uint8Array(Math.min(partBytes, size - start))
      await file.read(Body, 0, Body.byteLength, start)
      const PartNumber = Parts.length + 1
      const { ETag } = await client.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }))
      Parts.push({ ETag, PartNumber })
    }
    await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => {})
    throw error
  }
}

// The SDK does not bound pauses within a body (aws-sdk-js-v3 issue 8098).
async function* withIdleTimeout(body: Readable): AsyncGenerator<Uint8Array> {
  const stop = () => body.destroy(new Error('The object store stopped sending'))
  let timer = setTimeout(stop, IDLE_MS)
  try {
    for await (const chunk of body) {
      clearTimeout(timer)
      yield chunk as Uint8Array
      timer = setTimeout(stop, IDLE_MS)
    }
  } finally {
    clearTimeout(timer)
  }
}
