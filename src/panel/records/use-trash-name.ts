import type { TrashEntry } from '../../client/index.ts'
import { useSchema } from '../app/api/api.ts'
import { useLabel } from '../app/words/words-context.tsx'
import { readable } from './readable-address.ts'
import { labelOf } from './record-names.ts'

/** The name of a deleted record in the language of the interface, where it has one; files are named by their address. */
export function useTrashName() {
  const label = useLabel()
  const { resources } = useSchema()
  return (entry: TrashEntry) => {
    if (entry.resource === 'media') return readable(entry.label.slice(entry.label.lastIndexOf('/') + 1))
    return labelOf({ ...entry, id: entry.record_id }, { resources, label })
  }
}
