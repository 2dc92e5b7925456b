// Imports point one way: main → commands, app → routes → domain → infrastructure.
import { expect, test } from 'bun:test'
import { dirname, join } from 'node:path'

type File = { path: string; code: string }

const DOMAIN = [
  ...['content', 'media', 'auth', 'audit', 'forms', 'mail', 'seo', 'procurement', 'search'],
  ...['backup', 'restore', 'deploy', 'doctor', 'smoke', 'observability', 'transfer', 'edge'],
]
const INFRASTRUCTURE = ['db', 'storage', 'security', 'smtp']
const SHARED = [
  'ascii-lower-case.ts',
  'errors.ts',
  'field-issues.ts',
  'ip-address.ts',
  'paging.ts',
  'parse-input.ts',
  'record-id.ts',
  'record-version.ts',
  'package-root.ts',
  'slugify.ts',
  'bounded-queue.ts',
  'give-way.ts',
  'log.ts',
  'rich-text-allow-list.ts',
  'pretty-log.ts',
  'config',
  'text',
  'seo-analysis',
]
/** Domain folders that all others may use. */
const COMMON = ['auth', 'audit', 'mail']
const ALLOWED_BETWEEN = new Set([
  ...['seo → content', 'media → content', 'search → content'],
  ...['restore → backup', 'restore → deploy', 'doctor → backup', 'doctor → deploy', 'deploy → observability'],
  ...['transfer → content', 'transfer → media'],
])
/** The log has to recognize database errors to leave out their query parameters. */
const SHARED_TO_INFRASTRUCTURE = new Set(['src/log.ts → src/db/database-errors.ts'])

/** Of what lies outside of its folder: the client, and modules that are the same in the browser. */
const PANEL_IMPORTS = ['rich-text-allow-list.ts', 'client', 'slugify.ts', 'seo-analysis']

/** From the outermost to the innermost. A layer imports only layers further in. */
const LAYERS = [
  'main',
  'entry',
  'routes',
  'description',
  'http',
  'deps',
  'domain',
  'infrastructure',
  'shared',
] as const
type Place = { layer: (typeof LAYERS)[number] | 'apart'; name: string }

function placeOf(path: string): Place | null {
  const [, first = '', second = ''] = path.split('/')
  if (first === 'main.ts') return { layer: 'main', name: 'main' }
  if (first === 'app.ts' || first === 'commands') return { layer: 'entry', name: first }
  if (first === 'routes') return { layer: 'routes', name: second }
  if (first === 'openapi') return { layer: 'description', name: 'openapi' }
  if (first === 'http') return { layer: 'http', name: 'http' }
  if (first === 'deps.ts') return { layer: 'deps', name: 'deps' }
  if (first === 'wordpress' || first === 'client' || first === 'panel') return { layer: 'apart', name: first }
  if (DOMAIN.includes(first)) return { layer: 'domain', name: first }
  if (INFRASTRUCTURE.includes(first)) return { layer: 'infrastructure', name: first }
  return SHARED.includes(first) ? { layer: 'shared', name: first } : null
}

/** Why a file at `from` may not import one at `to`, or null. */
function violation(from: string, to: string): string | null {
  const [here, there] = [placeOf(from), placeOf(to)]
  if (!here || !there || (here.layer === there.layer && here.name === there.name)) return null
  if (here.name === 'panel' && PANEL_IMPORTS.includes(there.name)) return null
  if (here.layer === 'apart') return `${here.name} imports nothing of the server`
  if (there.layer === 'apart')
    return here.name === 'commands' && there.name === 'wordpress'
      ? null
      : `the server does not import ${there.name}; a command runs the WordPress import`
  if (SHARED_TO_INFRASTRUCTURE.has(`${from} → ${to}`)) return null
  const inwards = LAYERS.indexOf(there.layer) - LAYERS.indexOf(here.layer)
  if (inwards > 0) return null
  if (inwards < 0) return `${here.layer} does not import ${there.layer}`
  if (here.layer === 'routes') return 'sub-apps do not import each other'
  if (here.layer === 'domain') {
    const allowed = COMMON.includes(there.name) || ALLOWED_BETWEEN.has(`${here.name} → ${there.name}`)
    return allowed ? null : `${here.name} does not import ${there.name}`
  }
  return here.layer === 'infrastructure' ? 'infrastructure folders do not import each other' : null
}

/** Packages and globals that only their owners may use. */
const OWNED: { what: string; pattern: RegExp; owner: (path: string) => boolean }[] = [
  {
    what: 'hono',
    pattern: importOf("(?!hono/html')@?hono(?:[-/][\\w./-]+)?"),
    owner: (path) => /^src\/(?:app\.ts|http\/|routes\/)/.test(path),
  },
  { what: 'hono/html', pattern: importOf('hono/html'), owner: (path) => path === 'src/seo/html.ts' },
  {
    what: 'nodemailer',
    pattern: importOf('nodemailer'),
    owner: (path) => path === 'src/smtp/smtp-transport.ts',
  },
  { what: 'sharp', pattern: importOf('sharp'), owner: (path) => /^src\/media\/process-image[./]/.test(path) },
  {
    what: 'Bun.password',
    pattern: /\bBun\s*\.\s*password\b/,
    owner: (path) => path === 'src/auth/passwords.ts',
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

/** Without the comments that begin a line. A "/*" elsewhere may be part of a string or of a path. */
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
    if (!placeOf(file.path)) found.push(`${file.path}: is in no layer`)
    for (const { to } of importsOf(file)) {
      const why = violation(file.path, to)
      if (why) found.push(`${file.path} imports ${to}: ${why}`)
    }
    for (const { what, pattern, owner } of OWNED) {
      if (pattern.test(file.code) && !owner(file.path)) found.push(`${file.path}: may not use ${what}`)
    }
  }
  return [...found, ...cycles(files)]
}

// Type imports vanish at run time, so they cannot form a cycle.
function cycles(files: readonly File[]): string[] {
  const edges = new Map(
    files.map((file) => [file.path, importsOf(file).flatMap(({ to, typeOnly }) => (typeOnly ? [] : to))]),
  )
  const found: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      found.push(`import cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`)
      return
    }
    if (done.has(path)) return
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  return found
}

const root = join(import.meta.dir, '..')
const source = await Promise.all(
  [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)].map(async (path) => ({
    path,
    code: await Bun.file(join(root, path)).text(),
  })),
)

test('imports point one way: main → commands, app → routes → domain → infrastructure', () => {
  expect(source.length).toBeGreaterThan(90)
  expect(violations(source)).toEqual([])
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

test.each<[string, File[]]>([
  ['a domain folder imports hono', imports('src/content/x.ts', 'hono')],
  [
    'a domain folder imports a part of hono as a type',
    [{ path: 'src/auth/x.ts', code: `import type { Context } from 'hono/cors'` }],
  ],
  ['a domain folder imports a companion of hono', imports('src/seo/x.ts', '@hono/zod-validator')],
  ['a page imports hono beside its escaping', imports('src/seo/html.ts', 'hono')],
  ['a second user of hono/html', imports('src/seo/x.ts', 'hono/html')],
  ['an infrastructure folder imports hono', imports('src/db/x.ts', 'hono')],
  ['a domain folder loads hono later', [{ path: 'src/forms/x.ts', code: `const h = await import('hono')` }]],
  [
    'an import after a path with a wildcard',
    [{ path: 'src/seo/x.ts', code: "// All of src/*/x.ts.\nimport { x } from 'hono'\n/* The end. */" }],
  ],
  ['a sub-app imports another', imports('src/routes/public/x.ts', '../admin/content.ts')],
  [
    'a sub-app imports another as a type',
    [{ path: 'src/routes/seo/x.ts', code: `import type { X } from '../media/x.ts'` }],
  ],
  [
    'a sub-app exports from another',
    [{ path: 'src/routes/ops/x.ts', code: `export * from '../public/x.ts'` }],
  ],
  ['a sub-app imports the app', imports('src/routes/public/x.ts', '../../app.ts')],
  ['http imports a sub-app', imports('src/http/x.ts', '../routes/public/x.ts')],
  ['a domain folder imports the description', imports('src/content/x.ts', '../openapi/document.ts')],
  ['the description imports a sub-app', imports('src/openapi/x.ts', '../routes/public/x.ts')],
  ['a domain folder imports a sub-app', imports('src/content/x.ts', '../routes/public/x.ts')],
  ['a domain folder imports http', imports('src/auth/x.ts', '../http/env.ts')],
  ['a domain folder imports the dependencies', imports('src/media/x.ts', '../deps.ts')],
  ['a domain folder imports another', imports('src/content/x.ts', '../media/images.ts')],
  ['content imports seo', imports('src/content/snapshot/x.ts', '../../seo/page.ts')],
  ['forms import content', imports('src/forms/x.ts', '../content/registry.ts')],
  ['auth imports content', imports('src/auth/x.ts', '../content/registry.ts')],
  [
    'a domain folder imports another over several lines',
    [{ path: 'src/forms/x.ts', code: `import {\n  a,\n  b,\n} from '../content/registry.ts'` }],
  ],
  [
    'a domain folder loads another later',
    [{ path: 'src/forms/x.ts', code: `await import('../content/registry.ts')` }],
  ],
  ['a domain folder runs another', [{ path: 'src/forms/x.ts', code: `import '../content/registry.ts'` }]],
  ['an infrastructure folder imports the domain', imports('src/db/x.ts', '../auth/actor.ts')],
  ['an infrastructure folder imports another', imports('src/storage/x.ts', '../db/client.ts')],
  ['a shared file imports infrastructure', imports('src/errors.ts', './db/client.ts')],
  ['a shared file imports the domain', imports('src/config/x.ts', '../auth/passwords.ts')],
  ['the server imports the WordPress import', imports('src/content/x.ts', '../wordpress/read.ts')],
  ['the WordPress import imports the server', imports('src/wordpress/x.ts', '../errors.ts')],
  ['the client imports the server', imports('src/client/x.ts', '../errors.ts')],
  [
    'the client imports a type of the server',
    [{ path: 'src/client/x.ts', code: `import type { X } from '../errors.ts'` }],
  ],
  ['a command imports the client', imports('src/commands/x.ts', '../client/index.ts')],
  ['the panel imports the server', imports('src/panel/shell/x.tsx', '../../errors.ts')],
  ['a route imports the panel', imports('src/routes/admin/x.ts', '../../panel/words/language.ts')],
  ['a folder stands in no layer', [{ path: 'src/utils/x.ts', code: '' }]],
  ['a domain folder reads the environment', [{ path: 'src/content/x.ts', code: 'const x = process.env.X' }]],
  ['the app reads the environment', [{ path: 'src/app.ts', code: 'const x = Bun.env.X' }]],
  ['a command reads the arguments', [{ path: 'src/commands/x.ts', code: 'const x = process.argv[2]' }]],
  ['a command takes the environment apart', [{ path: 'src/commands/x.ts', code: 'const { env } = process' }]],
  [
    'an infrastructure folder imports the process',
    [{ path: 'src/db/x.ts', code: `import { env } from 'node:process'` }],
  ],
  ['a second user of sharp', imports('src/media/upload-image.ts', 'sharp')],
  ['a second user of nodemailer', imports('src/mail/x.ts', 'nodemailer')],
  ['the mail server’s folder imports the database', imports('src/smtp/x.ts', '../db/database.ts')],
  ['a second user of passwords', [{ path: 'src/auth/sessions.ts', code: 'await Bun.password.verify(a, b)' }]],
  ['files import each other', [...imports('src/auth/a.ts', './b.ts'), ...imports('src/auth/b.ts', './a.ts')]],
  [
    'three files import each other in a circle, one of them later',
    [
      ...imports('src/auth/a.ts', './b.ts'),
      ...imports('src/auth/b.ts', './c.ts'),
      { path: 'src/auth/c.ts', code: `await import('./a.ts')` },
    ],
  ],
])('a violation is found: %s', (_, files) => {
  expect(violations(files)).toHaveLength(1)
})

test.each<[string, File[]]>([
  [
    'domain folders use auth and audit',
    [...imports('src/forms/x.ts', '../auth/actor.ts'), ...imports('src/content/x.ts', '../audit/emit.ts')],
  ],
  [
    'seo and media read content',
    [
      ...imports('src/seo/x.ts', '../content/registry.ts'),
      ...imports('src/media/x.ts', '../content/usage.ts'),
    ],
  ],
  [
    'every layer uses the shared files',
    [...imports('src/db/x.ts', '../errors.ts'), ...imports('src/http/x.ts', '../paging.ts')],
  ],
  ['a command runs the WordPress import', imports('src/commands/x.ts', '../wordpress/run.ts')],
  ['the panel uses the client', imports('src/panel/api/x.ts', '../../client/index.ts')],
  ['the panel rates texts as the server does', imports('src/panel/seo/x.ts', '../../seo-analysis/x.ts')],
  [
    'the owners',
    [
      ...imports('src/media/process-image.ts', 'sharp'),
      ...imports('src/seo/html.ts', 'hono/html'),
      { path: 'src/main.ts', code: 'process.env.X' },
    ],
  ],
  [
    'a comment names what it may not use',
    [{ path: 'src/db/x.ts', code: '// not process.env\n/* nor Bun.password */' }],
  ],
  [
    'types that refer to each other',
    [
      ...imports('src/auth/a.ts', './b.ts'),
      { path: 'src/auth/b.ts', code: `import type { A } from './a.ts'` },
    ],
  ],
])('no violation: %s', (_, files) => {
  expect(violations(files)).toEqual([])
})
