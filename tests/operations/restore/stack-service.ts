// The service on the main database of a stack, with an environment for its commands too.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../../commands/run.ts'
import { createStack } from '../../support/backup-server.ts'

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

/** `env` is that of commands; `DATA_DIR` holds the media. Disposing ends the service and drops the databases. */
export async function startOnStack(...args: string[]) {
  const opened = new AsyncDisposableStack()
  const stack = opened.use(await createStack())
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'frontage-restored-'))
  opened.defer(() => rm(DATA_DIR, { recursive: true, force: true }))
  const env = {
    ...stack.env,
    DATA_DIR,
    JWT_SECRET: 'a test key that is longer than 32 bytes',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  const service = await serve({ ...env, DATABASE_URL: stack.url(stack.main) }, ...args)
  opened.defer(async () => void (await service.stop('SIGKILL')))
  return { stack, env, service, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
