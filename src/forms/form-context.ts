import type { Actor } from '../auth/actor.ts'
import type { Database } from '../db/database.ts'

/** What taking in a form needs. */
export type FormContext = { database: Database; clock: () => Date }

/** What reading and tidying the boxes needs. */
export type FormAdminContext = FormContext & { actor: Actor }
