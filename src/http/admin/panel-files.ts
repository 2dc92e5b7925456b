// The built files of the admin panel, as `bun run panel` leaves them: the page and the assets with their compressed forms.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export type AssetEncoding = 'br' | 'gzip'
export type PanelAsset = {
  type: string
  bodies: Partial<Record<AssetEncoding | 'identity', Uint8Array<ArrayBuffer>>>
}

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}
const SUFFIXES = { identity: '', br: '.br', gzip: '.gz' } as const

/** Reads from `directory`; a build while the service runs takes effect at the next request. */
export class PanelFiles {
  readonly #assets = new Map<string, PanelAsset>()

  constructor(private readonly directory: string) {}

  /** The page, or null without a build. */
  async readPage(): Promise<string | null> {
    const file = Bun.file(join(this.directory, 'index.html'))
    return (await file.exists()) ? await file.text() : null
  }

  /** An asset by its file name; null for a name that the build does not have. Names hold a hash, so assets are kept. */
  async readAsset(name: string): Promise<PanelAsset | null> {
    const known = this.#assets.get(name)
    if (known) return known
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]
    const names = await readdir(join(this.directory, 'assets')).catch(() => [] as string[])
    if (!type || !names.includes(name)) return null
    const asset: PanelAsset = { type, bodies: {} }
    for (const [encoding, suffix] of Object.entries(SUFFIXES) as [keyof typeof SUFFIXES, string][]) {
      if (!names.includes(name + suffix)) continue
      asset.bodies[encoding] = await Bun.file(join(this.directory, 'assets', name + suffix)).bytes()
    }
    this.#assets.set(name, asset)
    return asset
  }
}
