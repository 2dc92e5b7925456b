/**
 * Connection parameters that turn off the limits of the login and the database, which are meant for the service's
 * statements. As text, because postgres.js leaves out a parameter that is the number 0.
 */
export const NO_LIMITS = {
  statement_timeout: '0' as unknown as number,
  lock_timeout: '0' as unknown as number,
  idle_in_transaction_session_timeout: '0' as unknown as number,
}
