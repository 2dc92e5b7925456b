import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { ASSETS } from './bundle-scripts.ts'

export type Styles = { files: Map<string, Uint8Array>; sheet: string; fonts: string[] }

const hashed = (name: string, bytes: Uint8Array) => {
  const dot = name.lastIndexOf('.')
  const hash = createHash('sha256').update(bytes).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 8)
  return `${name.slice(0, dot)}-${hash.toLowerCase()}${name.slice(dot)}`
}

/** Bundles the style sheet and copies the fonts that it names. */
export async function bundleStyles(sheet: string, fontFolder: string): Promise<Styles> {
  const result = await Bun.build({
    entrypoints: [sheet],
    // Bun rewrites logical properties for browsers so that they follow `lang` instead of `dir`.
    target: 'bun',
    minify: true,
    // Bun makes `data:` URLs of small files, which would violate the policy of the page.
    external: ['*.woff2'],
  })
  let css = await result.outputs[0]!.text()
  const files = new Map<string, Uint8Array>()
  const fonts: string[] = []
  for (const [, path] of new Set(css.match(/url\([^)]+\.woff2"?\)/g) ?? []).entries()) {
    const name = basename(path.slice(4, -1).replaceAll('"', ''))
    const bytes = await Bun.file(`${fontFolder}/${name}`).bytes()
    const copy = hashed(name, bytes)
    files.set(copy, bytes)
    fonts.push(copy)
    css = css.replaceAll(path, `url(${ASSETS}${copy})`)
  }
  const bytes = new TextEncoder().encode(css)
  const name = hashed(basename(sheet), bytes)
  files.set(name, bytes)
  return { files, sheet: name, fonts }
}

export { hashed }
