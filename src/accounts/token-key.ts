import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { syncDirectoryNow } from '../platform/durable-files.ts'
import { TOKEN_LIFETIME_SECONDS, type TokenKey, type TokenKeys } from './access-tokens.ts'

/** The configured key, or the embedded service's own, generated once and kept in the data directory. */
export function readTokenKey({ auth, dataDirectory }: Pick<Config, 'auth' | 'dataDirectory'>): TokenKey {
  if (auth.jwtSecret) return new TextEncoder().encode(auth.jwtSecret.reveal())
  const path = join(dataDirectory, 'jwt-secret')
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  if (!existsSync(path)) {
    const key = Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString('base64url')
    // Written under another name first, so that an interrupted start or a power cut leaves no empty key.
    const unfinished = `${path}.unfinished`
    rmSync(unfinished, { force: true })
    writeFileSync(unfinished, key, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(unfinished, path)
    syncDirectoryNow(dataDirectory)
  }
  return new TextEncoder().encode(readFileSync(path, 'utf8'))
}

/** The key before the configured one, until the last token that it had signed before this start has ended. */
export function readPreviousKey({ auth }: Pick<Config, 'auth'>, now: Date): TokenKeys['previousTokenKey'] {
  if (!auth.previousJwtSecret) return null
  const key = new TextEncoder().encode(auth.previousJwtSecret.reveal())
  return { key, until: new Date(now.getTime() + TOKEN_LIFETIME_SECONDS * 1_000) }
}
