import type { Actor } from '../auth/actor.ts'
import type { Database } from '../db/database.ts'

/** Context for accepting a submission. */
export type FormContext = { database: Database; clock: () => Date }

/** Context for reading and managing submissions. */
export type FormAdminContext = FormContext & { actor: Actor }
