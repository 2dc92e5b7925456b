import type { FieldDescription, ResourceDescription } from '../../client/index.ts'

/** The field that names the parent, if the records form a tree; otherwise null. */
export const parentFieldOf = ({ name, ordered, fields }: ResourceDescription): FieldDescription | null =>
  (ordered && fields.find(({ kind, reference }) => kind === 'reference' && reference === name)) || null
