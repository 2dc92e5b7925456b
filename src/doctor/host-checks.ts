// What can be looked at from everywhere: dumps, readiness, disk, where the media lie.
import { statfs } from 'node:fs/promises'
import { readDrills } from '../backup/drill-history.ts'
import { listDumps, newestGood, takenAt } from '../backup/dump-catalogue.ts'
import { dumpName } from '../backup/dump-names.ts'
import type { BackupConfig } from '../config/backup-config.ts'
import type { StorageConfig } from '../config/config.ts'
import type { Check } from './doctor-check.ts'

/** After an interval, the run takes its time; the alert waits as long. */
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
    if (!newest) problems.push(`there is none of ${database} in ${config.directory}`)
    else if (!taken) problems.push(`${dumpName(newest)} lies in the future`)
    else if (now.getTime() - taken.getTime() > config.intervalMs + DUMP_GRACE_MS)
      problems.push(`the newest of ${database} is ${ageOf(taken, now)} old`)
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
  if (!last) return { name, status: 'warning', detail: 'never done; restore --drill does it' }
  if (!last.ok) return { name, status: 'failed', detail: `failed at ${last.at}: ${last.problems.join('; ')}` }
  const days = Math.floor((now.getTime() - Date.parse(last.at)) / (24 * HOUR_MS))
  if (days > QUARTER_DAYS)
    return { name, status: 'warning', detail: `${days} days ago; it is to be done each quarter` }
  return { name, status: 'ok', detail: `${days} days ago, ${last.rows} rows in ${last.duration_seconds} s` }
}

/** `url` null: nobody said where the service is. */
export async function checkReadiness(url: string | null): Promise<Check> {
  const name = 'readiness'
  if (url === null) return { name, status: 'failed', detail: 'set API_HOST or DEPLOY_READY_URL' }
  let answer: Response
  let body: { status?: unknown; checks?: Record<string, unknown> } | null
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(READY_MS), redirect: 'error' })
    body = (await answer.json()) as typeof body
  } catch (error) {
    return { name, status: 'failed', detail: `${url}: ${(error as Error).message}` }
  }
  const checks = Object.entries(body?.checks ?? {})
  const away = checks.filter(([, holds]) => holds !== true).map(([check]) => check)
  if (answer.status === 200 && away.length === 0 && checks.length > 0)
    return { name, status: 'ok', detail: checks.map(([check]) => check).join(', ') }
  const said = away.length > 0 ? `without ${away.join(', ')}` : String(body?.status ?? 'no checks')
  return { name, status: 'failed', detail: `${url} answers ${answer.status}: ${said}` }
}

/** The file system of `path`; the share of it that is free for everybody, as `df` counts it. */
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

export function checkStore(storage: StorageConfig, onServer: boolean): Check {
  const name = 'object store'
  if (storage.kind === 's3') return { name, status: 'ok', detail: `bucket ${storage.bucket}` }
  if (!onServer) return { name, status: 'ok', detail: 'the embedded service keeps media beside its data' }
  return {
    name,
    status: 'warning',
    detail:
      'none: media lie in a directory of one host, which replicas do not share; backup --media saves them',
  }
}
