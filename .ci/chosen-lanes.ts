import type { Lane } from './lane.ts'

/** All lanes without names; throws on an unknown name. */
export function chosenLanes(lanes: readonly Lane[], names: readonly string[]): Lane[] {
  const known = lanes.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`no lane ${unknown.join(', ')}; there are ${known.join(', ')}`)
  return lanes.filter(({ name }) => names.length === 0 || names.includes(name))
}
