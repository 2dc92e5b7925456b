import { join } from 'node:path'

/** Generated SQL, append only; applied in order at every start. */
export const migrationsFolder = join(import.meta.dir, '../../drizzle')
