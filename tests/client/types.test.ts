// The client from /client.tgz, installed in a project of its own: its types, and that it needs nothing else.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClientProject, installClient } from '../support/client-package.ts'

const root = join(import.meta.dir, '../..')
const read = (path: string) => readFileSync(path, 'utf8')

describe('the client that npm installs from a running service', () => {
  let project: ClientProject
  beforeAll(async () => {
    project = await installClient()
  })
  afterAll(() => project[Symbol.dispose]())

  const installed = () => join(project.directory, 'node_modules/frontage')

  test('contains compiled files, their declarations and the license', () => {
    const sources = readdirSync(join(root, 'src/client')).filter((name) => name.endsWith('.ts'))
    const compiled = sources.flatMap((name) => [name.replace(/ts$/, 'js'), name.replace(/ts$/, 'd.ts')])
    expect(readdirSync(installed()).toSorted()).toEqual([...compiled, 'LICENSE', 'package.json'].toSorted())
  })

  test('depends on no package', () => {
    expect(readdirSync(join(project.directory, 'node_modules')).filter((name) => name[0] !== '.')).toEqual([
      'frontage',
    ])
    for (const file of readdirSync(installed()).filter((name) => /\.(?:js|ts)$/.test(name))) {
      const targets = [...read(join(installed(), file)).matchAll(/(?:from\s+|import\()['"]([^'"]+)/g)]
      expect(
        targets.map(([, target]) => target!).filter((target) => !/^\.\/[\w-]+\.(?:ts|js)$/.test(target)),
      ).toEqual([])
    }
  })

  test('runs in Node', () => {
    const script = `
      import { ApiProblem, createClient } from 'frontage/client'
      const fetch = async () => Response.json({ code: 'not_found', detail: 'x' }, { status: 404 })
      const error = await createClient({ fetch }).site().catch((error) => error)
      console.log(error instanceof ApiProblem, error.status)`
    writeFileSync(join(project.directory, 'main.mjs'), script)
    const { stdout } = Bun.spawnSync(['node', 'main.mjs'], { cwd: project.directory })
    expect(stdout.toString()).toBe('true 404\n')
  })

  /** Runs tsc over these sources in a folder of the project. */
  function check(name: string, sources: Record<string, string>, options: object) {
    const folder = join(project.directory, name)
    mkdirSync(folder)
    for (const [file, code] of Object.entries(sources)) writeFileSync(join(folder, file), code)
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: [],
      noEmit: true,
      strict: true,
      ...options,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { exitCode, stdout } = Bun.spawnSync([process.execPath, 'x', 'tsc', '-p', folder], { cwd: root })
    return { exitCode, output: stdout.toString() }
  }

  const strictest = {
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noUnusedLocals: true,
  }

  test.each([
    ['bundler', { module: 'ESNext', moduleResolution: 'bundler', ...strictest }],
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ])('the example passes tsc with %s resolution', (name, options) => {
    const example = { 'main.ts': read(join(root, 'examples/spa/main.ts')) }
    expect(check(name, example, options)).toEqual({ exitCode: 0, output: '' })
  })

  test('wrong uses do not type-check', () => {
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
    const options = { module: 'ESNext', moduleResolution: 'bundler' }
    expect(check('wrong', { 'main.ts': wrong }, options)).toEqual({ exitCode: 0, output: '' })
  })
})
