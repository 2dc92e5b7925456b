import { connectFromCommand, ServiceError } from '../moving/service-client.ts'
import { TransferError } from '../moving/transfer/archive-format.ts'
import { type ExportProgress, exportDatabase } from '../moving/transfer/export-database.ts'
import { exportService } from '../moving/transfer/export-service.ts'
import { type ArchiveWriter, createArchive } from '../moving/transfer/write-archive.ts'
import { createProgress, type Progress } from '../moving/wordpress/report/import-progress.ts'
import { openSite } from './open-site.ts'

export type TransferOptions = {
  /** A directory or a `.tar.gz` file. */
  path: string
  environment: Record<string, string | undefined>
  /** Null: the configured database. */
  service: { url: string; email: string | null } | null
  withForms: boolean
  out: NodeJS.WritableStream
  isTTY: boolean
}

/** Writes an archive of the site. Resolves with the exit code. */
export async function exportSite(options: TransferOptions): Promise<number> {
  const { path, environment, service, withForms, out } = options
  const print = (line: string) => out.write(`${line}\n`)
  let progress: Progress | null = null
  const onProgress = {
    total: (count: number) => {
      progress = createProgress(options, count)
    },
    step: (kind: string) => progress?.step(kind),
  }
  const endProgress = () => progress?.end()
  try {
    await using opened = new AsyncDisposableStack()
    const open = service
      ? await openService({ ...service, environment })
      : await openDatabase(environment, opened)
    await using archive = await createArchive(path)
    const { counts, languages } = await open({ archive, withForms, onProgress })
    await archive.finish({ languages, now: new Date() })
    endProgress()
    print(describe(path, counts))
    return 0
  } catch (error) {
    endProgress()
    if (!(error instanceof TransferError || error instanceof ServiceError)) throw error
    print(error.message)
    return 1
  }
}

type Job = { archive: ArchiveWriter; withForms: boolean; onProgress: ExportProgress }
type Exported = { counts: Record<string, number>; languages: readonly string[] }

async function openService(connection: Parameters<typeof connectFromCommand>[0]) {
  const service = await connectFromCommand(connection)
  return (job: Job): Promise<Exported> => exportService({ service, ...job })
}

async function openDatabase(environment: TransferOptions['environment'], opened: AsyncDisposableStack) {
  const { database, storage, languages } = await openSite(environment, opened)
  return async (job: Job): Promise<Exported> => ({
    counts: await exportDatabase({ database, storage, ...job }),
    languages,
  })
}

function describe(path: string, counts: Record<string, number>) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const kinds = Object.entries(counts).filter(([, count]) => count > 0)
  const list = kinds.map(([kind, count]) => `${count} ${kind}`).join(', ')
  return `Exported ${total} records to ${path}: ${list}.`
}
