import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { syncDirectoryNow } from '../platform/durable-files.ts'

export type TokenKey = Uint8Array

/**
 * `previousTokenKey` is the one before `tokenKey`; while the replicas are replaced also the one after it, for those that do not sign with
 * that yet.
 */
export type TokenKeys = { tokenKey: TokenKey; previousTokenKey: TokenKey | null }

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

/** The key in `JWT_SECRET_PREVIOUS`; null: none. */
export const readPreviousKey = ({ auth }: Pick<Config, 'auth'>): TokenKeys['previousTokenKey'] =>
  auth.previousJwtSecret ? new TextEncoder().encode(auth.previousJwtSecret.reveal()) : null
