// Object storage in a bucket of an S3-compatible store. Keys have the prefix under which the website shows them, so that
// a CDN can serve the bucket directly.
import type { Readable } from 'node:stream'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { singleRange } from './byte-range.ts'
import { assertKey } from './object-keys.ts'
import { createS3Client, type S3Options } from './s3-client.ts'
import { isBucketTaken, isMissing, statusOf, throwBucketMissing } from './s3-errors.ts'
import { createSend, type Deadline, type Send } from './s3-send.ts'
import { readCompletely, toWebStream } from './s3-streams.ts'
import type { ObjectAnswer, ObjectHead, Storage } from './storage.ts'

/** `timeoutMs` limits each operation, all attempts included, and each pause within a body. */
type Options = S3Options & Partial<Deadline>

type Context = { client: S3Client; bucket: string; timeoutMs: number; send: Send }

const PREFIX = 'media/'

// Bun sends a stream chunked, without its known length (bun issue 10507). Objects up to this size are read completely
// first, so they have a length, and a store that breaks off causes a 503 instead of half an image.
const MAX_BUFFERED_BYTES = 16 * 1_048_576

export function openS3({ timeoutMs = 15_000, createDeadline, ...options }: Options): Storage {
  const client = createS3Client(options, {
    connectionTimeoutMs: 3_000,
    requestTimeoutMs: timeoutMs,
    maxAttempts: 2,
  })
  const send = createSend(client, { timeoutMs, createDeadline })
  const context: Context = { client, bucket: options.bucket, timeoutMs, send }
  return {
    kind: 's3',
    prepare: () => prepareBucket(context),
    put: (key, bytes, { type }) => putObject(context, key, { bytes, type }),
    get: (key, { range } = {}) => getObject(context, key, singleRange(range)),
    head: (key) => headObject(context, key),
    remove: (key) => removeObject(context, key),
    list: (directory) => listObjects(context, directory),
    probe: async () => {
      await headBucket(context).catch(throwBucketMissing)
    },
    close: () => client.destroy(),
  }
}

function locate({ bucket }: Context, key: string) {
  assertKey(key)
  return { Bucket: bucket, Key: `${PREFIX}${key}` }
}

const headBucket = ({ client, bucket, send }: Context) =>
  send((options) => client.send(new HeadBucketCommand({ Bucket: bucket }), options))

async function prepareBucket(context: Context) {
  try {
    await headBucket(context)
  } catch (error) {
    if (!isMissing(error)) throw error
    await createBucket(context)
  }
}

async function createBucket({ client, bucket, send }: Context) {
  try {
    await send((options) => client.send(new CreateBucketCommand({ Bucket: bucket }), options))
  } catch (error) {
    // Another replica may have created it.
    if (!isBucketTaken(error)) throw error
  }
}

async function putObject(
  context: Context,
  key: string,
  { bytes, type }: { bytes: Uint8Array; type: string },
) {
  const command = {
    ...locate(context, key),
    Body: bytes,
    ContentLength: bytes.byteLength,
    ContentType: type,
    CacheControl: 'public, max-age=31536000, immutable',
  }
  return context.send(async (options) => {
    const put = async () => ({
      etag: (await context.client.send(new PutObjectCommand(command), options)).ETag!,
    })
    try {
      return await put()
    } catch (error) {
      if (!isMissing(error)) throw error
      // An operation of its own, because its outcome says nothing about the object.
      return await createBucket(context).then(put).catch(throwBucketMissing)
    }
  })
}

async function getObject(context: Context, key: string, range: string | null): Promise<ObjectAnswer> {
  const command = { ...locate(context, key), ...(range && { Range: range }) }
  try {
    const output = await context.send((options) =>
      context.client.send(new GetObjectCommand(command), options),
    )
    return await toAnswer(output, context.timeoutMs)
  } catch (error) {
    if (isMissing(error)) return { status: 404 }
    if (statusOf(error) === 416) return { status: 416 }
    throw error
  }
}

async function toAnswer(output: GetObjectCommandOutput, timeoutMs: number): Promise<ObjectAnswer> {
  const length = output.ContentLength!
  const stream = toWebStream(output.Body as Readable, timeoutMs)
  const body = length <= MAX_BUFFERED_BYTES ? await readCompletely(stream) : stream
  const head = { etag: output.ETag!, modified: output.LastModified! }
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(output.ContentRange ?? '') ?? []
  if (size === undefined) return { ...head, status: 200, size: length, range: null, body }
  return { ...head, status: 206, size: Number(size), range: { start: Number(start), end: Number(end) }, body }
}

async function headObject(context: Context, key: string): Promise<ObjectHead | null> {
  const command = new HeadObjectCommand(locate(context, key))
  try {
    const output = await context.send((options) => context.client.send(command, options))
    return { size: output.ContentLength!, etag: output.ETag!, modified: output.LastModified! }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function removeObject(context: Context, key: string) {
  const command = new DeleteObjectCommand(locate(context, key))
  try {
    await context.send((options) => context.client.send(command, options))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function* listObjects({ client, bucket, send }: Context, directory?: string) {
  if (directory !== undefined) assertKey(directory)
  const prefix = directory === undefined ? PREFIX : `${PREFIX}${directory}/`
  let token: string | undefined
  do {
    const command = { Bucket: bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }
    const page = await send((options) => client.send(new ListObjectsV2Command(command), options)).catch(
      throwBucketMissing,
    )
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      yield { key: Key!.slice(PREFIX.length), size: Size!, modified: LastModified! }
    }
    token = page.NextContinuationToken
  } while (token)
}
