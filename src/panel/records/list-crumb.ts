import type { ResourceDescription } from '../../client/index.ts'
import type { useLabel } from '../app/words/words-context.tsx'

/** The way back to the list of a record; singletons have none. */
export const listCrumb = (resource: ResourceDescription, label: ReturnType<typeof useLabel>) =>
  resource.singleton ? [] : [{ label: label(resource.label_plural), href: `/${resource.name}` }]
