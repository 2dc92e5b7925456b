// Large files in a bucket of any S3 store, sent in parts, for copies that leave the host.
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
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Secret } from '../config/secret.ts'

type Options = { endpoint: string; region: string; bucket: string; accessKey: Secret; secretKey: Secret }

export type OffSite = {
  /** Every object of the bucket with its size. */
  list(): AsyncIterable<{ key: string; size: number }>
  /** Stores a file whole or not at all, under a name that is replaced where it exists. */
  put(key: string, path: string): Promise<void>
  /** The object's bytes; throws when there is none. */
  read(key: string): Promise<AsyncIterable<Uint8Array>>
  remove(key: string): Promise<void>
  close(): void
}

/** S3 takes at most 10,000 parts, of 5 MiB and more each. */
const LEAST_PART_BYTES = 16 * 1_048_576
const MAX_PARTS = 10_000
const IDLE_MS = 60_000

/** Throws the store's own error, which names neither key. */
export function openOffSite({ bucket: Bucket, ...options }: Options): OffSite {
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: true,
    credentials: { accessKeyId: options.accessKey.reveal(), secretAccessKey: options.secretKey.reveal() },
    requestHandler: { connectionTimeout: 5_000, requestTimeout: IDLE_MS, throwOnRequestTimeout: true },
    // Stores other than Amazon's do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  async function putInParts(Key: string, path: string, size: number) {
    const partBytes = Math.max(LEAST_PART_BYTES, Math.ceil(size / MAX_PARTS))
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    try {
      await using file = await open(path, 'r')
      const Parts: { ETag: string | undefined; PartNumber: number }[] = []
      for (let start = 0; start < size; start += partBytes) {
        const Body = new Uint8Array(Math.min(partBytes, size - start))
        await file.read(Body, 0, Body.byteLength, start)
        const PartNumber = Parts.length + 1
        const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
        Parts.push({ ETag, PartNumber })
      }
      await client.send(
        new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
      )
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
      throw error
    }
  }

  return {
    async *list() {
      let ContinuationToken: string | undefined
      do {
        const wish = { Bucket, ...(ContinuationToken && { ContinuationToken }) }
        const page = await client.send(new ListObjectsV2Command(wish))
        for (const { Key, Size } of page.Contents ?? []) yield { key: Key!, size: Size ?? 0 }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    async put(Key, path) {
      const file = Bun.file(path)
      if (file.size > LEAST_PART_BYTES) return putInParts(Key, path, file.size)
      await client.send(new PutObjectCommand({ Bucket, Key, Body: await file.bytes() }))
    },
    async read(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
      return withinIdleTime(Body as Readable)
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    close: () => client.destroy(),
  }
}

// The SDK puts no limit on a body that stops coming (aws-sdk-js-v3 issue 8098).
async function* withinIdleTime(body: Readable): AsyncGenerator<Uint8Array> {
  const stop = () => body.destroy(new Error('the object store stopped sending'))
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
