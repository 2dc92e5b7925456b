import { S3Client } from '@aws-sdk/client-s3'
import type { Secret } from '../config/secret.ts'

export type S3Options = {
  endpoint: string
  region: string
  bucket: string
  accessKey: Secret
  secretKey: Secret
}

type Limits = {
  connectionTimeoutMs: number
  /** The longest silence while waiting for a response. */
  requestTimeoutMs: number
  maxAttempts?: number
}

/** A client for any S3-compatible store, with path-style addressing. */
export const createS3Client = (
  { endpoint, region, accessKey, secretKey }: S3Options,
  { connectionTimeoutMs, requestTimeoutMs, maxAttempts }: Limits,
) =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey.reveal(), secretAccessKey: secretKey.reveal() },
    ...(maxAttempts && { maxAttempts }),
    requestHandler: {
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    },
    // Many stores other than Amazon's do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
