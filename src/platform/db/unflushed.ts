import { sql } from 'drizzle-orm'

/**
 * For the RETURNING of a statement that is a transaction of its own, such as a count of attempts: it is answered before its
 * commit is on the disk. A crash of the server may lose the last half second of such rows, and nothing else.
 */
export const unflushed = sql`set_config('synchronous_commit', 'off', true) as unflushed`
