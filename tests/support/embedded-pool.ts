// A pool of embedded databases that test files of one worker reuse: starting one takes half a second, resetting one a
// tenth of that. A database whose schema a test has changed, or that is still busy, is closed instead.
import type { PGlite } from '@electric-sql/pglite'
import { openClient } from '../../src/platform/db/embedded-client.ts'
import { PATIENCE_MS } from './eventually.ts'
import { type Initial, readInitial, reset } from './reset-database.ts'

type Pooled = { client: PGlite; initial: Initial }

const idle: Pooled[] = []
/** Each takes about 300 MB; few test files use more than two at once. */
const MAX_IDLE = 2

/** A database with the contents of `archive`, for one user until that user closes it. */
export async function borrow(archive: () => Promise<Blob>) {
  const { client, initial } = idle.pop() ?? (await start(await archive()))
  const subscriptions: (() => Promise<void>)[] = []
  let closed = false
  const open = () => {
    if (closed) throw new Error('PGlite is closed')
    return client
  }
  return {
    query: (async (...args: Parameters<PGlite['query']>) => open().query(...args)) as PGlite['query'],
    exec: (async (...args) => open().exec(...args)) as PGlite['exec'],
    transaction: (async (run) => open().transaction(run)) as PGlite['transaction'],
    listen: (async (...args) => {
      const stop = await open().listen(...args)
      subscriptions.push(stop)
      return stop
    }) as PGlite['listen'],
    get closed() {
      return closed
    },
    async close() {
      if (closed) return
      closed = true
      const isReset = (async () => {
        for (const stop of subscriptions) await stop()
        return idle.length < MAX_IDLE && (await reset(client, initial))
      })()
      const timeout = Bun.sleep(PATIENCE_MS).then(() => false)
      if (await Promise.race([isReset.catch(() => false), timeout])) idle.push({ client, initial })
      else await Promise.race([client.close().catch(() => {}), timeout])
    },
  }
}

async function start(archive: Blob): Promise<Pooled> {
  const client = await openClient({ loadDataDir: archive })
  return { client, initial: await readInitial(client) }
}
