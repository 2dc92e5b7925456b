// One deploy from its start to its end: fetch, check out, build, start, wait for readiness; back again where asked.
import type { DeployConfig } from '../config/deploy-config.ts'
import type { Log } from '../log.ts'
import type { Deploy, DeployRecords, Step } from './deploy-history.ts'
import type { Checkout } from './git-checkout.ts'
import { createLogTail } from './log-tail.ts'
import { runCommand } from './run-command.ts'
import { waitUntilReady } from './wait-until-ready.ts'

export type DeployParts = {
  config: DeployConfig
  records: DeployRecords
  checkout: Checkout
  log: Log
  now: () => number
  /** What the commands get beside `GIT_COMMIT`. */
  environment: Record<string, string | undefined>
}

/** Thrown when the receiver stops: what is under way stays as it is recorded, for the next receiver. */
class Stopping extends Error {}
/** What a deploy says: each line to the log at once, to its record now and then or by `flush`. */
type Voice = { say(line: string): void; flush(): void }
/** A step ended badly; its message is for the operator. */
class Failed extends Error {}

export type Deployer = ReturnType<typeof createDeployer>

export function createDeployer(
  { config, records, checkout, log, now, environment }: DeployParts,
  stop: AbortSignal,
) {
  /** Begins a deploy that waits, or takes up one that a receiver before this one left. */
  async function run(id: number): Promise<void> {
    const tail = createLogTail(records.get(id)!.log, (text) => records.set(id, { log: text }))
    const voice: Voice = {
      say(line) {
        tail.add(line)
        log.info({ deploy_id: id }, line)
      },
      flush: tail.flush,
    }
    try {
      await advance(records.get(id)!, voice)
    } catch (error) {
      if (error instanceof Stopping) return
      if (!(error instanceof Failed)) log.error({ err: error, deploy_id: id }, 'the receiver has a defect')
      await fail(
        id,
        error instanceof Failed ? error.message : 'an error of the receiver itself; see its log',
        voice,
      )
    } finally {
      tail.flush()
    }
  }

  async function advance(deploy: Deploy, voice: Voice) {
    const { id, commit_id: commit, state } = deploy
    if (state === 'failed_deploy') return rollBack(deploy, voice)
    if (state === 'building') {
      await checkout.removeLocks()
      throw new Failed(`interrupted: the receiver ended during ${deploy.step}`)
    }
    if (state === 'started') {
      // At once: while it counts as waiting, the next push supersedes it.
      records.move(id, 'building', { started_at: now(), step: 'fetch' })
      const head = await checkout.head()
      records.set(id, { head_before: head, previous_commit: records.lastDeployed()?.commit_id ?? head })
      log.info({ deploy_id: id, commit }, 'building')
      await bring(commit, { ...voice, fetch: true, note: (step) => records.set(id, { step }) })
      records.move(id, 'polling_readiness', { polling_since: now() })
      log.info({ deploy_id: id, commit, url: config.readyUrl }, 'polling readiness')
    }
    await ready(commit, (records.get(id)!.polling_since ?? now()) + config.readyTimeoutMs)
    voice.flush()
    records.move(id, 'deployed')
    log.info({ deploy_id: id, commit }, 'deployed')
  }

  async function fail(id: number, why: string, voice: Voice) {
    const {
      commit_id: commit,
      step,
      state,
      head_before: before,
      previous_commit: previous,
    } = records.get(id)!
    // Whoever sees the state finds the whole log with it.
    voice.say(why)
    voice.flush()
    records.move(id, 'failed_deploy', { error: why })
    log.error({ deploy_id: id, commit, why }, 'failed deploy')
    if (state === 'building' && step !== 'up') {
      // Nothing of it was started: the checkout goes back to what runs, since the host starts from it again.
      if (before)
        await runStep('checkout', checkout.checkOut(before), before, { ...voice, signal: stop }).catch(
          () => {},
        )
    } else if (config.autoRollback && previous && previous !== commit) {
      records.set(id, { rollback: 'running' })
      await rollBack(records.get(id)!, voice)
    }
  }

  async function rollBack({ id, previous_commit: previous }: Deploy, voice: Voice) {
    if (records.waiting()) return records.set(id, { rollback: 'skipped' })
    log.warn({ deploy_id: id, commit: previous }, 'rolling back')
    try {
      await checkout.removeLocks()
      await bring(previous!, { ...voice, fetch: false, note: () => {} })
      await ready(previous!, now() + config.readyTimeoutMs)
      records.set(id, { rollback: 'done' })
      log.info({ deploy_id: id, commit: previous }, 'rolled back')
    } catch (error) {
      if (error instanceof Stopping) return
      voice.say(`the rollback failed: ${(error as Error).message}`)
      voice.flush()
      records.set(id, { rollback: 'failed' })
      log.error({ deploy_id: id, err: error }, 'the rollback failed')
    }
  }

  type Bring = Voice & { fetch: boolean; note(step: Step): void }

  async function bring(commit: string, { fetch, note, ...voice }: Bring) {
    const late = AbortSignal.timeout(config.buildTimeoutMs)
    const signal = AbortSignal.any([stop, late])
    const step = async (name: Step, words: string[]) => {
      note(name)
      await runStep(name, words, commit, { ...voice, signal })
    }
    if (fetch) await step('fetch', checkout.fetch)
    if (fetch && !(await checkout.isOnBranch(commit)))
      throw new Failed(`fetch: ${commit} is not on the branch ${config.branch}`)
    await step('checkout', checkout.checkOut(commit))
    await step('build', config.build)
    await step('up', config.up)
  }

  async function runStep(
    step: Step,
    words: string[],
    commit: string,
    { say, signal }: Voice & { signal: AbortSignal },
  ) {
    say(`${step}: ${words.join(' ')}`)
    const outcome = await runCommand({
      words,
      directory: config.repository,
      environment: { ...environment, GIT_COMMIT: commit },
      signal,
      onLine: say,
      onProcess: records.runningCommand.set,
    })
    if (outcome.kind === 'failed') throw new Failed(`${step}: ${outcome.why}`)
    if (outcome.kind === 'done') return
    if (step === 'fetch' || step === 'checkout') await checkout.removeLocks()
    if (stop.aborted) throw new Stopping()
    throw new Failed(`${step}: not done within ${config.buildTimeoutMs / 1_000} s of the deploy's start`)
  }

  /** `end`: the clock's milliseconds at which it is too late. */
  async function ready(commit: string, end: number) {
    const lack = await waitUntilReady({
      url: config.readyUrl,
      commit,
      signal: AbortSignal.any([stop, AbortSignal.timeout(Math.max(0, end - now()))]),
      intervalMs: config.readyIntervalMs,
    })
    if (lack === null) return
    if (stop.aborted) throw new Stopping()
    throw new Failed(`readiness: not ready within ${config.readyTimeoutMs / 1_000} s: ${lack}`)
  }

  return { run }
}
