// Uploads of many files: order, limits, retry and cancel.
import { expect, test } from 'bun:test'
import type { Media } from '../../../src/client/index.ts'
import { UploadQueue } from '../../../src/panel/media/upload-queue.ts'

const file = (name: string) => new File(['x'], name)

function heldQueue() {
  const sent: {
    name: string
    signal: AbortSignal
    progress: (part: number) => void
    answer: PromiseWithResolvers<Media>
  }[] = []
  const queue = new UploadQueue(({ name }, { signal, onProgress }) => {
    const answer = Promise.withResolvers<Media>()
    sent.push({ name, signal, progress: onProgress, answer })
    return answer.promise
  })
  return { queue, sent, states: () => queue.list().map(({ name, state }) => `${name} ${state}`) }
}

test('four files are sent at once, in order; the next one when one is done', async () => {
  const { queue, sent, states } = heldQueue()
  queue.add(['a', 'b', 'c', 'd', 'e'].map(file))
  expect(states()).toEqual(['a running', 'b running', 'c running', 'd running', 'e waiting'])
  sent[2]!.answer.resolve({ id: 3 } as Media)
  await Bun.sleep(0)
  expect(states()).toEqual(['a running', 'b running', 'c done', 'd running', 'e running'])
})

test('progress is shown, and a stored file is reported once', async () => {
  const { queue, sent } = heldQueue()
  const done: string[] = []
  queue.onDone = ({ id }, name) => done.push(`${name} ${id}`)
  let changes = 0
  queue.subscribe(() => changes++)
  queue.add([file('a')])
  sent[0]!.progress(0.5)
  expect(queue.list()[0]!.progress).toBe(0.5)
  sent[0]!.answer.resolve({ id: 7 } as Media)
  await Bun.sleep(0)
  expect(done).toEqual(['a 7'])
  expect(changes).toBeGreaterThanOrEqual(3)
  queue.clearDone()
  expect(queue.list()).toEqual([])
})

test('all are cancelled at once, and none of those that waited is sent', async () => {
  const { queue, sent, states } = heldQueue()
  queue.add(['a', 'b', 'c', 'd', 'e'].map(file))
  queue.clear()
  expect([states(), sent.length]).toEqual([[], 4])
  expect(sent.every(({ signal }) => signal.aborted)).toBe(true)
  queue.add([file('f')])
  expect(states()).toEqual(['f running'])
})

test('a failed upload keeps its reason and can be tried again', async () => {
  const { queue, sent, states } = heldQueue()
  queue.add([file('a')])
  const reason = new Error('too large')
  sent[0]!.answer.reject(reason)
  await Bun.sleep(0)
  expect(queue.list()).toMatchObject([{ state: 'failed', error: reason }])
  queue.retry(queue.list()[0]!.id)
  expect(states()).toEqual(['a running'])
  expect(sent).toHaveLength(2)
})

test('cancelling stops the request and starts the next one', async () => {
  const { queue, sent, states } = heldQueue()
  queue.add(['a', 'b', 'c', 'd', 'e'].map(file))
  queue.remove(queue.list()[0]!.id)
  expect(sent[0]!.signal.aborted).toBe(true)
  expect(states()).toEqual(['b running', 'c running', 'd running', 'e running'])
  sent[0]!.answer.reject(new Error('aborted'))
  await Bun.sleep(0)
  expect(states()).toHaveLength(4)
})
