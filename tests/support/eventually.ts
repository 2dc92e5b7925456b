// Waiting for a condition instead of for a time.

/** Ends hangs. Nothing takes as long on the slowest machine that the suite passes on. */
export const PATIENCE_MS = 300_000

/** Resolves once `holds` is true or its promise is; throws with its source after `PATIENCE_MS`. */
export async function eventually(holds: () => Promise<boolean> | boolean): Promise<void> {
  const start = performance.now()
  while (!(await holds())) {
    if (performance.now() - start > PATIENCE_MS) throw new Error(`still not so after five minutes: ${holds}`)
    await Bun.sleep(2)
  }
}
