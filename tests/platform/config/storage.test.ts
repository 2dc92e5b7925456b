import { expect, test } from 'bun:test'
import { toConfig, toStorageConfig } from '../../../src/platform/config/config.ts'
import { parseEnv, SERVICE } from '../../../src/platform/config/env.ts'

const S3 = {
  STORAGE_ENDPOINT: 'https://s3.example/',
  STORAGE_ACCESS_KEY: 'key',
  STORAGE_SECRET_KEY: 'secret',
  STORAGE_BUCKET: 'media',
}
const parse = (env: Record<string, string>) => parseEnv(env, SERVICE)
const storageOf = (env: Record<string, string>) => toStorageConfig(parse(env).storage, parse(env).database)

test('without the four STORAGE variables, media is stored in the data directory', () => {
  expect(storageOf({ DATA_DIR: '/data', STORAGE_BUCKET: '' })).toEqual({
    kind: 'disk',
    directory: '/data/media',
  })
})

test('with them, media is stored in the bucket, and the keys are never shown', () => {
  const config = storageOf({ ...S3, STORAGE_REGION: 'eu-1' })
  expect(config).toMatchObject({
    kind: 's3',
    endpoint: 'https://s3.example',
    bucket: 'media',
    region: 'eu-1',
  })
  expect(JSON.stringify(config)).not.toMatch(/"(?:key|secret)"/)
})

test('an incomplete store configuration names the missing variables', () => {
  const { STORAGE_SECRET_KEY: _, ...some } = S3
  expect(() => parse(some)).toThrow(
    'STORAGE_SECRET_KEY: is required with STORAGE_ENDPOINT and STORAGE_ACCESS_KEY and STORAGE_BUCKET',
  )
})

test.each([
  ['STORAGE_ENDPOINT', 's3.example'],
  ['STORAGE_BUCKET', 'Not A Bucket'],
  ['MEDIA_MAX_UPLOAD_MB', '0'],
  ['MEDIA_MAX_UPLOAD_MB', '1.5'],
  ['MEDIA_MAX_UPLOAD_MB', 'many'],
])('%s=%s is refused', (name, value) => {
  expect(() => parse({ ...S3, [name]: value })).toThrow(name)
})

test('a megabyte is 1,048,576 bytes', () => {
  expect(toConfig(parse({ MEDIA_MAX_UPLOAD_MB: '3' })).media.maxUploadBytes).toBe(3_145_728)
})
