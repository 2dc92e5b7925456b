import { type Credentials, connect, ServiceError } from '../wordpress/frontage-client.ts'
import { createImageLibrary } from '../wordpress/image-library.ts'
import { importImages } from '../wordpress/import-images.ts'
import { createProgress } from '../wordpress/import-progress.ts'
import { importSite, type Result } from '../wordpress/import-site.ts'
import { formatSummary } from '../wordpress/import-summary.ts'
import { ExportError, readExport } from '../wordpress/read-export.ts'
import { toRecords } from '../wordpress/to-records.ts'

type Options = {
  file: string
  url: string
  email: string | null
  /** Name or slug of the menu to take; absent or null for the one with the most items. */
  menu?: string | null
  /** Whether the images that articles and pages show come along. */
  media?: boolean
  password: string | null
  /** Goes before e-mail and password. */
  token: string | null
  out: NodeJS.WritableStream
  isTTY: boolean
}

/**
 * Moves a WordPress export into a running service through its admin API. The whole file is read before the first
 * request, so a broken one changes nothing. Resolves with 0 when nothing failed, 1 otherwise, 2 for a wrong use.
 */
export async function importWordpress(options: Options): Promise<number> {
  const { out } = options
  const say = (line: string) => out.write(`${line}\n`)
  const credentials = credentialsIn(options)
  if (!credentials) {
    say('Give --email and its password in FRONTAGE_PASSWORD, or a token in FRONTAGE_TOKEN.')
    return 2
  }
  const source = Bun.file(options.file)
  if (!(await source.exists())) {
    say(`There is no file ${options.file}.`)
    return 1
  }
  const results: Result[] = []
  try {
    const found = await readExport(source.stream())
    const records = toRecords(found, {
      now: new Date(),
      menu: options.menu ?? null,
      media: options.media === true,
    })
    const client = await connect({ url: options.url, credentials })
    const { categories, articles, pages, menu, skipped, changed } = records
    const progress = createProgress(options, categories.length + articles.length + pages.length + menu.length)
    const onResult = (result: Result) => {
      results.push(result)
      progress.step(result.kind)
    }
    const summarise = () => {
      progress.end()
      const left = skipped.map((remark) => ({ ...remark, outcome: 'skipped' as const }))
      say(`\n${formatSummary([...results, ...left], changed)}`)
    }
    try {
      const holders = await importSite({ client, records, onResult })
      if (options.media) {
        await importImages({ client, holders, library: createImageLibrary(found), onResult })
      }
    } catch (error) {
      if (results.length > 0) summarise()
      throw error
    }
    summarise()
    return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
  } catch (error) {
    if (error instanceof ExportError) {
      say(`${options.file} is ${error.message}. Nothing was imported.`)
      return 1
    }
    if (!(error instanceof ServiceError)) throw error
    say(error.message)
    say(stoppedAfter(results))
    return 1
  }
}

function credentialsIn({ token, email, password }: Options): Credentials | null {
  if (token) return { token }
  return email && password ? { email, password } : null
}

function stoppedAfter(results: Result[]) {
  const created = results.filter(({ outcome }) => outcome === 'created').length
  return created > 0
    ? `The import stopped after ${created} new records. They stay; the same command goes on from there.`
    : 'Nothing was imported.'
}
