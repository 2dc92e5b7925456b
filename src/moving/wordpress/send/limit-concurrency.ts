/** Runs `task` for every item, at most `limit` at a time. After a failure no further one starts, and it throws. */
export async function forEachLimited<T>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0
  let hasFailed = false
  const work = async () => {
    while (!hasFailed && next < items.length) {
      try {
        await task(items[next++]!)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
}
