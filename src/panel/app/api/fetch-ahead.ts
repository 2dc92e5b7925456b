// Fetches the scripts of all other screens and parts into the browser's cache, so that they are there when the service cannot be
// reached, or has been replaced by a newer version, which does not have them.
import { isOffline, subscribeToReachability } from './session-fetch.ts'

/** What the first screen goes on to load comes first. */
const AFTER_MS = 5_000
const AT_ONCE = 2

async function fetchAsset(url: string): Promise<Blob> {
  const response = await fetch(url, { priority: 'low' })
  if (!response.ok) throw new Error(`${url} could not be loaded: status ${response.status}`)
  // Only a complete answer is cached.
  return response.blob()
}

/** The build lists the paths. */
async function fetchAll() {
  const list = document.querySelector<HTMLMetaElement>('meta[name="assets"]')!.content
  const paths: string[] = JSON.parse(await (await fetchAsset(list)).text())
  const fetchNext = async () => {
    for (let path = paths.shift(); path; path = paths.shift()) await fetchAsset(path)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext))
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Begins after a while, and again when the service can be reached again, until all are there. Not for browsers that save data. */
export function fetchAhead() {
  if (savesData()) return
  const attempt = () => fetchAll().then(stop, () => {})
  const stop = subscribeToReachability(() => {
    if (!isOffline()) void attempt()
  })
  setTimeout(attempt, AFTER_MS)
}
