import { createImageCache } from '../media/image-cache.ts'
import { findLeftovers, removeLeftovers } from '../media/sweep-leftovers.ts'
import { toDatabaseConfig, toStorageConfig, toTrashKeepMs } from '../platform/config/config.ts'
import { parseEnv } from '../platform/config/env.ts'
import { createDatabase } from '../platform/db/database.ts'
import { openDriver } from '../platform/db/open-driver.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { AppError } from '../text/errors.ts'

/** Lists stored objects without an image and images without an object; `remove` deletes both. */
export async function mediaSweep(
  environment: Record<string, string | undefined>,
  { remove }: { remove: boolean },
) {
  const env = parseEnv(environment, ['database', 'storage', 'trash'])
  await using opened = new AsyncDisposableStack()
  const driver = await openDriver(
    { database: toDatabaseConfig(env.database), dataDirectory: env.database.DATA_DIR },
    opened,
  )
  const database = createDatabase(driver)
  opened.defer(() => database.close())
  await database.migrate()
  const storage = await openStorage(toStorageConfig(env.storage, env.database))
  opened.defer(() => storage.close())
  const services = {
    database,
    storage,
    clock: () => new Date(),
    imageCache: createImageCache(),
    trashKeepMs: toTrashKeepMs(env.trash),
  }
  try {
    const found = await findLeftovers(services)
    for (const key of found.objects) console.log(`object without an image: ${key}`)
    for (const path of found.images) console.log(`image without an object: ${path}`)
    if (remove) await removeLeftovers(services, found)
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
