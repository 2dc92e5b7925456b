import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { Secret } from '../../../src/platform/config/secret.ts'
import { openDisk } from '../../../src/platform/storage/disk-storage.ts'
import { openStorage } from '../../../src/platform/storage/open-storage.ts'
import { openS3 } from '../../../src/platform/storage/s3-storage.ts'
import { type Storage, StorageError } from '../../../src/platform/storage/storage.ts'
import { diskConfig, s3Config } from '../../support/storage.ts'

const s3 = s3Config()
if (!s3) console.log('skipped: the S3 half of the storage tests (no TEST_STORAGE_ENDPOINT)')

const KEY = '2026/05/name.png'
const PERSIAN = '2026/05/نمای-ساختمان.png'
const bytesOf = async (body: Blob | ReadableStream<Uint8Array>) => [...(await new Response(body).bytes())]
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error) => error,
  )
const listed = async (storage: Storage) => {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.sort()
}

const configs = [['disk', await diskConfig()] as const, ...(s3 ? [['s3', s3] as const] : [])]

describe.each(configs)('a store (%s)', (_, config) => {
  let storage: Storage
  const put = (key: string, bytes: number[]) => storage.put(key, new Uint8Array(bytes), { type: 'image/png' })

  beforeAll(async () => {
    storage = await openStorage(config)
    await storage.prepare()
  })
  afterAll(async () => {
    storage.close()
    if (config.kind === 'disk') await rm(config.directory, { recursive: true })
  })

  test('is created when missing, and preparing it again changes nothing', async () => {
    await storage.prepare()
    await storage.probe()
    expect(await listed(storage)).toEqual([])
  })

  test('returns what was stored, with size, time and the etag returned by put', async () => {
    const before = Date.now()
    const { etag } = await put(KEY, [1, 2, 3, 4, 5])
    const found = await storage.get(KEY)
    expect(found).toMatchObject({ status: 200, size: 5, etag, range: null })
    expect(etag).toMatch(/^"[^"]+"$/)
    if (found.status !== 200) return
    expect(await bytesOf(found.body)).toEqual([1, 2, 3, 4, 5])
    // The store has a clock of its own.
    expect(found.modified.getTime()).toBeWithin(before - 60_000, Date.now() + 60_000)
    expect(await storage.head(KEY)).toMatchObject({ size: 5, etag })
  })

  test.each<[string, { start: number; end: number }, number[]]>([
    ['bytes=0-1', { start: 0, end: 1 }, [1, 2]],
    ['bytes=3-', { start: 3, end: 4 }, [4, 5]],
    ['bytes=-2', { start: 3, end: 4 }, [4, 5]],
    ['bytes=-99', { start: 0, end: 4 }, [1, 2, 3, 4, 5]],
    ['bytes=4-99', { start: 4, end: 4 }, [5]],
  ])('serves the range %s', async (range, expected, bytes) => {
    const found = await storage.get(KEY, { range })
    expect(found).toMatchObject({ status: 206, size: 5, range: expected })
    if (found.status === 206) expect(await bytesOf(found.body)).toEqual(bytes)
  })

  test.each(['bytes=5-', 'bytes=9-12'])('cannot satisfy the range %s', async (range) => {
    expect(await storage.get(KEY, { range })).toEqual({ status: 416 })
  })

  test.each(['bytes=', 'bytes=2-1', 'bytes=0-0,2-3', 'items=0-1', 'bytes=a-b', 'bytes=-', 'bytes=-0', ''])(
    'ignores the range %p',
    async (range) => {
      expect(await storage.get(KEY, { range })).toMatchObject({ status: 200, size: 5 })
    },
  )

  test('returns 404 for a missing object', async () => {
    expect(await storage.get('2026/05/other.png')).toEqual({ status: 404 })
    expect(await storage.get('2026/05')).toEqual({ status: 404 })
    expect(await storage.get(`${KEY}/below.png`)).toEqual({ status: 404 })
    expect(await storage.head('2026/05/other.png')).toBeNull()
  })

  test('lists the objects below a directory only, and goes on when one is removed meanwhile', async () => {
    const keys = ['a', 'b', 'c'].map((name) => `2026/07/derived/x.png/${name}.webp`)
    for (const key of [...keys, '2026/07/derived/x.png-2/d.webp']) await put(key, [1])
    const seen: string[] = []
    for await (const { key } of storage.list('2026/07/derived/x.png')) {
      seen.push(key)
      if (seen.length === 1) for (const other of keys) await storage.remove(other)
    }
    expect(keys).toContain(seen[0]!)
    for await (const { key } of storage.list('2026/07/derived/x.png')) expect(key).toBe('')
    expect(() => storage.list('../x')[Symbol.asyncIterator]().next()).toThrow()
    await storage.remove('2026/07/derived/x.png-2/d.webp')
  })

  test('lists every object by its key, in any script', async () => {
    await put(PERSIAN, [9])
    expect(await listed(storage)).toEqual([KEY, PERSIAN])
    expect(await storage.get(PERSIAN)).toMatchObject({ status: 200, size: 1 })
  })

  test('removes an object, and one that does not exist', async () => {
    await storage.remove(PERSIAN)
    await storage.remove(PERSIAN)
    expect(await storage.get(PERSIAN)).toEqual({ status: 404 })
    expect(await listed(storage)).toEqual([KEY])
  })

  test.each<[string, string]>([
    ['is empty', ''],
    ['contains an empty segment', '/2026/a.png'],
    ['contains an empty segment', '2026//a.png'],
    ['contains an empty segment', '2026/a.png/'],
    ['contains a segment that starts with a dot', '../a.png'],
    ['contains a segment that starts with a dot', '2026/../../a.png'],
    ['contains a segment that starts with a dot', './a.png'],
    ['contains a segment that starts with a dot', '2026/.unfinished'],
    ['contains a backslash', '2026\\a.png'],
    ['contains a control character', 'a\0.png'],
    ['contains a control character', 'a\n.png'],
    ['contains a control character', 'a\u2028.png'],
    ['contains a direction mark', 'a\u202e.png'],
    ['contains an unpaired surrogate', 'a\ud800.png'],
    ['is not in Unicode normalization form NFC', 'e\u0301.png'],
    ['contains a segment of more than 255 bytes', `${'a'.repeat(256)}.png`],
    ['has more than 1000 bytes', `${'a/'.repeat(600)}b`],
  ])('refuses a key that %s', async (reason, key) => {
    const calls = [
      () => put(key, [1]),
      () => storage.get(key),
      () => storage.head(key),
      () => storage.remove(key),
    ]
    for (const call of calls) expect(String(await failureOf(call()))).toContain(reason)
  })

  test('stops reading when the body is cancelled', async () => {
    await storage.put('2026/05/big.png', new Uint8Array(8_000_000), { type: 'image/png' })
    const found = await storage.get('2026/05/big.png')
    if (found.status !== 200) throw new Error('not found')
    const reader = (found.body instanceof Blob ? found.body.stream() : found.body).getReader()
    expect((await reader.read()).value!.byteLength).toBeGreaterThan(0)
    await reader.cancel()
    await storage.remove('2026/05/big.png')
  })
})

describe('the disk store', () => {
  test('never replaces a file and leaves no partial file', async () => {
    const { directory } = await diskConfig()
    const storage = openDisk({ directory })
    await storage.prepare()
    await storage.put(KEY, new Uint8Array([1]), { type: 'image/png' })
    expect(storage.put(KEY, new Uint8Array([2]), { type: 'image/png' })).rejects.toThrow(StorageError)
    await mkdir(join(directory, 'file'))
    await rm(join(directory, 'file'), { recursive: true })
    await writeFile(join(directory, 'file'), 'in the way')
    expect(storage.put('file/a.png', new Uint8Array([2]), { type: 'image/png' })).rejects.toMatchObject({
      code: 'unavailable',
      uncertain: false,
    })
    expect(await readdir(join(directory, '.unfinished'))).toEqual([])
    const found = await storage.get(KEY)
    expect(found.status === 200 && (await bytesOf(found.body))).toEqual([1])
    await rm(directory, { recursive: true })
  })

  test('may have stored a file whose directory could not be flushed', async () => {
    const { directory } = await diskConfig()
    const flush = () => Promise.reject(new Error('the disk failed'))
    const storage = openDisk({ directory, flush })
    await storage.prepare()
    const failure = await failureOf(storage.put(KEY, new Uint8Array([1]), { type: 'image/png' }))
    expect(failure).toMatchObject({ status: 503, uncertain: true })
    expect(await storage.head(KEY)).not.toBeNull()
    await rm(directory, { recursive: true })
  })

  test('removes files that a killed process left an hour ago', async () => {
    const { directory } = await diskConfig()
    const storage = openDisk({ directory })
    await storage.prepare()
    const [old, recent] = [join(directory, '.unfinished/old'), join(directory, '.unfinished/recent')]
    await writeFile(old, 'x')
    await writeFile(recent, 'x')
    const { utimes } = await import('node:fs/promises')
    await utimes(old, new Date(0), new Date(0))
    await storage.prepare()
    expect(await readdir(join(directory, '.unfinished'))).toEqual(['recent'])
    await rm(directory, { recursive: true })
  })

  test('lists files only', async () => {
    const { directory } = await diskConfig()
    const storage = openDisk({ directory })
    await storage.prepare()
    await symlink('/etc/passwd', join(directory, 'link.png'))
    expect(await listed(storage)).toEqual([])
    await rm(directory, { recursive: true })
  })
})

describe('an unavailable S3 store', () => {
  const options = {
    region: 'us-east-1',
    bucket: 'b-1',
    accessKey: new Secret('a'),
    secretKey: new Secret('s'),
  }
  const open = (port: number) => openS3({ ...options, endpoint: `http://127.0.0.1:${port}`, timeoutMs: 300 })
  let silent: Server
  beforeAll(async () => {
    silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
  })
  afterAll(() => {
    silent.close()
  })

  test('that stays silent is 503', async () => {
    const storage = open((silent.address() as { port: number }).port)
    for (const call of [
      storage.put(KEY, new Uint8Array(3), { type: 'image/png' }),
      storage.get(KEY),
      storage.head(KEY),
      storage.remove(KEY),
      storage.probe(),
      storage.prepare(),
    ])
      expect(await failureOf(call)).toMatchObject({ status: 503 })
  })

  test.each<[number, string]>([
    [100, 'a small body is 503'],
    [99_999_999, 'a large body fails in time'],
  ])('breaking off %d bytes: %s', async (length) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nETag: "x"\r\nLast-Modified: Thu, 01 Jan 2026 00:00:00 GMT`
    const server = createServer((socket) => {
      socket.once('data', () => socket.write(`${head}\r\n\r\nabc`))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const answer = open((server.address() as { port: number }).port).get(KEY)
    if (length === 100) expect(await failureOf(answer)).toMatchObject({ status: 503 })
    else {
      const found = await answer
      if (found.status !== 200) throw new Error('not found')
      expect(await failureOf(new Response(found.body).bytes())).toBeInstanceOf(Error)
    }
    server.close()
  })
})

describe.skipIf(!s3)('an S3 store', () => {
  test('creates a deleted bucket again with the next put', async () => {
    const storage = openS3({ ...s3!, bucket: `test-${crypto.randomUUID()}` })
    expect(storage.probe()).rejects.toMatchObject({ status: 503 })
    expect(await storage.get(KEY)).toEqual({ status: 404 })
    await storage.put(KEY, new Uint8Array([1]), { type: 'image/png' })
    await storage.probe()
    storage.close()
  })

  test('with the wrong key is 503', async () => {
    const storage = openS3({ ...s3!, secretKey: new Secret('wrong') })
    expect(storage.prepare()).rejects.toMatchObject({ status: 503 })
    expect(storage.put(KEY, new Uint8Array([1]), { type: 'image/png' })).rejects.toMatchObject({
      uncertain: false,
    })
    storage.close()
  })
})
