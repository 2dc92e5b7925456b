// The records that colleagues have open, as the service last told.
import { useSyncExternalStore } from 'react'
import { useSession } from '../api/use-session.ts'

export type Person = { id: number; name: string }
export type Place = { resource: string; id: number; accounts: readonly Person[] }

const NOBODY: readonly Person[] = []
const places = new Map<string, Place>()
const listeners = new Set<() => void>()

/** Everybody who is in the record from now on; null forgets all that is known. */
export function setPlace(place: Place | null) {
  if (!place) places.clear()
  else if (place.accounts.length === 0) places.delete(`${place.resource}/${place.id}`)
  else places.set(`${place.resource}/${place.id}`, place)
  for (const listener of listeners) listener()
}

export const allPlaces = (): Place[] => [...places.values()]

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The other people who have the record open. */
export function useOthers(resource: string, id: number | null): readonly Person[] {
  const { user } = useSession()
  const place = useSyncExternalStore(subscribe, () => places.get(`${resource}/${id}`))
  return place ? place.accounts.filter((person) => person.id !== user.accountId) : NOBODY
}
