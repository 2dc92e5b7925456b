// Stops the services that use the databases during a restore, and starts them again.
import type { BackupContext } from '../backup/backup-context.ts'
import { describeFailure } from '../backup/describe-failure.ts'
import type { Engine } from '../deploy/container-engine.ts'
import type { Services } from './restore-dumps.ts'

/** The services that use the databases, in the order in which they start. */
const SERVICES = ['casdoor', 'api']

/** Stops and starts the services through the container engine; without one, it only tells the operator. */
export function composeServices(
  engine: Engine | { absent: string },
  ctx: Pick<BackupContext, 'info' | 'warn'>,
): Services {
  if ('absent' in engine) {
    return {
      stop: async () =>
        ctx.info(
          `${SERVICES.join(' and ')} are not stopped from here (${engine.absent}): unless you have stopped them (docker compose stop api casdoor), their writes before the swap are lost; they reconnect by themselves`,
        ),
      start: async () => {},
    }
  }
  let stopped: string[] = []
  return {
    async stop() {
      const existing = (await engine.containers()).map(({ service }) => service)
      const services = SERVICES.filter((service) => existing.includes(service))
      if (services.length === 0) return
      stopped = services
      const reversed = [...services].reverse()
      ctx.info(
        `stopping ${reversed.join(' and ')}; if this restore is interrupted, start them with: docker compose start ${services.join(' ')}`,
      )
      try {
        await engine.stop(reversed)
      } catch (error) {
        await this.start()
        throw error
      }
    },
    async start() {
      // One at a time: the service fetches the keys of the identity provider when it starts.
      for (const service of stopped) {
        try {
          await engine.start([service])
          ctx.info(`started ${service}`)
        } catch (error) {
          ctx.warn(`${service} could not be started: ${describeFailure(error)}`)
        }
      }
    },
  }
}
