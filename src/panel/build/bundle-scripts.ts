import { parse } from 'node:path'
import { reactAriaStrings } from './react-aria-strings.ts'

export const ASSETS = '/admin/assets/'

export type Scripts = {
  /** Contents by file name. */
  files: Map<string, Uint8Array>
  entry: string
  workers: string[]
  /** The scripts that the entry imports before it can run, for `modulepreload`. */
  preloads: string[]
}

/** Bundles a script of the panel and its workers. Throws with the messages of the bundler. */
export async function bundleScripts(main: string, workers: readonly string[] = []): Promise<Scripts> {
  const result = await Bun.build({
    entrypoints: [main, ...workers],
    target: 'browser',
    format: 'esm',
    splitting: true,
    minChunkSize: 16_384,
    minify: true,
    // React's development build is 528 KB.
    define: { 'process.env.NODE_ENV': '"production"' },
    naming: { entry: '[name]-[hash].js', chunk: 'chunk-[hash].js', asset: '[name]-[hash].[ext]' },
    publicPath: ASSETS,
    plugins: [reactAriaStrings],
  })
  const files = new Map<string, Uint8Array>()
  for (const output of result.outputs)
    files.set(nameOf(output.path), new Uint8Array(await output.arrayBuffer()))
  const outputOf = (path: string) =>
    [...files.keys()].find((file) => file.startsWith(`${parse(path).name}-`))!
  const entry = outputOf(main)
  return { files, entry, workers: workers.map(outputOf), preloads: preloadsOf(files, entry) }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*"(?:\/admin\/assets\/|\.\/)([\w-]+\.js)"/g

/** Every file that a script imports statically, and what those import. */
function preloadsOf(files: Map<string, Uint8Array>, entry: string): string[] {
  const reached = new Set<string>()
  const visit = (name: string) => {
    const code = new TextDecoder().decode(files.get(name))
    for (const [, imported] of code.matchAll(STATIC_IMPORT)) {
      if (reached.has(imported!) || imported === entry) continue
      reached.add(imported!)
      visit(imported!)
    }
  }
  visit(entry)
  return [...reached]
}
