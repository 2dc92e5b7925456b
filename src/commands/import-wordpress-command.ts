import { type Credentials, connect } from '../wordpress/frontage-client.ts'
import { createImageLibrary } from '../wordpress/image-library.ts'
import { importImages, mediaOf } from '../wordpress/import-images.ts'
import { createProgress } from '../wordpress/import-progress.ts'
import { importSite, type Result } from '../wordpress/import-site.ts'
import { formatSummary } from '../wordpress/import-summary.ts'
import { openMediaJournal } from '../wordpress/media-journal.ts'
import { readExport } from '../wordpress/read-export.ts'
import { ServiceError } from '../wordpress/send-request.ts'
import { toRecords } from '../wordpress/to-records.ts'
import { openUploads } from '../wordpress/uploads-directory.ts'
import { ExportError } from '../wordpress/wordpress-export.ts'

type Options = {
  file: string
  url: string
  email: string | null
  /** Name or slug of the menu to import; absent or null: the one with the most items. */
  menu?: string | null
  /** Whether to import the images and PDFs of articles and pages. */
  media?: boolean
  /** A copy of wp-content/uploads to take them from; absent or null: the service downloads them. */
  uploads?: string | null
  password: string | null
  /** Takes precedence over email and password. */
  token: string | null
  out: NodeJS.WritableStream
  isTTY: boolean
}

/**
 * Imports a WordPress export into a running service through its admin API. The whole file is parsed before the first
 * request, so a broken one changes nothing. Resolves with the exit code: 0 when nothing failed, 2 without credentials.
 */
export async function importWordpress(options: Options): Promise<number> {
  const { out } = options
  const print = (line: string) => out.write(`${line}\n`)
  const credentials = credentialsIn(options)
  if (!credentials) {
    print(
      'Credentials required: --email with the password in FRONTAGE_PASSWORD, or a token in FRONTAGE_TOKEN.',
    )
    return 2
  }
  const source = Bun.file(options.file)
  if (!(await source.exists())) {
    print(`File not found: ${options.file}`)
    return 1
  }
  const wantsMedia = options.media === true || Boolean(options.uploads)
  const uploads = options.uploads ? await openUploads(options.uploads).catch(() => null) : null
  if (options.uploads && !uploads) {
    print(`Directory not found: ${options.uploads}; give a copy of wp-content/uploads.`)
    return 1
  }
  const results: Result[] = []
  try {
    const contents = await readExport(source.stream())
    const records = toRecords(contents, {
      now: new Date(),
      menu: options.menu ?? null,
      media: wantsMedia,
    })
    const client = await connect({ url: options.url, credentials })
    const { categories, articles, pages, menu, skipped, changed } = records
    const progress = createProgress(options, categories.length + articles.length + pages.length + menu.length)
    const onResult = (result: Result) => {
      results.push(result)
      progress.step(result.kind)
    }
    const printSummary = () => {
      progress.end()
      const notImported = skipped.map((note) => ({ ...note, outcome: 'skipped' as const }))
      print(`\n${formatSummary([...results, ...notImported], changed)}`)
    }
    try {
      const posts = await importSite({ client, records, onResult })
      if (wantsMedia) {
        const library = createImageLibrary(contents)
        progress.begin(mediaOf(posts, library).size)
        const journal = await openMediaJournal(`${options.file}.media.jsonl`, options.url)
        await importImages({ client, posts, library, uploads, journal, onResult })
      }
    } catch (error) {
      if (results.length > 0) printSummary()
      throw error
    }
    printSummary()
    return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
  } catch (error) {
    if (error instanceof ExportError) {
      print(`${options.file} is ${error.message}. Nothing was imported.`)
      return 1
    }
    if (!(error instanceof ServiceError)) throw error
    print(error.message)
    print(describeStop(results))
    return 1
  }
}

function credentialsIn({ token, email, password }: Options): Credentials | null {
  if (token) return { token }
  return email && password ? { email, password } : null
}

function describeStop(results: Result[]) {
  const created = results.filter(({ outcome }) => outcome === 'created').length
  return created > 0
    ? `The import stopped after creating ${created} records. They are kept; run the same command again to continue.`
    : 'Nothing was imported.'
}
