// docs/threat-model.md names for each asset the tests that prove its protection: they must exist under these titles.
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const page = await Bun.file(join(root, 'docs/threat-model.md')).text()
const assets = (/## Assets\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| **'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))

test.each(assets)('%s: the named tests exist', async (...[asset, , , proofs = '']) => {
  const tests = [...proofs.matchAll(/`(tests\/[\w./-]+)`: (.*?)(?=<br>|$)/g)]
  expect([asset, tests.length > 0]).toEqual([asset, true])
  for (const [, file, title] of tests) {
    const path = join(root, file!)
    const code = existsSync(path) ? (await Bun.file(path).text()).replaceAll("\\'", "'") : ''
    // A title of a test in a `describe` is written with both.
    const absent = title!.split(' › ').filter((part) => !code.includes(part))
    expect([file, absent]).toEqual([file, []])
  }
})

test('every asset has an owner, a protection and a proof', () => {
  expect(assets.length).toBeGreaterThan(20)
  expect(assets.filter((cells) => cells.length !== 4 || cells.some((cell) => cell === ''))).toEqual([])
})
