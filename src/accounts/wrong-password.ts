import { AppError } from '../text/errors.ts'

const CODES = new Set<string>(['invalid_credentials', 'invalid_current_password', 'invalid_factor'])

/** Whether the error is a failed sign-in, which the limits count; not for example a 503 or a malformed request. */
export const isWrongPassword = (error: unknown): error is AppError =>
  error instanceof AppError && CODES.has(error.code)
