import { toConfig } from '../config/config.ts'
import { parseEnv, SERVICE } from '../config/env.ts'
import { createDeps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { findLeftovers, removeLeftovers } from '../media/sweep.ts'

/** Lists what the library and the store do not share, and with `remove` clears it. */
export async function mediaSweep(
  environment: Record<string, string | undefined>,
  { remove }: { remove: boolean },
) {
  const config = toConfig(parseEnv(environment, SERVICE))
  await using deps = await createDeps(config)
  try {
    const found = await findLeftovers(deps.media)
    for (const key of found.objects) console.log(`object without an image: ${key}`)
    for (const path of found.images) console.log(`image without an object: ${path}`)
    if (remove) await removeLeftovers(deps.media, found)
    const count = found.objects.length + found.images.length
    const hint = count > 0 && !remove ? '; --delete removes them' : ''
    console.log(`${found.total} images, ${count} leftovers${remove && count > 0 ? ' removed' : hint}.`)
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(error.message)
    return 1
  }
}
