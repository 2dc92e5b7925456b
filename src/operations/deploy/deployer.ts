// Runs one deploy through its states and, where configured, rolls back to the previous commit.
import type { Log } from '../../platform/log.ts'
import type { Deploy } from './deploy-record.ts'
import {
  CommitReplaced,
  createDeploySteps,
  type DeployLog,
  ReceiverStopping,
  StepFailed,
  type StepOptions,
} from './deploy-steps.ts'
import { createLogTail } from './log-tail.ts'
import { isUnrequestedRollback } from './rollback-check.ts'

export type DeployerOptions = StepOptions & { log: Log }
export type Deployer = ReturnType<typeof createDeployer>

export function createDeployer(options: DeployerOptions, stop: AbortSignal) {
  const { config, history, checkout, log, now } = options
  const steps = createDeploySteps(options, stop)

  /** Starts a waiting deploy, or resumes one that an earlier receiver left unfinished. */
  async function run(id: number): Promise<void> {
    const deployLog = openLog(id)
    try {
      await advance(history.get(id)!, deployLog)
    } catch (error) {
      if (error instanceof ReceiverStopping) return
      if (error instanceof CommitReplaced)
        return supersede(id, 'the branch was rewritten without this commit')
      const isExpected = error instanceof StepFailed
      if (!isExpected) log.error({ err: error, deploy_id: id }, 'internal error of the receiver')
      const message = isExpected ? error.message : "internal error of the receiver; see the receiver's log"
      await fail(id, message, deployLog)
    } finally {
      deployLog.flush()
    }
  }

  function openLog(id: number): DeployLog {
    const tail = createLogTail(history.get(id)!.log, (text) => history.update(id, { log: text }))
    return {
      add(line) {
        tail.add(line)
        log.info({ deploy_id: id }, line)
      },
      flush: tail.flush,
    }
  }

  async function advance(deploy: Deploy, deployLog: DeployLog) {
    const { id, commit_id: commit, state } = deploy
    if (state === 'failed_deploy') return rollBack(deploy, deployLog)
    if (state === 'building') {
      await checkout.removeLocks()
      throw new StepFailed(`interrupted: the receiver ended during ${deploy.step}`)
    }
    if (state === 'started') {
      // This is checked again, because a newer commit may have been deployed while this one waited.
      const isOutdated = await isUnrequestedRollback(toClaims(deploy), { checkout, history, id })
      // A push that arrived during the check has superseded this one.
      if (history.get(id)!.state !== 'started') return
      if (isOutdated) return supersede(id, 'a newer commit is already deployed')
      await build(deploy, deployLog)
    }
    await steps.waitUntilReady(commit, (history.get(id)!.polling_since ?? now()) + config.readyTimeoutMs)
    deployLog.flush()
    history.transition(id, 'deployed')
    log.info({ deploy_id: id, commit }, 'deployed')
  }

  function supersede(id: number, why: string) {
    history.transition(id, 'superseded', { error: why })
    log.warn({ deploy_id: id }, `superseded: ${why}`)
  }

  async function build(deploy: Deploy, deployLog: DeployLog) {
    const { id, commit_id: commit } = deploy
    // This precedes any other await: a deploy in `started` can still be superseded by the next push.
    history.transition(id, 'building', { started_at: now(), step: 'fetch' })
    const head = await checkout.head()
    history.update(id, { head_before: head, previous_commit: history.lastDeployed()?.commit_id ?? head })
    log.info({ deploy_id: id, commit }, 'building')
    await steps.install(deploy, deployLog, (step) => history.update(id, { step }))
    history.transition(id, 'polling_readiness', { polling_since: now() })
    log.info({ deploy_id: id, commit, url: config.readyUrl }, 'polling readiness')
  }

  async function fail(id: number, error: string, deployLog: DeployLog) {
    const {
      commit_id: commit,
      step,
      state,
      head_before: before,
      previous_commit: previous,
    } = history.get(id)!
    // The log is flushed before the state changes, so that a client that sees the state also gets the complete log.
    deployLog.add(error)
    deployLog.flush()
    history.transition(id, 'failed_deploy', { error })
    log.error({ deploy_id: id, commit, why: error }, 'failed deploy')
    const needsRollback = step === 'up' && config.autoRollback && previous && previous !== commit
    // Recorded first, so that the next receiver continues.
    if (needsRollback) history.update(id, { rollback: 'running' })
    // The files of the version that runs, for the host's next `docker compose up`. An `up` that fails gives the image's name
    // back to it.
    if (state === 'building' && before) await steps.checkOut(before, deployLog).catch(() => {})
    if (needsRollback) await rollBack(history.get(id)!, deployLog)
  }

  async function rollBack({ id, previous_commit: previous }: Deploy, deployLog: DeployLog) {
    // The next push replaces the failed version anyway.
    if (history.findWaiting()) return history.update(id, { rollback: 'skipped' })
    log.warn({ deploy_id: id, commit: previous }, 'rolling back')
    try {
      await steps.reinstall(previous!, deployLog)
      await steps.waitUntilReady(previous!, now() + config.readyTimeoutMs)
      history.update(id, { rollback: 'done' })
      log.info({ deploy_id: id, commit: previous }, 'rolled back')
    } catch (error) {
      if (error instanceof ReceiverStopping) return
      deployLog.add(`the rollback failed: ${(error as Error).message}`)
      deployLog.flush()
      history.update(id, { rollback: 'failed' })
      log.error({ deploy_id: id, err: error }, 'the rollback failed')
    }
  }

  return { run }
}

const toClaims = ({ commit_id, before_commit, forced }: Deploy) => ({
  commit: commit_id,
  before: before_commit,
  forced: forced === 1,
})
