// `bun .ci/test-files.ts stored` prints the test files that use a database or a store, and run on other ones too; `unit`
// prints the rest, which `npm test` alone has to run.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')

/** Paths in the repository, in the order of their names. */
export const testFiles = () => [...new Bun.Glob('tests/**/*.test.{ts,tsx}').scanSync(root)].sort()

/** Whether the file, or one of the tests' files that it imports, chooses a database or store by its environment. */
export function isStored(path: string): boolean {
  return [...withImports(join(root, path)).values()].some((code) => /TEST_(?:DATABASE|STORAGE)/.test(code))
}

/** The code of the file and, recursively, of the files under tests/ that it imports, by path. */
function withImports(path: string, found = new Map<string, string>()) {
  if (found.has(path) || !path.startsWith(join(root, 'tests/')) || !existsSync(path)) return found
  const code = readFileSync(path, 'utf8')
  found.set(path, code)
  for (const [, name] of code.matchAll(/(?:from |import ?\(?)'(\.[^']+)'/g))
    withImports(join(path, '..', name!), found)
  return found
}

if (import.meta.main) {
  const [kind] = process.argv.slice(2)
  if (kind !== 'stored' && kind !== 'unit') throw new Error('usage: bun .ci/test-files.ts stored|unit')
  console.log(
    testFiles()
      .filter((path) => isStored(path) === (kind === 'stored'))
      .map((path) => `./${path}`)
      .join('\n'),
  )
}
