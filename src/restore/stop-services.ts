import type { BackupContext } from '../backup/backup-context.ts'
import { describeFailure } from '../backup/describe-failure.ts'
import type { Engine } from '../deploy/container-engine.ts'
import type { Services } from './restore-dumps.ts'

/** Those that use the databases, in the order in which they start. */
const USERS = ['casdoor', 'api']

/** Stops and starts the services of the stack where its engine is within reach; elsewhere says what to stop. */
export function composeServices(
  engine: Engine | { absent: string },
  ctx: Pick<BackupContext, 'say' | 'warn'>,
): Services {
  if ('absent' in engine) {
    return {
      stop: async () =>
        ctx.say(
          `no service is stopped from here (${engine.absent}): what ${USERS.join(' and ')} write until the swap is lost; they reconnect by themselves`,
        ),
      start: async () => {},
    }
  }
  let stopped: string[] = []
  return {
    async stop() {
      const there = (await engine.containers()).map(({ service }) => service)
      const found = USERS.filter((service) => there.includes(service))
      if (found.length === 0) return
      stopped = found
      const again = `docker compose start ${found.join(' ')}`
      ctx.say(
        `stopping ${[...found].reverse().join(' and ')}; should this be cut off, start them with: ${again}`,
      )
      try {
        await engine.stop([...found].reverse())
      } catch (error) {
        await this.start()
        throw error
      }
    },
    async start() {
      // One after the other: the service asks the identity provider for its keys.
      for (const service of stopped) {
        try {
          await engine.start([service])
          ctx.say(`${service} is started`)
        } catch (error) {
          ctx.warn(`${service} does not start: ${describeFailure(error)}`)
        }
      }
    },
  }
}
