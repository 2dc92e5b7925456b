// The deploy receiver: runs accepted pushes one at a time, always the newest next. On start it resumes or fails the
// deploys that an earlier receiver left unfinished.
import { mkdirSync } from 'node:fs'
import { createBoundedQueue } from '../../platform/bounded-queue.ts'
import { lockDirectory } from '../../platform/db/directory-lock.ts'
import { type AcceptResult, openDeployHistory } from './deploy-history.ts'
import type { Deploy } from './deploy-record.ts'
import { createDeployer, type DeployerOptions } from './deployer.ts'
import { createCheckout } from './git-checkout.ts'
import type { Push } from './parse-delivery.ts'
import { isUnrequestedRollback } from './rollback-check.ts'
import { terminateLeftover } from './run-command.ts'

export type Receiver = {
  /** Records a push, in order of arrival, and starts its deploy as soon as no other is running. */
  accept(push: Push): Promise<AcceptResult | { kind: 'ignored'; why: 'ancestor' }>
  get(id: number): Deploy | null
  list(page: { limit: number; offset: number }): { items: Deploy[]; total: number }
  /** Number of deploys per state. */
  counts(): { state: Deploy['state']; n: number }[]
  lastDeployed(): Deploy | null
  lastFinished(): Deploy | null
  /** Whether a deploy or a rollback is running. */
  isBusy(): boolean
  [Symbol.asyncDispose](): Promise<void>
}

/** Throws if the checkout is unusable, or if another receiver uses the same state directory. */
export async function openReceiver(
  options: Omit<DeployerOptions, 'history' | 'checkout'>,
): Promise<Receiver> {
  const { config, log, now } = options
  const checkout = createCheckout(config)
  await checkout.check()
  mkdirSync(config.stateDirectory, { recursive: true, mode: 0o700 })
  const lock = lockDirectory(config.stateDirectory, 'DEPLOY_STATE_DIR')
  if (lock.warning) log.warn(lock.warning)
  const history = openDeployHistory(config.stateDirectory, now)
  const stop = new AbortController()
  const deployer = createDeployer({ ...options, history, checkout }, stop.signal)
  let work: Promise<void> | null = null

  async function recover() {
    const leftover = history.runningCommand.get()
    if (leftover !== null && (await terminateLeftover(leftover)))
      log.warn({ process: leftover }, 'terminated a command that an earlier receiver left running')
    history.runningCommand.set(null)
    for (const { id, state } of history.findUnfinished()) {
      log.warn({ deploy_id: id, state }, 'a deploy was interrupted')
      if (!stop.signal.aborted) await deployer.run(id)
    }
  }

  function startWork(first?: () => Promise<void>) {
    work ??= (async () => {
      await first?.()
      for (let next = history.findWaiting(); next && !stop.signal.aborted; next = history.findWaiting())
        await deployer.run(next.id)
    })()
      .catch((error) => log.fatal({ err: error }, 'the receiver cannot continue'))
      .finally(() => {
        work = null
      })
  }

  async function accept(received: Push) {
    const duplicate = history.findDuplicate(received)
    if (duplicate) return { kind: 'duplicate' as const, deploy: duplicate }
    const push = history.isOutdatedRetry(received) ? { ...received, before: null, forced: false } : received
    if (await isUnrequestedRollback(push, { checkout, history })) {
      log.warn({ commit: push.commit }, 'push ignored: a newer commit is deployed')
      return { kind: 'ignored' as const, why: 'ancestor' as const }
    }
    const accepted = history.accept(push)
    if (accepted.kind === 'started') {
      log.info({ deploy_id: accepted.id, commit: push.commit }, 'push accepted')
      // The deploy follows the current work, which may already have found that nothing waits.
      if (work) void work.then(() => startWork())
      else startWork()
    }
    return accepted
  }

  const accepts = createBoundedQueue({ maxRunning: 1 })
  startWork(recover)
  return {
    accept: (push) => accepts.run(() => accept(push)),
    get: history.get,
    list: history.list,
    counts: history.counts,
    lastDeployed: history.lastDeployed,
    lastFinished: history.lastFinished,
    isBusy: () => work !== null,
    async [Symbol.asyncDispose]() {
      stop.abort()
      while (work) await work
      history.close()
      lock.release()
    },
  }
}
