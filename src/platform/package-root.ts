// The folder of the files that are read at run time: below the folder with package.json, in the sources and in the image, which
// has a bundle of them.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

function find(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory
  const parent = dirname(directory)
  if (parent === directory) throw new Error(`no package.json in or above ${import.meta.dir}`)
  return find(parent)
}

/** The folder with package.json. */
export const packageRoot = find(import.meta.dir)
