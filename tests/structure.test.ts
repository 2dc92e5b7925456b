// Imports point one way: main → commands → app → http → domain → platform. Inside every folder, too: no two of its parts
// import each other, not even in a circle of several, and not even types.
import { expect, test } from 'bun:test'
import { dirname, join } from 'node:path'

type File = { path: string; code: string }

/** The folders and files of `src`, from the outermost to the innermost. A layer imports only layers further in. */
const LAYERS = [
  ['main.ts'],
  ['commands'],
  ['app.ts'],
  ['http'],
  ['deps.ts', 'moving'],
  ['website', 'media', 'messages', 'procurement', 'operations'],
  ['content'],
  ['accounts'],
  ['mail'],
  ['platform'],
  ['text'],
]
/** The layers of folders that have many parts; those of other folders follow from the rule against circles. */
const FLOORS: Record<string, string[][]> = {
  panel: [['main.tsx'], ['screens'], ['record'], ['lists', 'editor', 'media'], ['records'], ['app']],
  'panel/record': [
    ['forms'],
    ['drafts', 'preview', 'publishing'],
    ['saving'],
    ['fields', 'history'],
    ['aids'],
    ['seo'],
    ['state'],
  ],
  content: [
    ['demo'],
    ['articles', 'search', 'preview'],
    ['verbs'],
    ['history', 'snapshot'],
    ['resources'],
    ['rules'],
    ['definition', 'images'],
  ],
  website: [
    ['page-cache.ts'],
    ['pages', 'crawlers', 'redirects'],
    ['blocks'],
    ['render'],
    ['forms'],
    ['view'],
    ['labels'],
  ],
}
/** Programs of their own: the panel runs in browsers, the client wherever its user runs it. */
const APART: Record<string, string[]> = { panel: ['client', 'text'], client: [] }
/** Parts of the server that are clients of a running service. */
const CLIENT_USERS = ['moving', 'operations']
const MAX_FOLDERS = 15

const levelOf = (layers: string[][], part: string) => layers.findIndex((layer) => layer.includes(part))

/** Why a file at `from` may not import one at `to`, or null. */
function violation(from: string, to: string): string | null {
  const [, here = '', inHere = '', deepHere = ''] = from.split('/')
  const [, there = '', inThere = '', deepThere = ''] = to.split('/')
  if (here === there)
    return inHere === inThere
      ? floorViolation(`${here}/${inHere}`, deepHere, deepThere)
      : floorViolation(here, inHere, inThere)
  if (here in APART) return APART[here]!.includes(there) ? null : `${here} does not import ${there}`
  if (there === 'client' && CLIENT_USERS.includes(here)) return null
  if (there in APART) return `the server does not import ${there}`
  const inwards = levelOf(LAYERS, there) - levelOf(LAYERS, here)
  if (inwards > 0) return null
  return inwards < 0 ? `${here} is further in than ${there}` : `${here} and ${there} do not import each other`
}

const SUB_APPS = ['public', 'admin', 'media', 'seo', 'ops', 'deploy']

function floorViolation(folder: string, here: string, there: string): string | null {
  if (here === there) return null
  if (folder === 'http' && SUB_APPS.includes(here) && SUB_APPS.includes(there))
    return 'sub-apps do not import each other'
  const floors = FLOORS[folder]
  if (!floors) return null
  const [from, to] = [levelOf(floors, here), levelOf(floors, there)]
  if (from < 0 || to < 0 || to > from) return null
  return `${folder}/${here} is not above ${folder}/${there}`
}

/** Packages and globals that only their owners may use. */
const OWNED: { what: string; pattern: RegExp; owner: (path: string) => boolean }[] = [
  {
    what: 'hono',
    pattern: importOf("(?!hono/html')@?hono(?:[-/][\\w./-]+)?"),
    owner: (path) => /^src\/(?:app\.ts|http\/)/.test(path),
  },
  { what: 'hono/html', pattern: importOf('hono/html'), owner: (path) => path === 'src/website/view/html.ts' },
  {
    what: 'nodemailer',
    pattern: importOf('nodemailer'),
    owner: (path) => path === 'src/platform/smtp/smtp-transport.ts',
  },
  { what: 'sharp', pattern: importOf('sharp'), owner: (path) => /^src\/media\/process-image[./]/.test(path) },
  {
    what: 'Bun.password',
    pattern: /\bBun\s*\.\s*password\b/,
    owner: (path) => path === 'src/accounts/passwords.ts',
  },
  {
    what: 'another cost of password hashes',
    pattern: /\bcreatePasswords\s*\(\s*[^)\s]/,
    owner: (path) => path === 'src/accounts/passwords.ts',
  },
  {
    what: 'the environment and the arguments',
    pattern:
      /\bprocess\s*\.\s*(?:env|argv)\b|\bBun\s*\.\s*(?:env|argv)\b|\bimport\.meta\.env\b|from '(?:node:)?process'|[{,]\s*(?:env|argv)\b[^}]*\}\s*=\s*(?:process|Bun)\b/,
    // The build of the panel only names `process.env.NODE_ENV`, to replace it.
    owner: (path) => path === 'src/main.ts' || path === 'src/panel/build/bundle-scripts.ts',
  },
]

function importOf(name: string) {
  return new RegExp(`\\b(?:from|import|require)\\s*\\(?\\s*['"]${name}['"]`)
}

/** The code without the comments that begin a line. A "/*" elsewhere may be part of a string or of a path. */
const withoutComments = (code: string) =>
  code.replace(/^\s*\/\/.*$/gm, '').replace(/^\s*\{?\/\*[\s\S]*?\*\//gm, '')

/** Paths that a file imports, statically or dynamically, as values or as types. */
function importsOf({ path, code }: File): { to: string; typeOnly: boolean }[] {
  const pattern = /\b(import|export)(\s+type)?\b(?:[^'"`;()]*?\bfrom\s*|\s*\(?\s*)['"](\.{1,2}\/[^'"]+)['"]/g
  return [...code.matchAll(pattern)]
    .filter(([, , , target]) => !target!.endsWith('.json'))
    .map(([, , type, target]) => ({ to: join(dirname(path), target!), typeOnly: type !== undefined }))
}

/** Every violation in these files, one sentence each. */
function violations(given: readonly File[]): string[] {
  const files = given.map(({ path, code }) => ({ path, code: withoutComments(code) }))
  const found: string[] = []
  for (const file of files) {
    const [, first = ''] = file.path.split('/')
    if (levelOf(LAYERS, first) < 0 && !(first in APART)) found.push(`${file.path}: is in no layer`)
    for (const { to } of importsOf(file)) {
      const why = violation(file.path, to)
      if (why) found.push(`${file.path} imports ${to}: ${why}`)
    }
    for (const { what, pattern, owner } of OWNED) {
      if (pattern.test(file.code) && !owner(file.path)) found.push(`${file.path}: may not use ${what}`)
    }
  }
  return [...found, ...circles(files)]
}

type Edge = { from: string; to: string; file: string }

/** Circles among the parts of each folder: files and folders directly in it. */
function circles(files: readonly File[]): string[] {
  const inFolders = new Map<string, Edge[]>()
  for (const file of files) {
    for (const { to } of importsOf(file)) {
      const [here, there] = [file.path.split('/'), to.split('/')]
      const common = here.findIndex((part, index) => part !== there[index])
      // A file that imports itself has no part that differs.
      if (common < 1) continue
      const folder = here.slice(0, common).join('/')
      const edges = inFolders.get(folder) ?? []
      edges.push({ from: here[common]!, to: there[common]!, file: file.path })
      inFolders.set(folder, edges)
    }
  }
  return [...inFolders].flatMap(([folder, edges]) => circlesIn(folder, edges))
}

function circlesIn(folder: string, edges: readonly Edge[]): string[] {
  const targets = Map.groupBy(edges, ({ from }) => from)
  const found: string[] = []
  const done = new Set<string>()
  const visit = (part: string, trail: string[]) => {
    if (trail.includes(part)) {
      const circle = [...trail.slice(trail.indexOf(part)), part]
      const files = edges.filter(({ from, to }) => from === circle[0] && to === circle[1])
      found.push(`circle in ${folder}: ${circle.join(' → ')} (${files.map(({ file }) => file).join(', ')})`)
      return
    }
    if (done.has(part)) return
    for (const { to } of targets.get(part) ?? []) if (!found.length) visit(to, [...trail, part])
    done.add(part)
  }
  for (const part of targets.keys()) visit(part, [])
  return found
}

const root = join(import.meta.dir, '..')
const source = await Promise.all(
  [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)].map(async (path) => ({
    path,
    code: await Bun.file(join(root, path)).text(),
  })),
)

test('imports point one way: main → commands → app → http → domain → platform', () => {
  expect(source.length).toBeGreaterThan(90)
  expect(violations(source)).toEqual([])
})

test('src has at most fifteen folders, and no loose file beside main.ts, app.ts and deps.ts', () => {
  const parts = [...new Set(source.map(({ path }) => path.split('/')[1]!))]
  const files = parts.filter((part) => part.includes('.'))
  expect(files.sort()).toEqual(['app.ts', 'deps.ts', 'main.ts'])
  expect(parts.length - files.length).toBeLessThanOrEqual(MAX_FOLDERS)
})

test('every relative import is found and leads to a file', () => {
  const paths = new Set(source.map(({ path }) => path))
  const seen = source.flatMap((file) => importsOf(file).map(({ to }) => to))
  const lines = source.flatMap(
    ({ code }) => withoutComments(code).match(/['"]\.{1,2}\/[\w./-]+\.tsx?['"]/g) ?? [],
  )
  expect(seen.filter((path) => !paths.has(path))).toEqual([])
  expect(seen).toHaveLength(lines.length)
})

const imports = (from: string, to: string) => [{ path: from, code: `import { x } from '${to}'` }]
const types = (from: string, to: string) => [{ path: from, code: `import type { X } from '${to}'` }]

test.each<[string, File[]]>([
  ['a domain folder imports hono', imports('src/content/x.ts', 'hono')],
  ['a domain folder imports a part of hono as a type', types('src/accounts/x.ts', 'hono/cors')],
  ['a domain folder imports a companion of hono', imports('src/website/x.ts', '@hono/zod-validator')],
  ['a page imports hono beside its escaping', imports('src/website/view/html.ts', 'hono')],
  ['a second user of hono/html', imports('src/website/x.ts', 'hono/html')],
  ['the platform imports hono', imports('src/platform/db/x.ts', 'hono')],
  [
    'a domain folder loads hono later',
    [{ path: 'src/messages/x.ts', code: `const h = await import('hono')` }],
  ],
  [
    'an import after a path with a wildcard',
    [{ path: 'src/website/x.ts', code: "// All of src/*/x.ts.\nimport { x } from 'hono'\n/* The end. */" }],
  ],
  ['a sub-app imports another', imports('src/http/public/x.ts', '../admin/content.ts')],
  ['a sub-app imports another as a type', types('src/http/seo/x.ts', '../media/x.ts')],
  ['a sub-app exports from another', [{ path: 'src/http/ops/x.ts', code: `export * from '../public/x.ts'` }]],
  ['a sub-app imports the app', imports('src/http/public/x.ts', '../../app.ts')],
  ['a domain folder imports http', imports('src/accounts/x.ts', '../http/requests/app-env.ts')],
  ['a domain folder imports the dependencies', imports('src/media/x.ts', '../deps.ts')],
  ['content imports media', imports('src/content/x.ts', '../media/images.ts')],
  ['content imports the website', imports('src/content/snapshot/x.ts', '../../website/page.ts')],
  ['domain folders of one layer import each other', imports('src/messages/x.ts', '../procurement/quotes.ts')],
  ['accounts import content', imports('src/accounts/x.ts', '../content/registry.ts')],
  [
    'an import over several lines',
    [{ path: 'src/accounts/x.ts', code: `import {\n  a,\n  b,\n} from '../content/registry.ts'` }],
  ],
  [
    'a domain folder loads another later',
    [{ path: 'src/accounts/x.ts', code: `await import('../content/registry.ts')` }],
  ],
  ['a domain folder runs another', [{ path: 'src/accounts/x.ts', code: `import '../content/registry.ts'` }]],
  ['the platform imports the domain', imports('src/platform/db/x.ts', '../../accounts/actor.ts')],
  ['the innermost folder imports the platform', imports('src/text/x.ts', '../platform/log.ts')],
  ['the client imports the server', imports('src/client/x.ts', '../text/errors.ts')],
  ['the client imports a type of the server', types('src/client/x.ts', '../text/errors.ts')],
  ['the client imports one of its users', imports('src/client/x.ts', '../moving/x.ts')],
  ['http imports the client', imports('src/http/public/x.ts', '../../client/index.ts')],
  ['a command imports the panel', imports('src/commands/x.ts', '../panel/main.tsx')],
  ['the panel imports the server', imports('src/panel/app/x.tsx', '../../content/x.ts')],
  ['a folder stands in no layer', [{ path: 'src/utils/x.ts', code: '' }]],
  ['a loose file stands in no layer', [{ path: 'src/errors.ts', code: '' }]],
  ['a part of the panel imports one above it', imports('src/panel/app/x.ts', '../screens/x.tsx')],
  ['a part of a form imports one above it', imports('src/panel/record/fields/x.ts', '../forms/x.ts')],
  ['a part of the content imports one above it', imports('src/content/rules/x.ts', '../verbs/x.ts')],
  ['a part of the website imports one above it', imports('src/website/view/x.ts', '../pages/x.ts')],
  ['a domain folder reads the environment', [{ path: 'src/content/x.ts', code: 'const x = process.env.X' }]],
  ['the app reads the environment', [{ path: 'src/app.ts', code: 'const x = Bun.env.X' }]],
  ['a command reads the arguments', [{ path: 'src/commands/x.ts', code: 'const x = process.argv[2]' }]],
  ['a command takes the environment apart', [{ path: 'src/commands/x.ts', code: 'const { env } = process' }]],
  [
    'the platform imports the process',
    [{ path: 'src/platform/x.ts', code: `import { env } from 'node:process'` }],
  ],
  ['a second user of sharp', imports('src/media/upload-image.ts', 'sharp')],
  ['a second user of nodemailer', imports('src/mail/x.ts', 'nodemailer')],
  [
    'a second user of passwords',
    [{ path: 'src/accounts/sessions.ts', code: 'await Bun.password.verify(a, b)' }],
  ],
  [
    'password hashes that take less time',
    [{ path: 'src/deps.ts', code: 'createPasswords({ memoryCost: 8, timeCost: 1 })' }],
  ],
  [
    'files import each other',
    [...imports('src/accounts/a.ts', './b.ts'), ...imports('src/accounts/b.ts', './a.ts')],
  ],
  [
    'types refer to each other across files',
    [...imports('src/accounts/a.ts', './b.ts'), ...types('src/accounts/b.ts', './a.ts')],
  ],
  [
    'three files import each other in a circle, one of them later',
    [
      ...imports('src/accounts/a.ts', './b.ts'),
      ...imports('src/accounts/b.ts', './c.ts'),
      { path: 'src/accounts/c.ts', code: `await import('./a.ts')` },
    ],
  ],
  [
    'two folders import each other by different files',
    [...imports('src/media/a/x.ts', '../b/y.ts'), ...imports('src/media/b/z.ts', '../a/w.ts')],
  ],
  [
    'a folder and a file beside it import each other',
    [...imports('src/media/a/x.ts', '../y.ts'), ...types('src/media/y.ts', './a/w.ts')],
  ],
])('a violation is found: %s', (_, files) => {
  expect(violations(files)).toHaveLength(1)
})

test.each<[string, File[]]>([
  [
    'domain folders use the accounts and their audit trail',
    [
      ...imports('src/messages/x.ts', '../accounts/actor.ts'),
      ...imports('src/content/x.ts', '../accounts/audit/emit.ts'),
    ],
  ],
  [
    'website and media read content',
    [
      ...imports('src/website/x.ts', '../content/registry.ts'),
      ...imports('src/media/x.ts', '../content/usage.ts'),
    ],
  ],
  [
    'every layer uses text',
    [...imports('src/platform/db/x.ts', '../../text/errors.ts'), ...imports('src/http/x.ts', '../text/y.ts')],
  ],
  ['a command moves content', imports('src/commands/x.ts', '../moving/wordpress/run.ts')],
  [
    'an import and the smoke checks use the client',
    [
      ...imports('src/moving/x.ts', '../client/index.ts'),
      ...imports('src/operations/smoke/x.ts', '../../client/send-request.ts'),
    ],
  ],
  ['the panel uses the client', imports('src/panel/app/api/x.ts', '../../../client/index.ts')],
  [
    'the panel rates texts as the server does',
    imports('src/panel/record/seo/x.ts', '../../../text/seo-analysis/x.ts'),
  ],
  [
    'the owners',
    [
      ...imports('src/media/process-image/process-image.ts', 'sharp'),
      ...imports('src/website/view/html.ts', 'hono/html'),
      { path: 'src/main.ts', code: 'process.env.X' },
    ],
  ],
  ['a command creates accounts', [{ path: 'src/commands/x.ts', code: 'createPasswords()' }]],
  [
    'a comment names what it may not use',
    [{ path: 'src/platform/x.ts', code: '// not process.env\n/* nor Bun.password */' }],
  ],
])('no violation: %s', (_, files) => {
  expect(violations(files)).toEqual([])
})
