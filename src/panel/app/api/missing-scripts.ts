// Scripts that the browser could not load. It asks only once for a script that `import()` needs: one that could not be had then, such as
// on a lost connection, is loaded by a reload of the page alone.

/** The parts of the page that lack their script. */
const missing = new Set<object>()
const listeners = new Set<() => void>()

export const hasMissingScripts = () => missing.size > 0

export function subscribeToMissingScripts(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function setScriptMissing(part: object, isMissing: boolean) {
  if (missing.has(part) === isMissing) return
  if (isMissing) missing.add(part)
  else missing.delete(part)
  for (const listener of listeners) listener()
}

/** Loads a script outside of `lazyPart`. While it is missing, the page says so; `load` must be the same function each time. */
export async function requireScript<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    const module = await load()
    setScriptMissing(load, false)
    return module
  } catch (error) {
    setScriptMissing(load, true)
    throw error
  }
}
