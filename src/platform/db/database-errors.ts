// Turns database errors into `AppError`s. They contain codes and column names, never values.
import { DrizzleQueryError } from 'drizzle-orm'
import { AppError, invalid, unavailable } from '../../text/errors.ts'

type DriverError = { code?: unknown; detail?: unknown; constraint_name?: unknown; constraint?: unknown }

/** SQLSTATEs and connection errors that mean the database is temporarily unavailable. */
const UNAVAILABLE =
  /^(?:08|28|53|57P|3D000|55000|55006|55P03|57014|25P0[34]|CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET)/
/** Serialization failure and deadlock. */
const RETRYABLE = new Set(['40001', '40P01'])
/** Terminated by an operator, a crash or for idleness (57P01, 57P02, 57P05), or closed; a socket may tell it first. */
const CONNECTION_LOST =
  /^(?:57P0[125]|CONNECTION_CLOSED|CONNECTION_DESTROYED|ECONNRESET|ECONNABORTED|EPIPE|ERR_SOCKET_\w+)$/

/**
 * The database may accept connections in a moment: it restarts (57P03), has too many connections (53300), or cannot be
 * reached. PgBouncer reports all of them as 08P01.
 */
const AWAY = /^(?:57P03|53300|08P01|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** The server only reads: a standby that is not yet promoted. */
const READ_ONLY = '25006'

/** Of a statement after one that failed, in the same transaction. */
const ABORTED = '25P02'
/** Of `pg_xact_status`, for an id that the server has not given to a transaction yet. */
const FUTURE_TRANSACTION = '22023'

/** The driver's error inside drizzle's wrapper; the wrapper's message contains the query parameters. */
export function driverError(error: unknown): unknown {
  return error instanceof DrizzleQueryError && error.cause ? error.cause : error
}

const codeOf = (error: unknown) => String((driverError(error) as DriverError | null)?.code ?? '')

/** Whether the transaction may succeed when it is repeated. */
export const isRetryable = (error: unknown) => RETRYABLE.has(codeOf(error))

/** Whether the database may accept the same statements in a moment. */
export const isAway = (error: unknown) => AWAY.test(codeOf(error))

/** Whether the server is a standby, which may be promoted in a moment. */
export const isReadOnly = (error: unknown) => codeOf(error) === READ_ONLY

/** Whether the statement failed because an earlier one of its transaction did. */
export const isAborted = (error: unknown) => codeOf(error) === ABORTED

/** Whether `pg_xact_status` does not know the transaction. */
export const isFutureTransaction = (error: unknown) => codeOf(error) === FUTURE_TRANSACTION

/** Whether the connection was lost during the statement; a new one may work. */
export const isLostConnection = (error: unknown) => CONNECTION_LOST.test(codeOf(error))

/** An `AppError` for errors that the caller can correct or wait out; any other error unchanged. */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const cause = driverError(error)
  const code = codeOf(error)
  if (UNAVAILABLE.test(code) || RETRYABLE.has(code)) return unavailable('database', cause)
  if (code === '23505') {
    const path = columnOf(cause)
    return new AppError('conflict', `A record with this ${path} already exists.`, {
      errors: [{ path, code: 'taken', message: 'is taken' }],
    })
  }
  if (code === '23503')
    return invalid([{ path: columnOf(cause), code: 'unknown_reference', message: 'does not exist' }])
  if (code.startsWith('22') || code.startsWith('54') || code === '23514' || code === '23502') {
    return new AppError('validation_failed', 'The record violates a rule of the database.', { cause })
  }
  return cause
}

// Reads `slug` from `Key (slug)=(x) already exists.`, which may be in any language.
function columnOf(cause: unknown) {
  const { detail } = cause as DriverError
  return /\((?:lower\()?"?(\w+)/.exec(typeof detail === 'string' ? detail : '')?.[1] ?? 'value'
}
