// The deploy receiver: takes signed pushes and brings them up, one at a time, the newest next. It outlives itself: what it
// does is recorded before it is done, and a receiver that starts again ends what the one before it left.
import { mkdirSync } from 'node:fs'
import { lockDirectory } from '../db/directory-lock.ts'
import { type Accepted, type Deploy, openRecords } from './deploy-history.ts'
import { createDeployer, type DeployParts } from './deployer.ts'
import { createCheckout } from './git-checkout.ts'
import { endLeftover } from './run-command.ts'

export type Receiver = {
  accept(delivery: string, commit: string): Accepted
  get(id: number): Deploy | null
  list(page: { limit: number; offset: number }): { items: Deploy[]; total: number }
  /** How many deploys there are in each state. */
  counts(): { state: Deploy['state']; n: number }[]
  lastDeployed(): Deploy | null
  /** Whether something is being deployed or rolled back. */
  busy(): boolean
  /** Resolves when nothing is under way and nothing waits. */
  idle(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens its records and goes on with what it finds there; throws when the checkout or the records are of no use. */
export async function openReceiver(parts: Omit<DeployParts, 'records' | 'checkout'>): Promise<Receiver> {
  const { config, log, now } = parts
  const checkout = createCheckout(config)
  await checkout.check()
  mkdirSync(config.stateDirectory, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(config.stateDirectory, 'DEPLOY_STATE_DIR')
  const records = openRecords(config.stateDirectory, now)
  const stop = new AbortController()
  const deployer = createDeployer({ ...parts, records, checkout }, stop.signal)
  let work: Promise<void> | null = null

  async function recover() {
    const leftover = records.runningCommand.get()
    if (leftover !== null && (await endLeftover(leftover)))
      log.warn({ process: leftover }, 'a command of the receiver before this one was ended')
    records.runningCommand.set(null)
    for (const { id, state } of records.unfinished()) {
      log.warn({ deploy_id: id, state }, 'a deploy was interrupted')
      if (!stop.signal.aborted) await deployer.run(id)
    }
  }

  function begin(first?: () => Promise<void>) {
    work ??= (async () => {
      await first?.()
      for (let next = records.waiting(); next && !stop.signal.aborted; next = records.waiting())
        await deployer.run(next.id)
    })()
      .catch((error) => log.fatal({ err: error }, 'the receiver cannot go on'))
      .finally(() => {
        work = null
      })
  }

  begin(recover)
  return {
    accept(delivery, commit) {
      const accepted = records.accept(delivery, commit)
      if (accepted.kind === 'started') {
        log.info({ deploy_id: accepted.id, commit }, 'push accepted')
        // After the work under way: it may just have seen that nothing waits.
        if (work) void work.then(() => begin())
        else begin()
      }
      return accepted
    },
    get: records.get,
    list: records.list,
    counts: records.counts,
    lastDeployed: records.lastDeployed,
    busy: () => work !== null,
    async idle() {
      while (work) await work
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      while (work) await work
      records.close()
      lock.release()
    },
  }
}
