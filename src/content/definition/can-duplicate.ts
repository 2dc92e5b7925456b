import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Resource } from './define-resource.ts'

/** Whether a second record can have the same fields: not for singletons and for unique columns other than the slug. */
export const canDuplicate = ({ singleton, table }: Resource) =>
  !singleton && getTableConfig(table).columns.every(({ name, isUnique }) => !isUnique || name === 'slug')
