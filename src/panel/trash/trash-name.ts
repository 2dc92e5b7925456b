import type { TrashEntry } from '../../client/index.ts'
import { useLanguage } from '../words/words-context.tsx'

/** The name of a deleted record in the language of the interface, where it has one; images are named by their address. */
export function useTrashName() {
  const { language } = useLanguage()
  return ({ resource, label, label_en }: TrashEntry) => {
    if (resource === 'media') return decodeURI(label.slice(label.lastIndexOf('/') + 1))
    return language === 'en' ? (label_en ?? label) : label
  }
}
