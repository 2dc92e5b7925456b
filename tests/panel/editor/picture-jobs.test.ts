// The queue of uploads and imports of pasted pictures.
import { expect, test } from 'bun:test'
import { type PickedImage, PictureJobs, reasonOf } from '../../../src/panel/editor/pictures/picture-jobs.ts'

const image = (url: string): PickedImage => ({ url, alt: null, title: null, width: 1, height: 1 })
const file = (name: string) => new File(['x'], name, { type: 'image/png' })
const refusal = (status: number) => Object.assign(new Error('refused'), { status })

/** Jobs whose requests are answered one by one. */
function heldJobs() {
  const requests: { what: string; signal: AbortSignal; answer: PromiseWithResolvers<PickedImage> }[] = []
  const hold = (what: string, signal: AbortSignal) => {
    const answer = Promise.withResolvers<PickedImage>()
    requests.push({ what, signal, answer })
    return answer.promise
  }
  const jobs = new PictureJobs({
    upload: ({ name }, { signal }) => hold(name, signal),
    import: (url, { signal }) => hold(url, signal),
  })
  const stored: string[] = []
  jobs.onStored = (src, { url }) => stored.push(`${src} → ${url}`)
  return { jobs, requests, stored }
}

test('four run at once, the others wait', async () => {
  const { jobs, requests } = heldJobs()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) jobs.upload(file(name))
  expect(requests.map(({ what }) => what)).toEqual(['a', 'b', 'c', 'd'])
  expect(jobs.list().map(({ state }) => state)).toEqual([...Array(4).fill('running'), 'waiting', 'waiting'])
  requests[1]!.answer.resolve(image('/media/b.png'))
  await Bun.sleep(0)
  expect(requests.map(({ what }) => what)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a stored picture is reported once, and an import is made once', async () => {
  const { jobs, requests, stored } = heldJobs()
  jobs.import('https://example.com/a.jpg')
  jobs.import('https://example.com/a.jpg')
  expect(requests).toHaveLength(1)
  requests[0]!.answer.resolve(image('/media/a.jpg'))
  await Bun.sleep(0)
  expect(stored).toEqual(['https://example.com/a.jpg → /media/a.jpg'])
  expect(jobs.list()).toEqual([])
})

test('a refused picture says why and can be tried again', async () => {
  const { jobs, requests } = heldJobs()
  const src = jobs.upload(file('a'))
  requests[0]!.answer.reject(refusal(413))
  await Bun.sleep(0)
  expect(jobs.list().map(({ state, error }) => [state, reasonOf(error)])).toEqual([['failed', 'too_large']])
  jobs.retry(src)
  expect(jobs.list()).toMatchObject([{ state: 'running', error: null }])
  expect(requests).toHaveLength(2)
})

test('a picture that leaves the text ends its job; brought back, it is uploaded again', () => {
  const { jobs, requests } = heldJobs()
  const src = jobs.upload(file('a'))
  jobs.keepOnly(new Set())
  expect(requests[0]!.signal.aborted).toBe(true)
  expect(jobs.list()).toEqual([])
  jobs.keepOnly(new Set([src]))
  expect(requests).toHaveLength(2)
})

test('an answer to an ended job changes nothing', async () => {
  const { jobs, requests, stored } = heldJobs()
  jobs.import('https://example.com/a.jpg')
  jobs.keepOnly(new Set())
  requests[0]!.answer.resolve(image('/media/a.jpg'))
  await Bun.sleep(0)
  expect(stored).toEqual([])
})

test('a picture that came with the text is imported when it is asked for', () => {
  const { jobs, requests } = heldJobs()
  jobs.ignore([{ src: 'https://example.com/a.jpg', isLeftOut: true }])
  jobs.import('https://example.com/a.jpg')
  expect(requests).toEqual([])
  jobs.retry('https://example.com/a.jpg')
  expect(requests).toHaveLength(1)
})

test.each([
  [413, 'too_large'],
  [415, 'unsupported'],
  [422, 'refused'],
  [403, 'refused'],
  [502, 'unreachable'],
  [503, 'failed'],
] as const)('status %d is shown as %s', (status, reason) => {
  expect(reasonOf(refusal(status))).toBe(reason)
})
