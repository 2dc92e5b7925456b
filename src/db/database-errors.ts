// What the database says, turned into what a caller may hear. Values never leave with it: only codes and column names.
import { DrizzleQueryError } from 'drizzle-orm'
import { AppError, invalid, unavailable } from '../errors.ts'

type DriverError = { code?: unknown; detail?: unknown; constraint_name?: unknown; constraint?: unknown }

const AWAY =
  /^(?:08|28|53|57P|3D000|55000|55006|55P03|57014|25P0[34]|CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET)/
const RETRY = new Set(['40001', '40P01'])
/** Ended by an operator or a crash (57P01, 57P02), or found closed. */
const LOST = new Set(['57P01', '57P02', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNRESET', 'EPIPE'])

/** The driver's own error below drizzle's wrapper, whose message would carry the parameters. */
export function driverError(error: unknown): unknown {
  return error instanceof DrizzleQueryError && error.cause ? error.cause : error
}

const codeOf = (error: unknown) => String((driverError(error) as DriverError | null)?.code ?? '')

/** Whether the same transaction may succeed when it is run again: serialisation failures and deadlocks. */
export const isRetryable = (error: unknown) => RETRY.has(codeOf(error))

/** Whether the connection went away under the statement; another one may be there. */
export const isLostConnection = (error: unknown) => LOST.has(codeOf(error))

/** An `AppError` for what a caller can mend or wait for; everything else as it came. */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const cause = driverError(error)
  const code = codeOf(error)
  if (AWAY.test(code) || RETRY.has(code)) return unavailable('database', cause)
  if (code === '23505') {
    const path = columnOf(cause)
    return new AppError('conflict', `A record with this ${path} exists already.`, {
      errors: [{ path, code: 'taken', message: 'is taken' }],
    })
  }
  if (code === '23503')
    return invalid([{ path: columnOf(cause), code: 'unknown_reference', message: 'does not exist' }])
  if (code.startsWith('22') || code.startsWith('54') || code === '23514' || code === '23502') {
    return new AppError('validation_failed', 'The record cannot be stored like this.', { cause })
  }
  return cause
}

// `Key (slug)=(x) already exists.` in any of the server's languages.
function columnOf(cause: unknown) {
  const { detail } = cause as DriverError
  return /\((?:lower\()?"?(\w+)/.exec(typeof detail === 'string' ? detail : '')?.[1] ?? 'value'
}
