// Routine checks that need no container engine: dumps, restore drill, readiness, disk, media storage.
import { statfs } from 'node:fs/promises'
import type { BackupConfig } from '../../platform/config/backup-config.ts'
import type { StorageConfig } from '../../platform/config/config.ts'
import { readDrills } from '../backup/drill-history.ts'
import { listDumps, newestGood, takenAt } from '../backup/dump-catalogue.ts'
import { dumpName } from '../backup/dump-names.ts'
import type { Check } from './doctor-check.ts'

/** Time for a run to finish after the interval is over; the alert `BackupStale` allows the same. */
const DUMP_GRACE_MS = 2 * 3_600_000
const QUARTER_DAYS = 92
const FREE_PERCENT = 20
const READY_MS = 5_000
const HOUR_MS = 3_600_000

export async function checkDumps(config: BackupConfig, now: Date): Promise<Check> {
  const name = 'dumps'
  const dumps = await listDumps(config.directory, config.databases)
  const problems: string[] = []
  const ages: string[] = []
  for (const database of config.databases) {
    const newest = newestGood(dumps, database)
    const taken = newest && takenAt(newest, now)
    if (!newest) problems.push(`no dump of ${database} in ${config.directory}`)
    else if (!taken) problems.push(`${dumpName(newest)} is dated in the future`)
    else if (now.getTime() - taken.getTime() > config.intervalMs + DUMP_GRACE_MS)
      problems.push(`the newest dump of ${database} is ${ageOf(taken, now)} old`)
    else ages.push(`${database} ${ageOf(taken, now)} old`)
  }
  if (problems.length > 0) return { name, status: 'failed', detail: problems.join(', ') }
  return { name, status: 'ok', detail: ages.join(', ') }
}

function ageOf(moment: Date, now: Date) {
  const hours = Math.max(0, now.getTime() - moment.getTime()) / HOUR_MS
  return hours < 48 ? `${hours.toFixed(1)} hours` : `${Math.floor(hours / 24)} days`
}

export async function checkDrill(config: BackupConfig, now: Date): Promise<Check> {
  const name = 'restore test'
  const drills = await readDrills(config.directory)
  const last = drills.at(-1)
  if (!last) return { name, status: 'warning', detail: 'never run; run restore --drill' }
  if (!last.ok) return { name, status: 'failed', detail: `failed at ${last.at}: ${last.problems.join('; ')}` }
  const days = Math.floor((now.getTime() - Date.parse(last.at)) / (24 * HOUR_MS))
  if (days > QUARTER_DAYS)
    return { name, status: 'warning', detail: `${days} days ago; run restore --drill every quarter` }
  return { name, status: 'ok', detail: `${days} days ago, ${last.rows} rows in ${last.duration_seconds} s` }
}

/** `url` is null when neither API_HOST nor DEPLOY_READY_URL is set. */
export async function checkReadiness(url: string | null): Promise<Check> {
  const name = 'readiness'
  if (url === null) return { name, status: 'failed', detail: 'no URL: set API_HOST or DEPLOY_READY_URL' }
  let response: Response
  let body: { status?: unknown; checks?: Record<string, unknown> } | null
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(READY_MS), redirect: 'error' })
    body = (await response.json()) as typeof body
  } catch (error) {
    return { name, status: 'failed', detail: `${url}: ${(error as Error).message}` }
  }
  const checks = Object.entries(body?.checks ?? {})
  const failing = checks.filter(([, holds]) => holds !== true).map(([check]) => check)
  if (response.status === 200 && failing.length === 0 && checks.length > 0)
    return { name, status: 'ok', detail: checks.map(([check]) => check).join(', ') }
  const reason = failing.length > 0 ? `failing: ${failing.join(', ')}` : String(body?.status ?? 'no checks')
  return { name, status: 'failed', detail: `${url} returned ${response.status}, ${reason}` }
}

/** Free space of the file system of `path` for ordinary users, as `df` computes it. */
export async function checkDisk(path: string): Promise<Check> {
  const { blocks, bfree, bavail } = await statfs(path)
  const usable = blocks - bfree + bavail
  const percent = usable > 0 ? Math.floor((bavail / usable) * 100) : 0
  return {
    name: 'disk',
    status: percent >= FREE_PERCENT ? 'ok' : 'failed',
    detail: `${percent}% of the root disk is free${percent >= FREE_PERCENT ? '' : `; builds need ${FREE_PERCENT}%`}`,
  }
}

export function checkStore(storage: StorageConfig, usesPostgres: boolean): Check {
  const name = 'object store'
  if (storage.kind === 's3') return { name, status: 'ok', detail: `bucket ${storage.bucket}` }
  if (!usesPostgres)
    return { name, status: 'ok', detail: 'not needed: the embedded database and media share a directory' }
  return {
    name,
    status: 'warning',
    detail:
      'none: media is in a directory on one host, which replicas do not share; back it up with backup --media',
  }
}
