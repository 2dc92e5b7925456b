// Objects in a bucket of any S3 store, addressed by path, below the prefix under which the website shows them: a CDN
// may stand in front of the bucket itself.
import type { Readable } from 'node:stream'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Secret } from '../config/secret.ts'
import { singleRange } from './byte-range.ts'
import { assertKey } from './object-keys.ts'
import { type ObjectHead, type Storage, StorageError } from './storage.ts'

type Options = {
  endpoint: string
  region: string
  bucket: string
  accessKey: Secret
  secretKey: Secret
  /** How long the store may take for an answer, and between two pieces of a body. */
  timeoutMs?: number
}

const PREFIX = 'media/'

// Bun sends a stream in chunks, without the length that it was given (bun issue 10507). What is read whole first has
// one, and a store that breaks off is a 503 instead of half an image.
const READ_WHOLE_BYTES = 16 * 1_048_576

export function openS3({ timeoutMs = 15_000, bucket: Bucket, ...options }: Options): Storage {
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: true,
    credentials: {
      accessKeyId: options.accessKey.reveal(),
      secretAccessKey: options.secretKey.reveal(),
    },
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: timeoutMs, throwOnRequestTimeout: true },
    // Stores other than Amazon's do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  const at = (key: string) => {
    assertKey(key)
    return { Bucket, Key: `${PREFIX}${key}` }
  }

  // All attempts together end in time; a body that comes later has its own limit.
  async function ask<T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeoutMs)
    try {
      return await send({ abortSignal: deadline.signal })
    } catch (error) {
      throw isMissing(error) || statusOf(error) === 416 ? error : new StorageError(isUncertain(error), error)
    } finally {
      clearTimeout(timer)
    }
  }

  async function prepare() {
    try {
      await ask((options) => client.send(new HeadBucketCommand({ Bucket }), options))
    } catch (error) {
      if (!isMissing(error)) throw error
      await createBucket()
    }
  }

  async function createBucket() {
    try {
      await ask((options) => client.send(new CreateBucketCommand({ Bucket }), options))
    } catch (error) {
      // Another replica was faster.
      if (!/^BucketAlready/.test(causeOf(error).name)) throw error
    }
  }

  return {
    kind: 's3',
    prepare,
    async put(key, bytes, { type }) {
      const object = {
        ...at(key),
        Body: bytes,
        ContentLength: bytes.byteLength,
        ContentType: type,
        CacheControl: 'public, max-age=31536000, immutable',
      }
      const put = () => ask((options) => client.send(new PutObjectCommand(object), options))
      try {
        return { etag: (await put()).ETag! }
      } catch (error) {
        if (!isMissing(error)) throw error
        await createBucket()
        return { etag: (await put().catch(withoutBucket)).ETag! }
      }
    },
    async get(key, { range } = {}) {
      const Range = singleRange(range)
      const wish = { ...at(key), ...(Range && { Range }) }
      try {
        const answer = await ask((options) => client.send(new GetObjectCommand(wish), options))
        const stream = toWeb(answer.Body as Readable, timeoutMs)
        const body = answer.ContentLength! <= READ_WHOLE_BYTES ? await readWhole(stream) : stream
        const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.ContentRange ?? '') ?? []
        const head = { etag: answer.ETag!, modified: answer.LastModified! }
        if (size === undefined)
          return { ...head, status: 200, size: answer.ContentLength!, range: null, body }
        return {
          ...head,
          status: 206,
          size: Number(size),
          range: { start: Number(start), end: Number(end) },
          body,
        }
      } catch (error) {
        if (isMissing(error)) return { status: 404 }
        if (statusOf(error) === 416) return { status: 416 }
        throw error
      }
    },
    async head(key): Promise<ObjectHead | null> {
      const wish = at(key)
      try {
        const found = await ask((options) => client.send(new HeadObjectCommand(wish), options))
        return { size: found.ContentLength!, etag: found.ETag!, modified: found.LastModified! }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async remove(key) {
      const wish = at(key)
      try {
        await ask((options) => client.send(new DeleteObjectCommand(wish), options))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
    async *list() {
      let token: string | undefined
      do {
        const wish = { Bucket, Prefix: PREFIX, ...(token && { ContinuationToken: token }) }
        const page = await ask((options) => client.send(new ListObjectsV2Command(wish), options)).catch(
          withoutBucket,
        )
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          yield { key: Key!.slice(PREFIX.length), size: Size!, modified: LastModified! }
        }
        token = page.NextContinuationToken
      } while (token)
    },
    async probe() {
      await ask((options) => client.send(new HeadBucketCommand({ Bucket }), options)).catch(withoutBucket)
    },
    close: () => client.destroy(),
  }
}

type Failure = { name: string; code?: unknown; $metadata?: { httpStatusCode?: number } }

const causeOf = (error: unknown) => (error instanceof StorageError ? error.cause : error) as Failure
const statusOf = (error: unknown) => causeOf(error).$metadata?.httpStatusCode
// A HEAD is answered without a body, so without the name of what is missing.
const isMissing = (error: unknown) => !(error instanceof StorageError) && statusOf(error) === 404

function withoutBucket(error: unknown): never {
  throw error instanceof StorageError ? error : new StorageError(false, error)
}

// Refused by the store, or never connected: then nothing was done.
function isUncertain(error: unknown) {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500
  return !['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(causeOf(error).code))
}

async function readWhole(stream: ReadableStream<Uint8Array>): Promise<Blob> {
  try {
    return await new Response(stream).blob()
  } catch (cause) {
    throw new StorageError(false, cause)
  }
}

// The SDK puts no limit on a body that stops coming (aws-sdk-js-v3 issue 8098).
function toWeb(body: Readable, idleMs: number): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const timer = setTimeout(() => body.destroy(new Error('The object store stopped sending')), idleMs)
      try {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } finally {
        clearTimeout(timer)
      }
    },
    cancel() {
      body.destroy()
    },
  })
}
