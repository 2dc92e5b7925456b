// What `.ci/run` leaves out of its run on Postgres and S3 would be the same there as in the run before.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const script = await Bun.file(join(root, '.ci/run')).text()
const folders = /^APART='(.*)'$/m.exec(script)![1]!.split(' ')

/** The file and all of the tests' own that it imports, one through the other. */
async function withImports(path: string, found = new Map<string, string>()) {
  if (found.has(path)) return found
  const code = await Bun.file(path).text()
  found.set(path, code)
  for (const [, name] of code.matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
    const imported = join(path, '..', name!)
    if (imported.startsWith(join(root, 'tests/'))) await withImports(imported, found)
  }
  return found
}

test.each(folders)('%s asks for no database and no store', async (folder) => {
  const files = [...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync(root)]
  expect(files).not.toBeEmpty()
  for (const file of files) {
    const codes = await withImports(join(root, file))
    const asks = [...codes].filter(([, code]) => /TEST_(?:DATABASE|STORAGE)/.test(code)).map(([path]) => path)
    expect([file, asks]).toEqual([file, []])
  }
})
