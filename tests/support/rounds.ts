// How often tests repeat what may race.
import { onPostgres } from './database.ts'

/** TEST_ROUNDS: how many times as many rounds on a server as usual; the gate has fewer. */
const SHARE = Number(process.env.TEST_ROUNDS ?? 1)

/** An embedded database has one session: a few rounds show that the test itself works. */
export const roundsOf = (onServer: number, embedded: number) =>
  onPostgres ? Math.max(2, Math.round(onServer * SHARE)) : embedded
