// The figures of the sidecar. What outlives a restart is read from the dumps themselves at every scrape.
import { Counter, Gauge, Registry } from 'prom-client'
import type { BackupConfig } from '../config/backup-config.ts'
import { readDrills } from './drill-history.ts'
import { listDumps, newestGood, takenAt } from './dump-catalogue.ts'
import type { MediaSummary } from './media-backup.ts'
import { readMediaSummary } from './media-manifest.ts'
import type { RunResult } from './run-backup.ts'

export type BackupMetrics = {
  runEnded(result: RunResult | null): void
  mediaEnded(summary: MediaSummary | null): void
  contentType: string
  text(): Promise<string>
}

type Options = { config: BackupConfig; commit: string; clock: () => Date; media: boolean }

export function createBackupMetrics({ config, commit, clock, media }: Options): BackupMetrics {
  const registry = new Registry()
  const registers = [registry]
  const runs = new Counter({
    name: 'backup_runs_total',
    help: 'Runs by how they ended; failed when any database or copy failed',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['succeeded', 'failed']) runs.inc({ result }, 0)
  new Gauge({
    name: 'app_build_info',
    help: 'Which build runs; always 1',
    labelNames: ['commit'],
    registers,
  }).set({ commit }, 1)
  const readings = [dumpFigures(registers, config, clock), drillFigures(registers, config)]
  const offSite = config.offSite
    ? new Gauge({
        name: 'backup_off_site_last_success_timestamp_seconds',
        help: 'When every good dump was last known to have its copy in the object store; 0: not since the start',
        registers,
      })
    : null
  const copies = media ? mediaFigures(registers, config) : null
  if (copies) readings.push(copies.read)
  return {
    runEnded(result) {
      runs.inc({ result: result && result.failures.length === 0 ? 'succeeded' : 'failed' })
      if (result?.offSite) offSite?.set(Math.floor(clock().getTime() / 1_000))
    },
    mediaEnded(summary) {
      copies?.runs.inc({ result: summary ? 'succeeded' : 'failed' })
    },
    contentType: registry.contentType,
    async text() {
      await Promise.all(readings.map((read) => read()))
      return registry.metrics()
    },
  }
}

const DUMP_FIGURES = {
  backup_last_success_timestamp_seconds:
    'When the newest good dump of a database was taken; 0: there is none',
  backup_last_size_bytes: 'Size of the newest good dump',
  backup_last_duration_seconds: 'How long the newest good dump took, its check included',
  backup_last_rows: 'Rows in the newest good dump',
  backup_shrunk: 'Whether the newest good dump has less than half of the size of the one before it',
  backup_dumps: 'Dumps of a database that are kept',
} as const

// What reads the figures anew; prom-client would ask each gauge by itself.
type Reading = () => Promise<void>

function dumpFigures(registers: Registry[], config: BackupConfig, clock: () => Date): Reading {
  const gauges = Object.entries(DUMP_FIGURES).map(([name, help]) => ({
    name: name as keyof typeof DUMP_FIGURES,
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

function drillFigures(registers: Registry[], config: BackupConfig): Reading {
  const success = new Gauge({
    name: 'backup_drill_last_success_timestamp_seconds',
    help: 'When a restore was last tested with success; 0: never',
    registers,
  })
  const failed = new Gauge({
    name: 'backup_drill_failed',
    help: 'Whether the last test of a restore failed',
    registers,
  })
  const seconds = new Gauge({
    name: 'backup_drill_duration_seconds',
    help: 'How long the last test of a restore took',
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

function mediaFigures(registers: Registry[], config: BackupConfig) {
  const runs = new Counter({
    name: 'backup_media_runs_total',
    help: 'Copies of the media store by how they ended',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['succeeded', 'failed']) runs.inc({ result }, 0)
  const success = new Gauge({
    name: 'backup_media_last_success_timestamp_seconds',
    help: 'When the media store was last copied whole; 0: never',
    registers,
  })
  const objects = new Gauge({
    name: 'backup_media_objects',
    help: 'Objects in the copy of the media',
    registers,
  })
  const bytes = new Gauge({ name: 'backup_media_bytes', help: 'Bytes of these objects', registers })
  const read: Reading = async () => {
    const summary = await readMediaSummary(config.directory)
    success.set(summary ? Date.parse(summary.copied_at) / 1_000 : 0)
    objects.set(summary?.objects ?? 0)
    bytes.set(summary?.bytes ?? 0)
  }
  return { runs, read }
}
