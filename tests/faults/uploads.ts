// Constant uploads of images, and constant reads of a stored one.
import { noise } from '../support/images.ts'

/** Longer than any response may take. */
const GIVEN_UP_MS = 20_000

export type Upload = {
  begun: number
  milliseconds: number
  status: number
  headers: Headers
  // The uploaded image, or the reason for its absence.
  body: any
}

const picture = new Uint8Array(await noise(320, 240).jpeg().toBuffer())

export async function upload(url: string, token: string, name: string): Promise<Upload> {
  const begun = performance.now()
  const form = new FormData()
  form.set('file', new Blob([picture]), `${name}.jpg`)
  const headers = { Authorization: `Bearer ${token}` }
  const signal = AbortSignal.timeout(GIVEN_UP_MS)
  const answer = await fetch(`${url}/api/admin/upload`, { method: 'POST', body: form, headers, signal })
  const body = await answer.json()
  return {
    begun,
    milliseconds: performance.now() - begun,
    status: answer.status,
    headers: answer.headers,
    body,
  }
}

/** Uploads to every replica in turn until `stop`, which returns the outcomes; `done` has those so far. */
export function keepUploading(urls: readonly string[], token: string, name: string) {
  const uploads: Upload[] = []
  let uploading = true
  const loops = urls.map(async (url, replica) => {
    for (let round = 1; uploading; round++) {
      uploads.push(await upload(url, token, `${name}-${replica}-${round}`))
      await Bun.sleep(50)
    }
  })
  const stop = async () => {
    uploading = false
    await Promise.all(loops)
    return uploads
  }
  return { stop, done: uploads as readonly Upload[] }
}

export type Look = { status: number; milliseconds: number; headers: Headers; bytes: Uint8Array }

export async function look(url: string, path: string, headers: Record<string, string> = {}): Promise<Look> {
  const begun = performance.now()
  const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(GIVEN_UP_MS) })
  const bytes = await answer.bytes()
  return { status: answer.status, milliseconds: performance.now() - begun, headers: answer.headers, bytes }
}

/** Fetches the image from every replica in a loop until `stop`, which returns the responses. */
export function keepLooking(urls: readonly string[], path: string) {
  const looks: Look[] = []
  let looking = true
  const loops = urls.map(async (url) => {
    while (looking) {
      looks.push(await look(url, path))
      await Bun.sleep(20)
    }
  })
  return async () => {
    looking = false
    await Promise.all(loops)
    return looks
  }
}
