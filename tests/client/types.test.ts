// What is published of the client is what the schemas say, and is enough for a frontend to be type-checked by itself.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientTypes } from '../../src/openapi/client-types.ts'
import { describeService } from '../../src/openapi/openapi-document.ts'

const root = join(import.meta.dir, '../..')
const read = (path: string) => readFileSync(path, 'utf8')

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'frontage-client-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

function tsc(...args: string[]) {
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, 'x', 'tsc', ...args], { cwd: root })
  return { exitCode, said: stdout.toString() }
}

test('its types are those of the document: `bun run client` makes them again', () => {
  expect(read(join(root, 'src/client/generated-types.ts'))).toBe(clientTypes(describeService()))
})

test('what is published is made from its source: `bun run client` makes it again', () => {
  const made = join(directory, 'made')
  expect(tsc('-p', 'src/client/tsconfig.json', '--outDir', made)).toEqual({ exitCode: 0, said: '' })
  const files = readdirSync(made).sort()
  expect(readdirSync(join(root, 'client')).sort()).toEqual(files)
  for (const file of files) expect(read(join(root, 'client', file))).toBe(read(join(made, file)))
})

test('it needs nothing of the server, nor any package', () => {
  for (const file of readdirSync(join(root, 'client'))) {
    const targets = [...read(join(root, 'client', file)).matchAll(/(?:from\s+|import\()['"]([^'"]+)/g)]
    expect(
      targets.map(([, target]) => target!).filter((target) => !/^\.\/\w+\.(?:ts|js)$/.test(target)),
    ).toEqual([])
  }
})

describe('in a project of its own', () => {
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noUnusedLocals: true,
  }

  /** What the compiler says of these sources in a project that has just the published client. */
  function check(name: string, sources: Record<string, string>, options: object) {
    const project = join(directory, name)
    mkdirSync(join(project, 'node_modules/frontage'), { recursive: true })
    cpSync(join(root, 'package.json'), join(project, 'node_modules/frontage/package.json'))
    symlinkSync(join(root, 'client'), join(project, 'node_modules/frontage/client'))
    for (const [file, code] of Object.entries(sources)) writeFileSync(join(project, file), code)
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: [],
      noEmit: true,
      ...options,
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    writeFileSync(join(project, 'package.json'), '{"type":"module"}')
    return tsc('-p', project)
  }

  const example = { 'main.ts': read(join(root, 'examples/spa/main.ts')) }

  test.each([
    ['of a bundler', { module: 'ESNext', moduleResolution: 'bundler', ...strict }],
    ['of Node', { module: 'nodenext', moduleResolution: 'nodenext', strict: true }],
  ])('the example passes the compiler %s', (name, options) => {
    expect(check(name, example, options)).toEqual({ exitCode: 0, said: '' })
  })

  test('wrong uses do not pass', () => {
    const wrong = `
      import { ApiProblem, createClient, type Article, type Site, type ResourceName } from 'frontage/client'
      const api = createClient({ baseUrl: '' })
      export const title: string = ({} as Article).title
      export const members: (keyof Site)[] = ['services', 'why_us', 'article_categories', 'seo_meta']
      export const names: ResourceName[] = ['services', 'why-us', 'seo-meta']
      export const hero: string | null | undefined = ({} as Site).heroes.home?.title
      await api.admin.resource('services').create({ title: 'x', title_en: null })
      await api.admin.resource('services').reorder([1, 2])
      await api.admin.resource('articles').patch(1, { status: 'published', tags: ['a'] }, { version: 3 })
      const record = await api.admin.resource('team').get(1)
      await api.admin.resource('team').replace(1, record)
      export const versions: number[] = (await api.admin.resource('menu').list()).items.map(({ version }) => version)
      // @ts-expect-error
      export const email: string = ({} as Article).author_email
      // @ts-expect-error
      export const status: string = ({} as Article).status
      // @ts-expect-error
      api.admin.resource('nothing')
      // @ts-expect-error
      api.admin.resource('services').create({ title_en: 'x' })
      // @ts-expect-error
      api.admin.resource('services').create({ title: 'x', colour: 'red' })
      // @ts-expect-error
      api.admin.resource('articles').patch(1, { status: 'public' })
      // @ts-expect-error
      api.admin.resource('about').create({})
      // @ts-expect-error
      api.admin.resource('about').remove(1)
      // @ts-expect-error
      api.admin.resource('pages').reorder([1])
      // @ts-expect-error
      api.contact({ name: 'x' })
      // @ts-expect-error
      export const code: boolean = new ApiProblem(new Response(), null).code === 'no_such_code'
      // @ts-expect-error
      export const other: string = ({} as Site).heroes.nowhere
    `
    expect(
      check('wrong', { 'main.ts': wrong }, { module: 'ESNext', moduleResolution: 'bundler', strict: true }),
    ).toEqual({
      exitCode: 0,
      said: '',
    })
  })
})
