import { eq } from 'drizzle-orm'
import { createApp } from '../app.ts'
import { createDeps } from '../deps.ts'
import { TransferError } from '../moving/transfer/archive-format.ts'
import { generateStatic } from '../moving/transfer/generate-static.ts'
import { createProgress, type Progress } from '../moving/wordpress/report/import-progress.ts'
import { toConfig } from '../platform/config/config.ts'
import { parseEnv, SERVICE } from '../platform/config/env.ts'
import { media } from '../platform/db/schema/media.ts'
import { createLog } from '../platform/log.ts'

type Options = {
  directory: string
  /** Built files of a frontend. */
  frontend: string | null
  environment: Record<string, string | undefined>
  out: NodeJS.WritableStream
  isTTY: boolean
}

/** Writes the public site as static files. Resolves with the exit code: 1 if links lead nowhere. */
export async function generateStaticSite(options: Options): Promise<number> {
  const { directory, frontend, environment, out } = options
  const print = (line: string) => out.write(`${line}\n`)
  const config = toConfig(parseEnv(environment, SERVICE))
  // Images are files of the site itself.
  const site = { ...config.site, mediaBase: config.site.url }
  await using deps = await createDeps({ ...config, site }, { log: createLog('silent') })
  const app = createApp(deps, () => null)
  const rows = await deps.database.query((tx) =>
    tx.select({ path: media.path }).from(media).where(eq(media.state, 'ready')),
  )
  let progress: Progress | null = null
  try {
    const { files, dead } = await generateStatic({
      directory,
      frontend,
      keepsFrontendPages: config.site.spaIndex === null,
      request: async (path) => app.request(path, { headers: { Accept: 'text/html, */*;q=0.8' } }),
      siteUrl: config.site.url,
      images: rows.map(({ path }) => path),
      onProgress: {
        total: (count) => {
          progress = createProgress(options, count)
        },
        step: (kind) => progress?.step(kind),
      },
    })
    endProgress(progress)
    print(`Generated ${files} files in ${directory}.`)
    for (const { link, from } of dead) print(`dead link ${link} (${from})`)
    return dead.length > 0 ? 1 : 0
  } catch (error) {
    endProgress(progress)
    if (!(error instanceof TransferError)) throw error
    print(error.message)
    return 1
  }
}

const endProgress = (progress: Progress | null) => progress?.end()
