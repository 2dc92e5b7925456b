// Metrics of the backup process. All but the run counters are read from the dump directory at every scrape, so that they
// survive a restart.
import { Gauge, Registry } from 'prom-client'
import type { BackupConfig } from '../../platform/config/backup-config.ts'
import { addBuildInfo, countBy } from '../observability/metric-kinds.ts'
import { readDrills } from './drill-history.ts'
import { listDumps, newestGood, takenAt } from './dump-catalogue.ts'
import type { MediaSummary } from './media-backup.ts'
import { readMediaSummary } from './media-manifest.ts'
import type { RunResult } from './run-backup.ts'

export type BackupMetrics = {
  recordRun(result: RunResult | null): void
  recordMediaCopy(summary: MediaSummary | null): void
  contentType: string
  text(): Promise<string>
}

const RESULTS = ['succeeded', 'failed']

type Options = { config: BackupConfig; commit: string; clock: () => Date; media: boolean }

export function createBackupMetrics({ config, commit, clock, media }: Options): BackupMetrics {
  const registry = new Registry()
  const registers = [registry]
  const runs = countBy(registers, 'result', RESULTS, {
    name: 'backup_runs_total',
    help: 'Backup runs by result; failed when a database or an off-site copy failed',
  })
  addBuildInfo(registers, commit)
  const readings = [dumpMetrics(registers, config, clock), drillMetrics(registers, config)]
  const offSite = config.offSite
    ? new Gauge({
        name: 'backup_off_site_last_success_timestamp_seconds',
        help: 'When every good dump was last known to have an off-site copy; 0: not since the start',
        registers,
      })
    : null
  const mediaCopies = media ? mediaMetrics(registers, config) : null
  if (mediaCopies) readings.push(mediaCopies.read)
  return {
    recordRun(result) {
      runs.inc({ result: result && result.failures.length === 0 ? 'succeeded' : 'failed' })
      if (result?.offSite) offSite?.set(Math.floor(clock().getTime() / 1_000))
    },
    recordMediaCopy(summary) {
      mediaCopies?.runs.inc({ result: summary ? 'succeeded' : 'failed' })
    },
    contentType: registry.contentType,
    async text() {
      await Promise.all(readings.map((read) => read()))
      return registry.metrics()
    },
  }
}

// Sets several gauges from one reading of the directory; prom-client's `collect` would read it once per gauge.
type Reading = () => Promise<void>

/** Creates gauges from their names and helps; the function that is returned sets all of them. */
function gaugesOf<Name extends string>(registers: Registry[], helps: Record<Name, string>, label?: string) {
  const gauges = Object.entries<string>(helps).map(([name, help]) => ({
    name: name as Name,
    gauge: new Gauge({ name, help, labelNames: label ? [label] : [], registers }),
  }))
  return (values: Record<Name, number>, labels: Record<string, string> = {}) => {
    for (const { name, gauge } of gauges) gauge.set(labels, values[name])
  }
}

function dumpMetrics(registers: Registry[], config: BackupConfig, clock: () => Date): Reading {
  const helps = {
    backup_last_success_timestamp_seconds: 'When the newest good dump was taken; 0: no good dump',
    backup_last_size_bytes: 'Size of the newest good dump',
    backup_last_duration_seconds: 'Duration of the newest good dump, including its verification',
    backup_last_rows: 'Rows in the newest good dump',
    backup_shrunk: '1 if the newest good dump is less than half the size of the previous one',
    backup_dumps: 'Number of dumps in the directory',
  }
  const set = gaugesOf(registers, helps, 'database')
  return async () => {
    const dumps = await listDumps(config.directory, config.databases)
    for (const database of config.databases) {
      const newest = newestGood(dumps, database)
      const previous = newestGood(
        dumps.filter((dump) => dump !== newest),
        database,
      )
      const takenMs = newest ? (takenAt(newest, clock())?.getTime() ?? 0) : 0
      const values = {
        backup_last_success_timestamp_seconds: takenMs / 1_000,
        backup_last_size_bytes: newest?.size ?? 0,
        backup_last_duration_seconds: newest?.entry?.duration_seconds ?? 0,
        backup_last_rows: newest?.entry?.rows ?? 0,
        backup_shrunk: newest && previous && newest.size < previous.size / 2 ? 1 : 0,
        backup_dumps: dumps.filter((dump) => dump.database === database).length,
      }
      set(values, { database })
    }
  }
}

function drillMetrics(registers: Registry[], config: BackupConfig): Reading {
  const set = gaugesOf(registers, {
    backup_drill_last_success_timestamp_seconds: 'When a restore drill last succeeded; 0: never',
    backup_drill_failed: '1 if the last restore drill failed',
    backup_drill_duration_seconds: 'Duration of the last restore drill',
  })
  return async () => {
    const drills = await readDrills(config.directory)
    const good = drills.findLast(({ ok }) => ok)
    const last = drills.at(-1)
    set({
      backup_drill_last_success_timestamp_seconds: good ? Date.parse(good.at) / 1_000 : 0,
      backup_drill_failed: last && !last.ok ? 1 : 0,
      backup_drill_duration_seconds: last?.duration_seconds ?? 0,
    })
  }
}

function mediaMetrics(registers: Registry[], config: BackupConfig) {
  const runs = countBy(registers, 'result', RESULTS, {
    name: 'backup_media_runs_total',
    help: 'Media copies by result',
  })
  const set = gaugesOf(registers, {
    backup_media_last_success_timestamp_seconds: 'When the media store was last copied completely; 0: never',
    backup_media_objects: 'Objects in the media copy',
    backup_media_bytes: 'Bytes in the media copy',
  })
  const read: Reading = async () => {
    const summary = await readMediaSummary(config.directory)
    set({
      backup_media_last_success_timestamp_seconds: summary ? Date.parse(summary.copied_at) / 1_000 : 0,
      backup_media_objects: summary?.objects ?? 0,
      backup_media_bytes: summary?.bytes ?? 0,
    })
  }
  return { runs, read }
}
