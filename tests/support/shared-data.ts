// Optional real input for tests, in the folder FRONTAGE_SHARED (default: ../shared beside the repository).
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = join(import.meta.dir, '../..')

/** Absolute path of data/NAME in that folder; null, with a line "skipped: …", if it does not exist. */
export function findSharedData(name: string): string | null {
  const shared = process.env.FRONTAGE_SHARED ?? '../shared'
  const path = join(resolve(root, shared), 'data', name)
  if (existsSync(path)) return path
  console.log(`skipped: tests on ${name} (not in ${shared}/data)`)
  return null
}
