// What the README says of the repository is so. Its configuration table has a test of its own, `config/readme.test.ts`,
// and what it says of a new resource is done by `new-resource.e2e.ts`.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const readme = await Bun.file(join(root, 'README.md')).text()
const { scripts } = (await Bun.file(join(root, 'package.json')).json()) as { scripts: Record<string, string> }

test('the map has every part of src, and nothing that is not there', () => {
  const map = /## Map\n\n```\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  const named = [...map.matchAll(/^(\S+) +\S/gm)].map(([, path]) => path!)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  // Leaves are named in the line below the map or speak for themselves.
  const parts = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/${name}/`)
  expect(parts.filter((path) => !named.includes(path))).toEqual([])
})

test('files and scripts that it names are there', () => {
  const linked = [...readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, path]) => path!)
  const quoted = [
    ...readme.matchAll(/`((?:src|tests|docs|examples|monitoring|drizzle|bench|tools)\/[\w./-]*)`/g),
  ]
  const paths = [...linked, ...quoted.map(([, path]) => path!)]
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const run = [...readme.matchAll(/(?:pinned-bun -- run|`bun run) ([\w:]+)/g)].map(([, name]) => name!)
  expect(run.filter((name) => !(name in scripts))).toEqual([])
})

test('its picture is small', () => {
  expect(Bun.file(join(root, 'docs/pages.webp')).size).toBeLessThan(150_000)
})
