// JSON lines on standard output.
import pino from 'pino'
import { driverError } from './db/errors.ts'

export type Log = pino.Logger

export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // A failed query's own message would show its parameters.
    serializers: { err: (error: unknown) => pino.stdSerializers.err(driverError(error) as Error) },
  })
}
