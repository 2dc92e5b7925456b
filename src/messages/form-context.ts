import type { Actor } from '../accounts/actor.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { Database } from '../platform/db/database.ts'

/** Context for accepting a submission; without `mail` nobody is told of it. */
export type FormContext = { database: Database; clock: () => Date; mail?: Outbox | undefined }

/** Context for reading and managing submissions. */
export type FormAdminContext = FormContext & { actor: Actor }
