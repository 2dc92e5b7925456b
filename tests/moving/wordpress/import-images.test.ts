// The texts of an import whose images are stored; import-images.e2e.ts has the whole way.
import { expect, test } from 'bun:test'
import { RefusedError } from '../../../src/moving/service-client.ts'
import { createImageLibrary } from '../../../src/moving/wordpress/convert/image-library.ts'
import type { Result } from '../../../src/moving/wordpress/report/import-summary.ts'
import type { Client } from '../../../src/moving/wordpress/send/frontage-client.ts'
import { forEachLimited, importImages } from '../../../src/moving/wordpress/send/import-images.ts'
import { item, read, wxr } from './wxr.ts'

test('a text that was changed meanwhile is named by its title, with what to do', async () => {
  const url = 'https://old.example/wp-content/uploads/a.jpg'
  const html = `<p><img src="${url}" alt=""></p>`
  const client = {
    read: async () => ({ title: 'Sea', content: html, version: 1 }),
    change: async () => {
      throw new RefusedError('Refused.', 'The record has changed since you read it; load it again.', [])
    },
    hasMedia: async () => true,
    list: async () => [{ from_path: '/wp-content/uploads/a.jpg' }],
  } as unknown as Client
  const results: Result[] = []
  await importImages({
    client,
    posts: [{ kind: 'articles', id: 7, html, image: null, furtherAlts: {} }],
    library: createImageLibrary(await read(wxr(item({ id: 5, type: 'attachment', url })))),
    journal: { stored: new Map([[url, '/media/a.jpg']]), add: async () => {} },
    onResult: (result) => results.push(result),
  })
  expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([
    {
      kind: 'articles',
      name: 'Sea',
      outcome: 'failed',
      count: 1,
      reason:
        'its images are stored, but it still shows those of the old site; run the import again: The record has changed since you read it; load it again.',
    },
  ])
})

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
