// The build of the admin panel: scripts, style sheet, fonts and page, with their compressed forms beside them.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ASSETS, bundleScripts } from './bundle-scripts.ts'
import { bundleStyles, hashed } from './bundle-styles.ts'
import { indexPage } from './index-page.ts'

export const root = join(import.meta.dir, '../../..')
const source = join(root, 'src/panel')
export const output = join(root, 'dist/panel')

type BuildRecord = { sources: string; isCompressed: boolean; entry: string }

async function readRecord(): Promise<BuildRecord | null> {
  const file = Bun.file(join(output, 'build.json'))
  return (await file.exists()) ? ((await file.json()) as BuildRecord) : null
}

/** Whether the last build was made from the present sources. */
export async function isBuilt(): Promise<boolean> {
  return (await readRecord())?.sources === (await hashSources(root))
}

/** Builds into a directory beside the old build, then swaps the two. Throws with the messages of the bundler. */
export async function bundlePanel({ isCompressed }: { isCompressed: boolean }) {
  const start = performance.now()
  const sources = await hashSources(root)
  const fonts = join(dirname(Bun.resolveSync('@fontsource-variable/vazirmatn/package.json', source)), 'files')
  const [scripts, styles, screenStyles] = await Promise.all([
    bundleScripts(join(source, 'main.tsx'), [join(source, 'record/seo/seo-worker.ts')]),
    bundleStyles(join(source, 'panel.css'), fonts),
    bundleStyles(join(source, 'screens/screens.css'), fonts),
  ])
  const iconBytes = await Bun.file(join(source, 'app/design/icon.svg')).bytes()
  const icon = hashed('icon.svg', iconBytes)
  const files = new Map([...scripts.files, ...styles.files, ...screenStyles.files, [icon, iconBytes]])
  // For `app/api/fetch-ahead.ts`.
  const names = [...files.keys()].filter((name) => /\.(?:js|css)$/.test(name))
  const list = new TextEncoder().encode(JSON.stringify(names.map((name) => ASSETS + name)))
  const assetList = hashed('assets.json', list)
  files.set(assetList, list)
  const page = indexPage({
    script: scripts.entry,
    seoWorker: scripts.workers[0]!,
    assetList,
    preloads: scripts.preloads,
    sheet: styles.sheet,
    screenSheet: screenStyles.sheet,
    font: styles.fonts.find((name) => name.includes('arabic')) ?? null,
    icon,
  })
  const staging = `${output}-${process.pid}`
  await mkdir(join(staging, 'assets'), { recursive: true })
  try {
    for (const [name, bytes] of files) await writeAsset(join(staging, 'assets', name), bytes, isCompressed)
    await Bun.write(join(staging, 'index.html'), page)
    const record: BuildRecord = { sources, isCompressed, entry: `${ASSETS}${scripts.entry}` }
    await Bun.write(join(staging, 'build.json'), JSON.stringify(record))
    if (existsSync(output)) await rename(output, `${staging}-old`)
    await rename(staging, output)
  } finally {
    await rm(staging, { recursive: true, force: true })
    await rm(`${staging}-old`, { recursive: true, force: true })
  }
  return { milliseconds: Math.round(performance.now() - start), files: files.size }
}

const brotli = promisify(brotliCompress)
const gunzippable = promisify(gzip)
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

async function writeAsset(path: string, bytes: Uint8Array, isCompressed: boolean) {
  await Bun.write(path, bytes)
  // Fonts are compressed in themselves.
  if (!isCompressed || path.endsWith('.woff2')) return
  await Promise.all([
    brotli(bytes, BROTLI).then((compressed) => Bun.write(`${path}.br`, compressed)),
    gunzippable(bytes, { level: 9 }).then((compressed) => Bun.write(`${path}.gz`, compressed)),
  ])
}

/** The sources of the build, besides the installed packages, which the lock file stands for. */
const SOURCES = ['src/panel/**/*', 'src/{client,text}/**/*.ts', 'package.json', 'bun.lock']

/** A hash of everything that the build depends on, so that an unchanged panel is not built again. */
async function hashSources(root: string): Promise<string> {
  const paths = SOURCES.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)]).toSorted()
  const hash = createHash('sha256').update(Bun.version)
  for (const path of paths) hash.update(`\0${path}\0`).update(await Bun.file(join(root, path)).bytes())
  return hash.digest('hex')
}
