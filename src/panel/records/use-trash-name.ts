import type { TrashEntry } from '../../client/index.ts'
import { useSchema } from '../app/api/api.ts'
import { useLabel } from '../app/words/words-context.tsx'
import { readable } from './readable-address.ts'
import { labelOf } from './record-names.ts'

/** The name of a deleted record in the language of the interface, where it has one; files are named by their address. */
export function useTrashName() {
  const label = useLabel()
  const { resources } = useSchema()
  return ({ resource, record_id, label: name, label_en }: TrashEntry) => {
    if (resource === 'media') return readable(name.slice(name.lastIndexOf('/') + 1))
    return labelOf({ resource, id: record_id, label: name, label_en }, { resources, label })
  }
}
