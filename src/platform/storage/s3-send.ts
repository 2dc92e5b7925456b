// Sends commands to an S3 store, with a deadline. Judges whether a command that failed may have taken effect.
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import type { TLSSocket } from 'node:tls'
import type { S3Client } from '@aws-sdk/client-s3'
import { isMissing, statusOf } from './s3-errors.ts'
import { StorageError } from './storage.ts'

/**
 * Runs SDK calls as one operation with one deadline. Throws `StorageError`, but the SDK's errors where the status is 404
 * or 416.
 */
export type Send = <T>(call: (options: { abortSignal: AbortSignal }) => Promise<T>) => Promise<T>

export type Deadline = {
  timeoutMs: number
  /** Tests end operations themselves. */
  createDeadline?: (() => AbortController) | undefined
}

type Operation = {
  /** The request of the current attempt, once it has a connection. Before that, no byte of it has left this process. */
  connected: ClientRequest | null
  isUncertain: boolean
}

const operations = new AsyncLocalStorage<Operation>()

export function createSend(client: S3Client, { timeoutMs, createDeadline }: Deadline): Send {
  judgeAttempts(client)
  return async (call) => {
    const operation: Operation = { connected: null, isUncertain: false }
    const deadline = createDeadline?.() ?? new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeoutMs)
    try {
      return await operations.run(operation, () => call({ abortSignal: deadline.signal }))
    } catch (error) {
      if (isMissing(error) || statusOf(error) === 416) throw error
      throw new StorageError(operation.isUncertain, error instanceof StorageError ? error.cause : error)
    } finally {
      clearTimeout(timer)
    }
  }
}

// The error of the last attempt may be certain (connection refused) although an earlier attempt was stored and only its
// response was lost, so every attempt is judged.
function judgeAttempts(client: S3Client) {
  client.middlewareStack.add(
    (next) => async (args) => {
      const operation = operations.getStore()!
      operation.connected = null
      try {
        return await next(args)
      } catch (error) {
        operation.isUncertain ||= mayHaveTakenEffect(operation, error)
        throw error
      }
    },
    // Inside the retries, which are in the same step with a higher priority.
    { step: 'finalizeRequest', priority: 'low', name: 'judgeAttempts' },
  )
}

function mayHaveTakenEffect({ connected }: Operation, error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500
  // Not ended: a large body whose headers the store has not agreed to (100 Continue).
  return connected?.writableEnded ?? false
}

// Whether there was a connection is known from its events only: a deadline ends an attempt at any stage with the same error,
// and `bytesWritten` of a socket counts what is still in its buffer.
subscribe('http.client.request.created', (message) => {
  const operation = operations.getStore()
  if (!operation) return
  const { request } = message as { request: ClientRequest }
  request.once('socket', (socket: TLSSocket & { secureConnecting?: boolean }) => {
    const connected = () => {
      operation.connected = request
    }
    // A socket that was kept alive is connected already.
    if (socket.secureConnecting) socket.once('secureConnect', connected)
    else if (socket.connecting) socket.once('connect', connected)
    else connected()
  })
})
