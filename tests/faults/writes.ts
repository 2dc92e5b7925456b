// Constant writes to every replica, and the check that no acknowledged one is lost. Articles have the slugs a-1, a-2, ….
import { expect } from 'bun:test'
import { call, eventually } from './replicas.ts'

const COUNT = 20

/** A refused write. */
export type Refusal = { status: number; milliseconds: number }

export async function createArticles(url: string, token: string) {
  for (let number = 1; number <= COUNT; number++) {
    const article = { title: '0', slug: `a-${number}`, status: 'published', content: '<p>text</p>' }
    expect((await call(url, 'POST', '/api/admin/articles', article, token)).status).toBe(201)
  }
}

export const patchTitle = (url: string, token: string, id: number, title: string) =>
  call(url, 'PATCH', `/api/admin/articles/${id}`, { title }, token)

export const shownTitle = async (url: string, id: number): Promise<string> =>
  (await call(url, 'GET', `/api/articles/a-${id}`)).body?.title

/** Increments articles on every replica at once until `stop`, which returns the acknowledged values by id. */
export function keepWriting(replicas: readonly string[], token: string) {
  const acknowledged = new Map<number, number>()
  const refused: Refusal[] = []
  /** When a write was acknowledged, as `performance.now()`. */
  const times: number[] = []
  let writing = true
  const loops = replicas.map(async (url, lane) => {
    for (let round = 1; writing; round++) {
      const id = 2 + lane * 3 + (round % 3)
      const answer = await patchTitle(url, token, id, String(round)).catch(() => null)
      if (answer?.status === 200) {
        times.push(performance.now())
        acknowledged.set(id, round)
        // A read on the same process always includes the write.
        const read = await call(url, 'GET', `/api/articles/a-${id}`).catch(() => null)
        if (read?.status === 200) expect(Number(read.body.title)).toBeGreaterThanOrEqual(round)
      } else if (answer) refused.push(answer)
      await Bun.sleep(10)
    }
  })
  return async () => {
    writing = false
    await Promise.all(loops)
    return { acknowledged, refused, times }
  }
}

export async function expectNothingLost(acknowledged: ReadonlyMap<number, number>, from: readonly string[]) {
  expect(acknowledged.size).toBeGreaterThan(0)
  for (const [id, number] of acknowledged) {
    for (const url of from) {
      await eventually(async () => Number(await shownTitle(url, id)) >= number)
    }
  }
}
