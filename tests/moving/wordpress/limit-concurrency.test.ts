import { expect, test } from 'bun:test'
import { forEachLimited } from '../../../src/moving/wordpress/send/import-images.ts'

/** Tasks that run until they are released. */
function heldTasks() {
  const started: { name: number; release: () => void }[] = []
  return {
    started,
    task: (name: number) => () => new Promise<void>((release) => started.push({ name, release })),
  }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('items are worked on at most four at a time, and none after a failure', async () => {
  const { started, task } = heldTasks()
  const done = forEachLimited([0, 1, 2, 3, 4, 5], 4, async (name) => {
    await task(name)()
    if (name === 0) throw new Error('x')
  })
  const failure = done.then(
    () => null,
    (error: Error) => error.message,
  )
  await turn()
  expect(started.map(({ name }) => name)).toEqual([0, 1, 2, 3])
  started[0]!.release()
  expect(await failure).toBe('x')
  for (const { release } of started) release()
  await turn()
  expect(started).toHaveLength(4)
})
