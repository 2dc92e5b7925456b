// Three service processes on one database and one store, a directory or S3: all are asked for the same new variant at once.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { WIDTHS } from '../../src/content/images/image-variants.ts'
import { openStorage } from '../../src/platform/storage/open-storage.ts'
import type { Storage } from '../../src/platform/storage/storage.ts'
import { call, startReplicas, tokenFrom } from '../faults/replicas.ts'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { noise } from '../support/images.ts'
import { s3Config } from '../support/storage.ts'

const ROUNDS = 30
const clusters = [await createCluster(), await createCluster()]
const s3 = s3Config()
if (!clusters[0]) console.log('skipped: variants on three replicas (no Postgres binaries)')
if (!s3) console.log('skipped: variants on three replicas with S3 (no TEST_STORAGE_ENDPOINT)')

const directory = await mkdtemp(join(tmpdir(), 'frontage-variants-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

const stores = [
  {
    name: 'a directory',
    config: { kind: 'disk' as const, directory: join(directory, 'media') },
    cluster: clusters[0],
  },
  { name: 'S3', config: s3, cluster: clusters[1] },
]

describe.each(stores)('with $name', ({ config, cluster: made }) => {
  let cluster: Cluster
  let store: Storage
  let urls: string[]
  let token: string
  let stop: () => Promise<unknown>

  beforeAll(async () => {
    if (!made) return
    cluster = made
    if (!config) return
    store = await openStorage(config)
    await store.prepare()
    const set = await startReplicas(
      3,
      cluster.url,
      config.kind === 'disk'
        ? { DATA_DIR: directory }
        : {
            STORAGE_ENDPOINT: config.endpoint,
            STORAGE_ACCESS_KEY: config.accessKey.reveal(),
            STORAGE_SECRET_KEY: config.secretKey.reveal(),
            STORAGE_BUCKET: config.bucket,
          },
    )
    stop = set.stop
    urls = set.replicas.map(({ url }) => url)
    token = await tokenFrom(urls[0]!)
  })

  afterAll(async () => {
    await stop?.()
    if (store) for await (const { key } of store.list()) await store.remove(key)
    store?.close()
    await made?.[Symbol.asyncDispose]()
  })

  async function upload(name: string) {
    const form = new FormData()
    // Small, so that the races cost little: three replicas encode the same.
    const bytes = await noise(660, 440).jpeg().toBuffer()
    form.set('file', new Blob([new Uint8Array(bytes)]), `${name}.jpg`)
    const headers = { Authorization: `Bearer ${token}` }
    const response = await fetch(`${urls[0]}/api/admin/upload`, { method: 'POST', body: form, headers })
    return (await response.json()) as { id: number; url: string }
  }

  async function get(url: string) {
    const response = await fetch(url)
    return { status: response.status, etag: response.headers.get('ETag'), bytes: await response.bytes() }
  }

  async function variantsOf(url: string) {
    const keys: string[] = []
    for await (const { key } of store.list(
      url.slice('/media/'.length).replace(/[^/]+$/, (name) => `derived/${name}`),
    ))
      keys.push(key)
    return keys
  }

  test.skipIf(!made || !config)(
    'the same new variant is one object with the same bytes and ETag everywhere',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { url } = await upload(`same-${round}`)
        const width = WIDTHS[round % 2]!
        const path = `${url}?w=${width}&ratio=16x9&f=${round % 2 ? 'webp' : 'avif'}`
        const answers = await Promise.all(urls.flatMap((base) => [1, 2, 3, 4].map(() => get(base + path))))
        const kinds = new Set(
          answers.map(({ status, etag, bytes }) => `${status} ${etag} ${Bun.hash(bytes)}`),
        )
        expect([round, [...kinds].map((kind) => kind.slice(0, 3)), kinds.size]).toEqual([round, ['200'], 1])
        expect(await sharp(answers[0]!.bytes).metadata()).toMatchObject({ width })
        expect(await variantsOf(url)).toHaveLength(1)
      }
    },
  )

  test.skipIf(!made || !config)(
    'deleted while all of them make variants, none is left or served',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { id, url } = await upload(`deleted-${round}`)
        const paths = WIDTHS.slice(0, 3).map((width) => `${url}?w=${width}&f=webp`)
        const requests = Promise.all(urls.flatMap((base) => paths.map((path) => get(base + path))))
        await Bun.sleep(round * 4)
        const headers = { Authorization: `Bearer ${token}` }
        const { status } = await fetch(`${urls[1]}/api/admin/media/${id}`, { method: 'DELETE', headers })
        expect(status).toBe(204)
        for (const answer of await requests) expect([200, 404]).toContain(answer.status)
        for (const base of urls)
          for (const path of [url, ...paths]) expect((await get(base + path)).status).toBe(404)
        expect(await variantsOf(url)).toEqual([])
      }
      expect((await call(urls[0]!, 'GET', '/health/ready')).status).toBe(200)
    },
  )
})
