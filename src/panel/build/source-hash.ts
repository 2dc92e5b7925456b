import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** The sources of the build, besides the installed packages, which the lock file stands for. */
const SOURCES = ['src/panel/**/*', 'src/{client,text}/**/*.ts', 'package.json', 'bun.lock']

/** A hash of everything that the build depends on, so that an unchanged panel is not built again. */
export async function hashSources(root: string): Promise<string> {
  const paths = SOURCES.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)]).toSorted()
  const hash = createHash('sha256').update(Bun.version)
  for (const path of paths) hash.update(`\0${path}\0`).update(await Bun.file(join(root, path)).bytes())
  return hash.digest('hex')
}
