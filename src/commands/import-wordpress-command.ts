import {
  CREDENTIALS_REQUIRED,
  connectToService,
  credentialsIn,
  ServiceError,
} from '../moving/service-client.ts'
import { createImageLibrary } from '../moving/wordpress/convert/image-library.ts'
import type { SiteRecords } from '../moving/wordpress/converted-site.ts'
import {
  agreeOnLanguage,
  OptionError,
  parseBase,
  parseLanguage,
  parseMenus,
  parsePostsPerPage,
  parseTypeMap,
} from '../moving/wordpress/import-options.ts'
import { SiteError } from '../moving/wordpress/read/rest-client.ts'
import { openUploads, type UploadsDirectory } from '../moving/wordpress/read/uploads-directory.ts'
import { ExportError, type WordPressExport } from '../moving/wordpress/read/wordpress-export.ts'
import { commentsOf, writeComments, writeWhole } from '../moving/wordpress/report/comments-file.ts'
import { createProgress } from '../moving/wordpress/report/import-progress.ts'
import { toReport } from '../moving/wordpress/report/import-report.ts'
import { formatSummary, type Result } from '../moving/wordpress/report/import-summary.ts'
import {
  type Client,
  createImportClient,
  createRehearsalClient,
  DEMO_HINT,
  hasDemoContent,
} from '../moving/wordpress/send/frontage-client.ts'
import { importImages, mediaOf } from '../moving/wordpress/send/import-images.ts'
import { importSite } from '../moving/wordpress/send/import-site.ts'
import { openMediaJournal } from '../moving/wordpress/send/store-media.ts'
import { type RecordOptions, toRecords } from '../moving/wordpress/to-records.ts'
import { journalPath, readSource, type SiteOptions } from './read-wordpress-source.ts'

type Options = {
  /** A file of Tools → Export, or the address of a site. */
  file: string
  /** The login and rights with which a site is read; absent: those of a visitor. */
  site?: SiteOptions
  url: string
  email: string | null
  password: string | null
  /** Takes precedence over email and password. */
  token: string | null
  /** Names or slugs of menus, with `=header` or `=footer` or without; by default the largest menu. */
  menus?: readonly string[]
  /** Whether to import the images and PDFs of articles and pages. */
  media?: boolean
  /** A copy of wp-content/uploads to take them from; absent or null: the service downloads them. */
  uploads?: string | null
  /** The language of texts without one of their own; by default the file's. */
  language?: string | null
  /** Whether links in texts keep their addresses on the old site. */
  keepLinks?: boolean
  categoryBase?: string | null
  tagBase?: string | null
  postsPerPage?: string | null
  /** `portfolio=projects` */
  maps?: readonly string[]
  /** Whether to make accounts for the authors. */
  authors?: boolean
  /** The file for the comments. */
  comments?: string | null
  /** Whether nothing is written to the service. */
  dryRun?: boolean
  /** The file for a report in HTML. */
  report?: string | null
  out: NodeJS.WritableStream
  isTTY: boolean
}

const VISITOR: SiteOptions = { login: null, allowPrivate: false }

/**
 * Imports a WordPress export, or a live site, into a running service through its admin API. All of it is read before the first
 * request, so a broken one changes nothing. Resolves with the exit code: 0 when nothing failed, 2 for wrong options and
 * without credentials.
 */
export async function importWordpress(options: Options): Promise<number> {
  const print = (line: string) => options.out.write(`${line}\n`)
  const credentials = credentialsIn(options)
  if (!credentials) {
    print(CREDENTIALS_REQUIRED)
    return 2
  }
  const results: Result[] = []
  try {
    const parsed = parseOptions(options)
    const uploads = options.uploads ? await openUploads(options.uploads).catch(() => null) : null
    if (options.uploads && !uploads) {
      print(`Directory not found: ${options.uploads}; give a copy of wp-content/uploads.`)
      return 1
    }
    const contents = await readSource(options.file, options.site ?? VISITOR, print)
    if (!contents) {
      print(`File not found: ${options.file}`)
      return 1
    }
    const client = createImportClient(await connectToService({ url: options.url, credentials }))
    return await importContents(contents, { options, parsed, uploads, client, results })
  } catch (error) {
    if (error instanceof OptionError) {
      print(`${error.message}.`)
      return 2
    }
    if (error instanceof ExportError) {
      print(`${options.file} is ${error.message}. Nothing was imported.`)
      return 1
    }
    if (error instanceof SiteError) {
      print(`${error.message} Nothing was imported.`)
      return 1
    }
    if (!(error instanceof ServiceError)) throw error
    print(error.message)
    print(describeStop(results))
    return 1
  }
}

type Parsed = Omit<RecordOptions, 'language' | 'now'> & { requestedLanguage: string | null }

function parseOptions(options: Options): Parsed {
  return {
    menus: parseMenus(options.menus ?? []),
    types: parseTypeMap(options.maps ?? []),
    requestedLanguage: parseLanguage(options.language ?? null),
    bases: {
      category: parseBase('category-base', options.categoryBase ?? null, 'category'),
      tag: parseBase('tag-base', options.tagBase ?? null, 'tag'),
      postsPerPage: parsePostsPerPage(options.postsPerPage ?? null),
    },
    media: options.media === true || Boolean(options.uploads),
    keepLinks: options.keepLinks === true,
    authors: options.authors === true,
    comments: typeof options.comments === 'string',
  }
}

type Import = {
  options: Options
  parsed: Parsed
  uploads: UploadsDirectory | null
  client: Client
  results: Result[]
}

async function importContents(
  contents: WordPressExport,
  { options, parsed, uploads, client, results }: Import,
): Promise<number> {
  const { out, dryRun = false } = options
  const print = (line: string) => out.write(`${line}\n`)
  const language = agreeOnLanguage({
    requested: parsed.requestedLanguage,
    exported: contents.language,
    service: await client.primaryLanguage(),
  })
  const records = toRecords(contents, { ...parsed, language, now: new Date() })
  if (await hasDemoContent(client)) print(`${DEMO_HINT}\n`)
  const progress = createProgress(options, countOf(records))
  const onResult = (result: Result) => {
    results.push(result)
    progress.step(result.kind)
  }
  const printSummary = async () => {
    progress.end()
    const all = [...results, ...records.skipped.map((note) => ({ ...note, outcome: 'skipped' as const }))]
    if (dryRun) print('\nRehearsal: nothing was written. “created” is what an import would create.')
    print(`\n${formatSummary(all, records)}`)
    await writeFiles(contents, { options, records, results: all })
  }
  const target = dryRun ? createRehearsalClient(client) : client
  try {
    const posts = await importSite({ client: target, records, authors: parsed.authors, onResult })
    if (parsed.media && !dryRun) {
      const library = createImageLibrary(contents)
      progress.begin(mediaOf(posts, library).size)
      const journal = await openMediaJournal(journalPath(options.file), options.url)
      await importImages({ client, posts, library, uploads, journal, onResult })
    }
  } catch (error) {
    if (results.length > 0) await printSummary()
    throw error
  }
  await printSummary()
  return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

const countOf = ({ settings, categories, articles, pages, mapped, gallery, menu, redirects }: SiteRecords) =>
  [categories, articles, pages, mapped, gallery, menu, redirects].reduce(
    (sum, { length }) => sum + length,
    0,
  ) + (Object.keys(settings).length > 0 ? 1 : 0)

type Files = { options: Options; records: SiteRecords; results: readonly Result[] }

/** The report and the comments, which `--dry-run` writes too: they are not in the service. */
async function writeFiles(contents: WordPressExport, { options, records, results }: Files) {
  const { report, comments, url, file, dryRun = false, out } = options
  const save = async (path: string, what: string, write: () => Promise<void>) => {
    try {
      await write()
      out.write(`${what}: ${path}\n`)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new ServiceError(`${path} cannot be written: ${reason}.`)
    }
  }
  if (report) {
    const html = toReport({ results, records, url, source: file, isRehearsal: dryRun, now: new Date() })
    await save(report, 'Report', () => writeWhole(report, html, 0o644))
  }
  if (comments)
    await save(comments, 'Comments, readable only by you', () =>
      writeComments(comments, commentsOf(contents)),
    )
}

function describeStop(results: Result[]) {
  const created = results.filter(({ outcome }) => outcome === 'created').length
  return created > 0
    ? `The import stopped after creating ${created} records. They are kept; run the same command again to continue.`
    : 'Nothing was imported.'
}
