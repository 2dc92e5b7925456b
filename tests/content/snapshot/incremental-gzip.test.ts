// Incremental gzip decodes like any other and recompresses only what changed.
import { describe, expect, test } from 'bun:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type GzipChunk, gzipIncrementally } from '../../../src/content/snapshot/incremental-gzip.ts'

const KB = 1_024

let state = 11
const random = (below: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return (state >> 8) % below
}
const words = 'سلام دنیا content website procurement خدمات پروژه title excerpt 0 1 2 3'.split(' ')
const text = (bytes: number) => {
  let made = ''
  while (made.length < bytes) made += `${words[random(words.length)]} `
  return Buffer.from(made).subarray(0, bytes) as Buffer<ArrayBuffer>
}
const splice = (bytes: Buffer, at: number, remove: number, insert: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)]) as Buffer<ArrayBuffer>

/** The number of chunks reused from the earlier body. */
const reused = (before: readonly GzipChunk[], after: readonly GzipChunk[]) =>
  after.filter(({ deflated }) => before.some((chunk) => chunk.deflated === deflated)).length

test.each([0, 1, 100, 32 * KB, 64 * KB, 64 * KB + 1, 700 * KB])('a body of %d bytes', async (size) => {
  const body = text(size)
  const { gzip, chunks } = await gzipIncrementally(body, [])
  expect(gunzipSync(gzip).equals(body)).toBe(true)
  expect(gzip.byteLength).toBeLessThan(gzipSync(body).byteLength * 1.05 + 32)
  const again = await gzipIncrementally(Buffer.from(body) as Buffer<ArrayBuffer>, chunks)
  expect(gunzipSync(again.gzip).equals(body)).toBe(true)
  expect(reused(chunks, again.chunks)).toBe(chunks.length)
})

describe('a body of 1 MB', () => {
  const body = text(1_024 * KB)
  const edits = {
    'in its middle': splice(body, 500_000, 10, Buffer.from('changed')),
    'at its start': splice(body, 0, 1, Buffer.from('{')),
    'at its end': splice(body, body.byteLength, 0, Buffer.from('more')),
    'by a row more': splice(body, 300_000, 0, text(9 * KB)),
    'by a row less': splice(body, 300_000, 9 * KB, Buffer.alloc(0)),
  }
  test.each(Object.entries(edits))('is compressed again only where it changed: %s', async (_, changed) => {
    const first = await gzipIncrementally(body, [])
    const second = await gzipIncrementally(changed, first.chunks)
    expect(gunzipSync(second.gzip).equals(changed)).toBe(true)
    expect(second.chunks.length - reused(first.chunks, second.chunks)).toBeLessThanOrEqual(3)
  })
})

test('stays correct over 300 edits anywhere in the body', async () => {
  let body = text(20 * KB)
  let chunks: GzipChunk[] = []
  for (let round = 0; round < 300; round++) {
    const made = await gzipIncrementally(body, chunks)
    expect(gunzipSync(made.gzip).equals(body)).toBe(true)
    chunks = made.chunks
    expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(body)).toBe(true)
    const at = random(body.byteLength + 1)
    const size = [3, 500, 12 * KB, 90 * KB][random(4)]!
    body = splice(body, at, random(2) ? random(size) : 0, random(3) ? text(random(size)) : Buffer.alloc(0))
  }
  expect(chunks.length).toBeLessThanOrEqual(body.byteLength / (20 * KB) + 2)
})
