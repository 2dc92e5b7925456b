// README, CONTRIBUTING and docs/ are true: links lead somewhere, and the files, scripts and commands they name exist.
// The configuration table has a test of its own (`config/configuration-docs.test.ts`), the picture of the architecture too
// (`architecture.test.ts`), and `new-resource.e2e.ts` does what `docs/adding-a-resource.md` says.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dir, '..')
const folders = new Set(
  readdirSync(root, { withFileTypes: true }).flatMap((it) => (it.isDirectory() ? it.name : [])),
)
const paths = ['*.md', 'docs/*.md', 'examples/*/*.md'].flatMap((glob) => [
  ...new Bun.Glob(glob).scanSync(root),
])
const pages = await Promise.all(
  paths.toSorted().map(async (path) => ({ path, text: await Bun.file(join(root, path)).text() })),
)
const textOf = (path: string) => pages.find((page) => page.path === path)!.text
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '')

/** The anchors of a page, as GitHub makes them from its headings. */
function anchorsOf(text: string) {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('the README fits two screens and links to every page of docs/', () => {
  const readme = textOf('README.md')
  expect(readme.split('\n').length).toBeLessThanOrEqual(150)
  const linked = [...readme.matchAll(/\]\((docs\/[^)#]+)/g)].map(([, path]) => path!)
  const documents = pages.map(({ path }) => path).filter((path) => path.startsWith('docs/'))
  expect(documents.filter((path) => !linked.includes(path))).toEqual([])
  for (const picture of ['docs/pages.webp', 'docs/panel.webp'])
    expect(Bun.file(join(root, picture)).size).toBeLessThan(150_000)
})

test('every page of docs/ starts with what its reader wants to do', () => {
  const openings = pages.flatMap(({ path, text }) =>
    path.startsWith('docs/') ? [text.split('\n\n')[1]!] : [],
  )
  expect(openings.filter((opening) => !opening.startsWith('You '))).toEqual([])
})

test.each(pages.map(({ path }) => path))('%s: links lead to a file and a heading', (path) => {
  const links = [...withoutCode(textOf(path)).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link]) => link!)
  const broken = links.filter((link) => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : relative(root, join(root, dirname(path), file))
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsOf(textOf(target)).includes(anchor)
  })
  expect(broken).toEqual([])
})

test.each(pages.map(({ path }) => path))('%s: the files and scripts it names exist', async (path) => {
  const text = textOf(path)
  const named = [...withoutCode(text).matchAll(/`([\w.-]+)((?:\/[\w.-]+)*\/?)`/g)]
    .filter(([, first, rest]) => rest !== '' && folders.has(first!))
    .map(([, first, rest]) => first! + rest!)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  const { scripts } = await Bun.file(join(root, 'package.json')).json()
  const run = [...text.matchAll(/(?:\bbun|\bnpm|pinned-bun --) run ([\w:-]+)/g)].map(([, name]) => name!)
  expect(run.filter((name) => !(name in scripts))).toEqual([])
})

test('the commands and options that the documentation names exist', () => {
  const help = Bun.spawnSync([process.execPath, 'src/main.ts', '--help'], { cwd: root }).stdout.toString()
  const usages = new Map([...help.matchAll(/^ {2}(\S+)(.*)$/gm)].map(([, name, rest]) => [name!, rest!]))
  const inShell = pages.flatMap(({ text }) => [
    ...text.matchAll(/src\/main\.ts ([a-z][\w-]*)((?: [^\n`#|;&]*)?)/g),
  ])
  const table = /## Commands\n([\s\S]*)/.exec(textOf('docs/configuration.md'))![1]!
  const inTable = [...table.matchAll(/^\| `([\w-]+)(.*?)` \| (?:.*)$/gm)]
  expect(inTable.map(([, name]) => name).toSorted()).toEqual([...usages.keys()].toSorted())
  for (const [said, name, rest] of [...inShell, ...inTable]) {
    const options = [...rest!.matchAll(/--[\w-]+/g)].map(([option]) => option)
    const unknown = options.filter((option) => !usages.get(name!)?.includes(option))
    expect([said, usages.has(name!), unknown]).toEqual([said, true, []])
  }
})

test('the map of docs/architecture.md has every part of src, and nothing that does not exist', () => {
  const map = /## Map\n\n```\n([\s\S]*?)```/.exec(textOf('docs/architecture.md'))?.[1] ?? ''
  // An indented line names a folder inside the last one that is not.
  let outer = ''
  const named = [...map.matchAll(/^( *)(\S+) +\S/gm)].map(([, indent, path]) => {
    if (!indent) outer = path!
    return indent ? outer + path : path!
  })
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const parts = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/${name}/`)
  expect(parts.filter((path) => !named.includes(path))).toEqual([])
})
