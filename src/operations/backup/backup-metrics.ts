// Metrics of the backup process. All but the run counters are read from the dump directory at every scrape, so that they
// survive a restart.
import { Counter, Gauge, Registry } from 'prom-client'
import type { BackupConfig } from '../../platform/config/backup-config.ts'
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

type Options = { config: BackupConfig; commit: string; clock: () => Date; media: boolean }

export function createBackupMetrics({ config, commit, clock, media }: Options): BackupMetrics {
  const registry = new Registry()
  const registers = [registry]
  const runs = new Counter({
    name: 'backup_runs_total',
    help: 'Backup runs by result; failed when a database or an off-site copy failed',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['succeeded', 'failed']) runs.inc({ result }, 0)
  new Gauge({
    name: 'app_build_info',
    help: 'Commit of the running build; always 1',
    labelNames: ['commit'],
    registers,
  }).set({ commit }, 1)
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

const DUMP_METRICS = {
  backup_last_success_timestamp_seconds: 'When the newest good dump was taken; 0: no good dump',
  backup_last_size_bytes: 'Size of the newest good dump',
  backup_last_duration_seconds: 'Duration of the newest good dump, including its verification',
  backup_last_rows: 'Rows in the newest good dump',
  backup_shrunk: '1 if the newest good dump is less than half the size of the previous one',
  backup_dumps: 'Number of dumps in the directory',
} as const

// Sets several gauges from one reading of the directory; prom-client's `collect` would read it once per gauge.
type Reading = () => Promise<void>

function dumpMetrics(registers: Registry[], config: BackupConfig, clock: () => Date): Reading {
  const gauges = Object.entries(DUMP_METRICS).map(([name, help]) => ({
    name: name as keyof typeof DUMP_METRICS,
    gauge: new Gauge({ name, help, labelNames: ['database'], registers }),
  }))
  return async () => {
    const dumps = await listDumps(config.directory, config.databases)
    for (const database of config.databases) {
      const newest = newestGood(dumps, database)
      const previous = newestGood(
        dumps.filter((dump) => dump !== newest),
        database,
      )
      const values = {
        backup_last_success_timestamp_seconds: newest
          ? (takenAt(newest, clock())?.getTime() ?? 0) / 1_000
          : 0,
        backup_last_size_bytes: newest?.size ?? 0,
        backup_last_duration_seconds: newest?.entry?.duration_seconds ?? 0,
        backup_last_rows: newest?.entry?.rows ?? 0,
        backup_shrunk: newest && previous && newest.size < previous.size / 2 ? 1 : 0,
        backup_dumps: dumps.filter((dump) => dump.database === database).length,
      }
      for (const { name, gauge } of gauges) gauge.set({ database }, values[name])
    }
  }
}

function drillMetrics(registers: Registry[], config: BackupConfig): Reading {
  const success = new Gauge({
    name: 'backup_drill_last_success_timestamp_seconds',
    help: 'When a restore drill last succeeded; 0: never',
    registers,
  })
  const failed = new Gauge({
    name: 'backup_drill_failed',
    help: '1 if the last restore drill failed',
    registers,
  })
  const seconds = new Gauge({
    name: 'backup_drill_duration_seconds',
    help: 'Duration of the last restore drill',
    registers,
  })
  return async () => {
    const drills = await readDrills(config.directory)
    const good = drills.findLast(({ ok }) => ok)
    const last = drills.at(-1)
    success.set(good ? Date.parse(good.at) / 1_000 : 0)
    failed.set(last && !last.ok ? 1 : 0)
    seconds.set(last?.duration_seconds ?? 0)
  }
}

function mediaMetrics(registers: Registry[], config: BackupConfig) {
  const runs = new Counter({
    name: 'backup_media_runs_total',
    help: 'Media copies by result',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['succeeded', 'failed']) runs.inc({ result }, 0)
  const success = new Gauge({
    name: 'backup_media_last_success_timestamp_seconds',
    help: 'When the media store was last copied completely; 0: never',
    registers,
  })
  const objects = new Gauge({
    name: 'backup_media_objects',
    help: 'Objects in the media copy',
    registers,
  })
  const bytes = new Gauge({ name: 'backup_media_bytes', help: 'Bytes in the media copy', registers })
  const read: Reading = async () => {
    const summary = await readMediaSummary(config.directory)
    success.set(summary ? Date.parse(summary.copied_at) / 1_000 : 0)
    objects.set(summary?.objects ?? 0)
    bytes.set(summary?.bytes ?? 0)
  }
  return { runs, read }
}
