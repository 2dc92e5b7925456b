// Variants of images over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { startApp, type TestApp } from '../support/app.ts'
import { jpeg, upload } from '../support/images.ts'

let site: TestApp
beforeAll(async () => {
  site = await startApp()
}, 30_000)
afterAll(() => site[Symbol.asyncDispose]())

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await site.app.request(path, { headers })
  return { status: response.status, headers: response.headers, bytes: await response.bytes() }
}

describe('a variant', () => {
  test('has the width that was asked for', async () => {
    const { body } = await upload(site, await jpeg({ width: 1_000, height: 500 }))
    const answer = await get(`${body.url}?w=640&f=webp`)
    expect(answer.status).toBe(200)
    const { format, width, height } = await sharp(answer.bytes).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 640, height: 320 })
  })
})
