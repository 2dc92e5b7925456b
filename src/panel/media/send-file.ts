import { ApiProblem } from '../../client/api-problem.ts'
import type { Media } from '../../client/index.ts'
import { api } from '../app/api/api.ts'
import { currentSession } from '../app/api/session.ts'
import type { TaskOptions } from '../app/api/task-queue.ts'

/**
 * Uploads a file with progress, which `fetch` does not report. Throws an `ApiProblem`, or a `TypeError` where the service
 * cannot be reached, as the client does. After the session's end it asks to sign in and sends the file once more; above the
 * limit of an account's writes it waits as long as the service asks.
 */
export async function sendFile(file: File, options: TaskOptions): Promise<Media> {
  try {
    return await send(file, options)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.status === 429 && error.retryAfter !== null)
      await pause(error.retryAfter * 1_000, options.signal)
    else if (error.status === 401)
      await api.auth.me() // opens sign-in over the page
    else throw error
    return error.status === 429 ? sendFile(file, options) : send(file, options)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

function send(file: File, { signal, onProgress }: TaskOptions): Promise<Media> {
  const form = new FormData()
  form.set('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/admin/upload')
    request.setRequestHeader('Authorization', `Bearer ${currentSession()?.token ?? ''}`)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total)
    }
    request.onload = () => {
      const body = parse(request.responseText)
      if (request.status === 201) resolve(body as Media)
      else reject(new ApiProblem(responseOf(request), body as ConstructorParameters<typeof ApiProblem>[1]))
    }
    request.onerror = () => reject(new TypeError('The service cannot be reached.'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['X-Request-Id', 'Retry-After']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(null, { status: request.status, statusText: request.statusText, headers })
}
