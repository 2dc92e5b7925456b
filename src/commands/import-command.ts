import type { Actor } from '../accounts/actor.ts'
import { resources } from '../content/resources/resource-registry.ts'
import { connectFromCommand, ServiceError } from '../moving/service-client.ts'
import {
  MEDIA_LIST,
  MESSAGES,
  resourceFile,
  SUBSCRIBERS,
  TransferError,
} from '../moving/transfer/archive-format.ts'
import { importDatabase } from '../moving/transfer/import-database.ts'
import { importService } from '../moving/transfer/import-service.ts'
import type { Summary } from '../moving/transfer/import-target.ts'
import { type Archive, openArchive } from '../moving/transfer/open-archive.ts'
import { createProgress, type Progress } from '../moving/wordpress/report/import-progress.ts'
import { createTextWorkers } from '../platform/text-workers.ts'
import { AppError } from '../text/errors.ts'
import type { TransferOptions } from './export-command.ts'
import { openSite } from './open-site.ts'

const ACTOR: Actor = { kind: 'system', name: 'import' }

/** Imports an archive after verifying all of it. Resolves with the exit code. */
export async function importSite(
  options: TransferOptions & { dryRun: boolean; maxGb?: number },
): Promise<number> {
  const { path, environment, withForms, dryRun, maxGb, out } = options
  const print = (line: string) => out.write(`${line}\n`)
  let progress: Progress = createProgress(options, 0)
  try {
    await using archive = await openArchive(path, {
      onVerified: () => progress.step('verified files'),
      maxGb,
    })
    progress.end()
    progress = createProgress(
      options,
      countSteps(archive, { withForms, toService: options.service !== null }),
    )
    const onProgress = (kind: string) => progress.step(kind)
    await using opened = new AsyncDisposableStack()
    let summary: Summary
    if (options.service) {
      const service = await connectFromCommand({ ...options.service, environment })
      if (withForms)
        throw new TransferError(
          'Messages and subscribers can only be imported into a database, without --url.',
        )
      const { languages } = await service.client.admin.schema()
      assertSameLanguage(archive, languages)
      summary = await importService({ service, archive, dryRun, onProgress })
    } else {
      const site = await openSite(environment, opened)
      const { database, storage, siteUrl, mediaBase, trashKeepMs } = site
      assertSameLanguage(archive, site.languages)
      const textWorkers = createTextWorkers()
      opened.defer(() => textWorkers.close())
      const clock = () => new Date()
      const ctx = { database, clock, mediaBase, siteUrl, textWorkers, trashKeepMs, actor: ACTOR }
      summary = await importDatabase({ archive, ctx, storage, withForms, dryRun, onProgress })
    }
    progress.end()
    print(describe(summary, dryRun))
    return 0
  } catch (error) {
    progress.end()
    if (![TransferError, ServiceError, AppError].some((kind) => error instanceof kind)) throw error
    print((error as Error).message)
    return 1
  }
}

/** Otherwise every text would be shown as one in the wrong language. Regions may differ. */
function assertSameLanguage({ manifest }: Archive, languages: readonly string[]) {
  const [archived = '', here = ''] = [manifest.languages[0], languages[0]]
  if (languageOf(archived) === languageOf(here)) return
  throw new TransferError(
    `The primary language is ${archived} in the archive and ${here} here. Import it into an installation with SITE_PRIMARY_LANGUAGE=${archived}. Nothing was imported.`,
  )
}

const languageOf = (tag: string) => tag.split('-')[0]!.toLowerCase()

type Steps = { withForms: boolean; toService: boolean }

function countSteps({ count }: Archive, { withForms, toService }: Steps) {
  const records = resources.reduce((sum, { name }) => sum + count(resourceFile(name)), 0)
  const forms = withForms ? count(MESSAGES) + count(SUBSCRIBERS) : 0
  // A database's records are checked first.
  return records * (toService ? 1 : 2) + count(MEDIA_LIST) + forms
}

function describe({ counts, notes }: Summary, dryRun: boolean) {
  const columns = ['created', 'changed', 'left'] as const
  const heading = dryRun ? 'Would be imported; nothing was written:' : 'Imported:'
  const rows = [...counts].map(([kind, count]) => [kind, ...columns.map((name) => String(count[name]))])
  const lines = [['', ...columns], ...rows].map(([kind = '', ...cells]) =>
    [kind.padEnd(20), ...cells.map((cell) => cell.padStart(8))].join(' '),
  )
  return [heading, ...lines, ...notes].join('\n')
}
