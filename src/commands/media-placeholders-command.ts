import { fillPlaceholders } from '../media/fill-placeholders.ts'
import { createProgress, type Progress } from '../moving/wordpress/report/import-progress.ts'
import { AppError } from '../text/errors.ts'
import { openSite } from './open-site.ts'

type Options = {
  environment: Record<string, string | undefined>
  out: NodeJS.WritableStream
  isTTY: boolean
}

/** Makes the missing placeholders. Resolves with the exit code: 1 if an image is missing or damaged. */
export async function mediaPlaceholders({ environment, ...output }: Options): Promise<number> {
  const print = (line: string) => output.out.write(`${line}\n`)
  let progress: Progress | null = null
  try {
    await using opened = new AsyncDisposableStack()
    const { filled, failed } = await fillPlaceholders(await openSite(environment, opened), {
      total(count) {
        progress = createProgress(output, count)
      },
      step: () => progress?.step('images'),
    })
    endOf(progress)
    for (const { path, reason } of failed) print(`${path} ${reason}`)
    print(`${filled} placeholders made${failed.length > 0 ? `, ${failed.length} images failed` : ''}.`)
    return failed.length > 0 ? 1 : 0
  } catch (error) {
    endOf(progress)
    if (!(error instanceof AppError)) throw error
    print(error.message)
    return 1
  }
}

const endOf = (progress: Progress | null) => progress?.end()
