// Finds files of the old site in a copy of wp-content/uploads.
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

export type UploadsDirectory = {
  /** The path of the file with this URL, or null. Never outside of the directory, also not by a symbolic link. */
  find(url: string): Promise<string | null>
}

/** Throws if the directory cannot be read. */
export async function openUploads(directory: string): Promise<UploadsDirectory> {
  const root = await realpath(directory)
  await readdir(root)
  /** Names by directory; each directory is read once. */
  const listings = new Map<string, Promise<Map<string, string>>>()
  const namesIn = (path: string) => listings.getOrInsertComputed(path, listNames)

  /** Follows names as the directory lists them, so `..` and other paths lead nowhere. */
  async function follow(segments: readonly string[]): Promise<string | null> {
    let path = root
    for (const segment of segments) {
      const names = await namesIn(path)
      const name = names.get(exactKey(segment)) ?? names.get(looseKey(segment))
      if (name === undefined) return null
      path = join(path, name)
    }
    return (await isFileInside(path, root)) ? path : null
  }

  return {
    async find(url) {
      for (const segments of relativePaths(url)) {
        const found = await follow(segments)
        if (found !== null) return found
      }
      return null
    },
  }
}

/** Names by themselves and, for copies from file systems that change names, by their normalized form. */
async function listNames(path: string): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  try {
    for (const name of await readdir(path)) {
      names.set(exactKey(name), name)
      if (!names.has(looseKey(name))) names.set(looseKey(name), name)
    }
  } catch {} // not a directory
  return names
}

const exactKey = (name: string) => `=${name}`
const looseKey = (name: string) => `~${name.normalize('NFC').toLowerCase()}`

async function isFileInside(path: string, root: string): Promise<boolean> {
  try {
    return (await realpath(path)).startsWith(root + sep) && (await stat(path)).isFile()
  } catch {
    return false // a broken link
  }
}

/**
 * The paths at which a file may lie: below `uploads` in its URL, also of one site of a network (`uploads/sites/2/…`,
 * `blogs.dir/2/files/…`); on wordpress.com the whole path.
 */
function relativePaths(url: string): string[][] {
  const pathname = URL.parse(url.replace(/^\/\//, 'https://'))?.pathname
  if (pathname === undefined) return []
  const segments = pathname.split('/').filter(Boolean).map(decode)
  const below = (name: string) => {
    const index = segments.lastIndexOf(name)
    return index === -1 ? null : segments.slice(index + 1)
  }
  const inUploads = below('uploads')
  const isOfNetwork = inUploads?.[0] === 'sites' && /^\d+$/.test(inUploads[1] ?? '')
  const paths = [inUploads, isOfNetwork ? inUploads!.slice(2) : null, below('files'), segments]
  return paths.filter((path): path is string[] => path !== null && path.length > 0)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
