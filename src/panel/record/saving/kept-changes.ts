// Unsaved changes in IndexedDB, so that a crash, a reload or a lost connection loses nothing. The first form loads this.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Values } from '../../records/form-values.ts'
import type { Creation } from '../state/form-store.ts'

export type KeptChanges = {
  /** The key of the form in which they were typed. */
  key: string
  /** Owner, resource and record: what one person typed is never offered to another. */
  record: string
  /** When the last key was typed, by the clock of this device. */
  at: number
  /** The version that the changes are based on; null for a new record. */
  version: number | null
  /** The changed fields as they were loaded, and as they were typed. */
  base: Values
  mine: Values
  /** A request for a new record that was not answered by then. */
  creation?: Creation | null
}

interface Schema extends DBSchema {
  changes: { key: string; value: KeptChanges; indexes: { record: string; at: number } }
}

export type KeptStore = ReturnType<typeof createKeptStore>

/** The database is opened on first use, and again after it was lost. */
export function createKeptStore(name = 'frontage-unsaved') {
  let opening: Promise<IDBPDatabase<Schema>> | null = null
  const database = () => {
    opening ??= openDB<Schema>(name, 1, {
      upgrade(created) {
        const changes = created.createObjectStore('changes', { keyPath: 'key' })
        changes.createIndex('record', 'record')
        changes.createIndex('at', 'at')
      },
      blocking: (_, __, event) => (event.target as IDBDatabase).close(),
      terminated: () => {
        opening = null
      },
    })
    opening.catch(() => {
      opening = null
    })
    return opening
  }
  return {
    async put(changes: KeptChanges): Promise<void> {
      await (await database()).put('changes', changes)
    },
    remove: async (key: string) => (await database()).delete('changes', key),
    get: async (key: string) => (await database()).get('changes', key),
    /** The newest first. */
    async ofRecord(record: string) {
      const found = await (await database()).getAllFromIndex('changes', 'record', record)
      return found.sort((one, other) => other.at - one.at)
    },
    /** Removes changes that nobody came back to. */
    async removeBefore(at: number) {
      const { store, done } = (await database()).transaction('changes', 'readwrite')
      for await (const cursor of store.index('at').iterate(IDBKeyRange.upperBound(at))) void cursor.delete()
      await done
    },
  }
}
