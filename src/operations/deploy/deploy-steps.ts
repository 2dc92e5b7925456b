// The steps of a deploy: fetch, check out, build and start a commit, then wait until it is ready.
import type { DeployConfig } from '../../platform/config/deploy-config.ts'
import type { DeployHistory } from './deploy-history.ts'
import type { Deploy, DeployStep } from './deploy-record.ts'
import type { Checkout } from './git-checkout.ts'
import { runCommand } from './run-command.ts'
import { waitUntilReady } from './wait-until-ready.ts'

/** A step failed; the message is for the operator. */
export class StepFailed extends Error {}
/** The branch was rewritten without the commit before it was fetched. */
export class CommitReplaced extends Error {}
/** The receiver is stopping; the recorded state stays as it is for the next receiver. */
export class ReceiverStopping extends Error {}

/** Log of one deploy; `flush` saves it at once. */
export type DeployLog = { add(line: string): void; flush(): void }

export type StepOptions = {
  config: DeployConfig
  history: DeployHistory
  checkout: Checkout
  now: () => number
  /** Environment of the commands, besides `GIT_COMMIT`. */
  environment: Record<string, string | undefined>
}

/** All steps throw `StepFailed`, `install` `CommitReplaced` too, or `ReceiverStopping` once `stop` is aborted. */
export function createDeploySteps(options: StepOptions, stop: AbortSignal) {
  const { config, history, checkout, now, environment } = options

  async function run(
    { name, argv }: { name: DeployStep; argv: string[] },
    { commit, log, signal }: { commit: string; log: DeployLog; signal: AbortSignal },
  ) {
    log.add(`${name}: ${argv.join(' ')}`)
    const outcome = await runCommand({
      argv,
      directory: config.repository,
      environment: { ...environment, GIT_COMMIT: commit },
      signal,
      onLine: log.add,
      onProcess: history.runningCommand.set,
    })
    if (outcome.kind === 'failed') throw new StepFailed(`${name}: ${outcome.reason}`)
    if (outcome.kind === 'succeeded') return
    if (name === 'fetch' || name === 'checkout') await checkout.removeLocks()
    if (stop.aborted) throw new ReceiverStopping()
    throw new StepFailed(`${name}: not done within ${config.buildTimeoutMs / 1_000} s of the deploy's start`)
  }

  const signalWithBuildTimeout = () => AbortSignal.any([stop, AbortSignal.timeout(config.buildTimeoutMs)])

  // A checkout of another repository, or of a mirror that lags behind, lacks the commit as well: that must fail.
  async function wasReplaced({
    commit,
    before,
    known,
  }: Record<'commit', string> & Record<'before' | 'known', string | null>) {
    if (history.wasReplaced(commit)) return true
    const tip = await checkout.tip()
    return (
      tip !== null && tip !== known && tip !== before && !(before && (await checkout.isOlder(tip, before)))
    )
  }

  return {
    /** Fetches the branch, then checks out, builds and starts the commit. */
    async install(
      { commit_id: commit, before_commit: before }: Deploy,
      log: DeployLog,
      onStep: (name: DeployStep) => void,
    ) {
      const context = { commit, log, signal: signalWithBuildTimeout() }
      const step = (name: DeployStep, argv: string[]) => {
        onStep(name)
        return run({ name, argv }, context)
      }
      const known = await checkout.tip()
      await step('fetch', checkout.fetch)
      if (!(await checkout.isOnBranch(commit))) {
        if (await wasReplaced({ commit, before, known })) throw new CommitReplaced()
        throw new StepFailed(`fetch: ${commit} is not on the branch ${config.branch}`)
      }
      await step('checkout', checkout.checkOut(commit))
      await step('build', config.build)
      await step('up', config.up)
    },

    /** Checks out, builds and starts a commit that was deployed before. */
    async reinstall(commit: string, log: DeployLog) {
      const context = { commit, log, signal: signalWithBuildTimeout() }
      await checkout.removeLocks()
      await run({ name: 'checkout', argv: checkout.checkOut(commit) }, context)
      await run({ name: 'build', argv: config.build }, context)
      await run({ name: 'up', argv: config.up }, context)
    },

    /** Only restores the files of the checkout. */
    checkOut: (commit: string, log: DeployLog) =>
      run({ name: 'checkout', argv: checkout.checkOut(commit) }, { commit, log, signal: stop }),

    /** Waits until every replica runs the commit; `deadline` in milliseconds since 1970. */
    async waitUntilReady(commit: string, deadline: number) {
      const reason = await waitUntilReady({
        url: config.readyUrl,
        commit,
        signal: AbortSignal.any([stop, AbortSignal.timeout(Math.max(0, deadline - now()))]),
        intervalMs: config.readyIntervalMs,
      })
      if (reason === null) return
      if (stop.aborted) throw new ReceiverStopping()
      throw new StepFailed(`readiness: not ready within ${config.readyTimeoutMs / 1_000} s: ${reason}`)
    },
  }
}
