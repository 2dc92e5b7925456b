// The arguments of `.ci/run` and `bun run proof`.
import type { Lane } from './lane.ts'

/** All lanes without names; throws on an unknown name. */
export function chosenLanes(lanes: readonly Lane[], names: readonly string[]): Lane[] {
  const known = lanes.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`no lane ${unknown.join(', ')}; there are ${known.join(', ')}`)
  return lanes.filter(({ name }) => names.length === 0 || names.includes(name))
}

/** What `read` makes of the arguments; prints what is wrong with them in one line and exits with 2. */
export async function orExit<Value>(read: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}
