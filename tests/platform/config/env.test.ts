import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toBackupConfig } from '../../../src/platform/config/backup-config.ts'
import { toConfig } from '../../../src/platform/config/config.ts'
import { toDeployConfig } from '../../../src/platform/config/deploy-config.ts'
import { EnvironmentError, parseEnv, SERVICE } from '../../../src/platform/config/env.ts'
import { secretNames } from '../../../src/platform/config/secret-files.ts'
import { type GroupName, groups } from '../../../src/platform/config/variable-groups.ts'
import { sitePages } from '../../../src/text/site-pages.ts'

type Variables = Record<string, string | undefined>

const KEY = 'k'.repeat(32)
const POSTGRES = 'postgres://user:hidden-password@db.example:5432/site'

const folder = await mkdtemp(join(tmpdir(), 'frontage-config-'))

afterAll(() => rm(folder, { recursive: true }))

const configOf = (variables: Variables) => toConfig(parseEnv(variables, SERVICE))

function problemsOf(variables: Variables, names: readonly GroupName[] = SERVICE): string[] {
  try {
    parseEnv(variables, names)
    return []
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    for (const problem of error.problems) expect(error.message).toContain(problem)
    return error.problems
  }
}

const namesIn = (problems: string[]) => [...new Set(problems.map((problem) => problem.split(':')[0]!))].sort()

async function file(name: string, content: string) {
  const path = join(folder, name)
  await Bun.write(path, content)
  return path
}

test('an empty environment is valid', () => {
  expect(configOf({})).toMatchObject({
    server: { port: 3000, host: '0.0.0.0', corsOrigins: [], logLevel: 'info', commit: 'unknown' },
    database: { kind: 'embedded', directory: 'data/db' },
    dataDirectory: './data',
    site: { url: 'http://localhost:3000', languages: ['fa', 'en'], mediaBase: 'http://localhost:3000' },
    auth: { jwtSecret: null, previousJwtSecret: null, firstAdmin: null },
  })
})

test('every variable of the service has a default', () => {
  for (const name of SERVICE) expect(problemsOf({}, [name])).toEqual([])
})

test('DATABASE_REQUIRED refuses an environment without DATABASE_URL', () => {
  expect(problemsOf({ DATABASE_REQUIRED: 'true' })).toEqual([
    'DATABASE_URL: is required here; only `serve --demo` runs without it',
  ])
  expect(problemsOf({ DATABASE_REQUIRED: 'true', DATABASE_URL: POSTGRES, JWT_SECRET: KEY })).toEqual([])
  expect(problemsOf({ DATABASE_REQUIRED: 'true' }, ['database'])).toHaveLength(1)
})

test('service and receiver do not read each other’s variables', () => {
  expect(problemsOf({ DEPLOY_BUILD: 'make', DEPLOY_WEBHOOK_SECRET_FILE: '/nowhere' })).toEqual([])
  const receiver = {
    DEPLOY_WEBHOOK_SECRET: 'x',
    API_HOST: 'api.example.com',
    JWT_SECRET_FILE: '/nowhere',
    PORT: 'x',
  }
  expect(problemsOf(receiver, ['process', 'stack', 'deploy'])).toEqual([])
})

test('the receiver requires a webhook secret and a readiness URL', () => {
  const names: GroupName[] = ['stack', 'deploy']
  expect(namesIn(problemsOf({}, names))).toEqual(['DEPLOY_READY_URL', 'DEPLOY_WEBHOOK_SECRET'])
  expect(namesIn(problemsOf({ API_HOST: 'a', DEPLOY_WEBHOOK_SECRET: ' ' }, names))).toEqual([
    'DEPLOY_WEBHOOK_SECRET',
  ])
})

test('the readiness URL is DEPLOY_READY_URL, or derived from API_HOST', () => {
  const readyUrl = (variables: Variables) =>
    toDeployConfig(parseEnv({ DEPLOY_WEBHOOK_SECRET: 'x', ...variables }, ['stack', 'deploy'])).readyUrl
  expect(readyUrl({ API_HOST: 'api.example.com' })).toBe('https://api.example.com/health/ready')
  expect(readyUrl({ API_HOST: 'a', DEPLOY_READY_URL: 'http://api:3000/health/ready' })).toBe(
    'http://api:3000/health/ready',
  )
})

test.each<[string, string]>([
  ['DEPLOY_BUILD', 'docker compose build'],
  ['DEPLOY_BUILD', '"docker"'],
  ['DEPLOY_BUILD', '[]'],
  ['DEPLOY_BUILD', '[""]'],
  ['DEPLOY_UP', '["docker", 1]'],
  ['DEPLOY_UP', '{"0":"docker"}'],
  ['DEPLOY_BRANCH', '--upload-pack=x'],
  ['DEPLOY_BRANCH', 'a b'],
  ['DEPLOY_BRANCH', 'a..b'],
  ['DEPLOY_BRANCH', '$(id)'],
  ['DEPLOY_PORT', '70000'],
  ['DEPLOY_METRICS_PORT', '70000'],
  ['DEPLOY_READY_URL', 'ftp://api'],
  ['API_HOST', 'api/x'],
  ['DEPLOY_BUILD_TIMEOUT_SECONDS', '0'],
  ['DEPLOY_READY_TIMEOUT_SECONDS', 'long'],
  ['DEPLOY_READY_INTERVAL_SECONDS', '-1'],
  ['DEPLOY_AUTO_ROLLBACK', 'maybe'],
])('%s=%s is refused', (name, value) => {
  const variables = { DEPLOY_WEBHOOK_SECRET: 'x', API_HOST: 'a', [name]: value }
  expect(namesIn(problemsOf(variables, ['stack', 'deploy']))).toEqual([name])
})

test('an empty string counts as unset, for every variable', () => {
  const names = Object.values(groups).flatMap((group) => Object.keys(group.shape))
  const files = secretNames.map((name) => `${name}_FILE`)
  const empty = Object.fromEntries([...names, ...files].map((name) => [name, '']))
  expect(JSON.stringify(configOf(empty))).toBe(JSON.stringify(configOf({})))
})

test('all problems of all groups are reported at once', () => {
  const wrong = {
    PORT: 'eighty',
    CORS_ORIGINS: 'https://ok.example, not an origin, https://a.example/path',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://db/site',
    DATABASE_POOL_SIZE: '0',
    SITE_URL: 'ftp://example.com',
    SITE_PRIMARY_LANGUAGE: 'en-GB',
    MEDIA_PUBLIC_BASE: 'nowhere',
    JWT_SECRET: 'short',
    ADMIN_EMAIL: 'nobody',
    ADMIN_PASSWORD: 'short',
  }
  expect(namesIn(problemsOf(wrong))).toEqual(Object.keys(wrong).sort())
  expect(problemsOf(wrong)).toContain(
    'PORT: must be a port number from 0 to 65535, such as 3000; it is "eighty"',
  )
})

test('a wrong item of a list is quoted alone, and a URL without its password', () => {
  expect(problemsOf({ CORS_ORIGINS: 'https://ok.example, nowhere' })).toEqual([
    'CORS_ORIGINS: must be an http or https URL, such as https://example.com; it is "nowhere"',
  ])
  const [problem] = problemsOf({ SITE_URL: 'https://user:hidden@example.com/x' })
  expect(problem).toEndWith('it is "https://…@example.com/x"')
})

test('only codes of real languages are a primary language, each as it is written', () => {
  expect(problemsOf({ SITE_PRIMARY_LANGUAGE: 'persian' })).toEqual([
    'SITE_PRIMARY_LANGUAGE: must be the code of a language other than English, such as fa for Persian or de-AT; it is "persian"',
  ])
  for (const tag of ['zz', 'und', 'fas', 'FA', 'fa_IR', 'en-GB', 'x-home'])
    expect({ tag, problems: problemsOf({ SITE_PRIMARY_LANGUAGE: tag }).length }).toEqual({ tag, problems: 1 })
  for (const tag of ['fa', 'fa-IR', 'ar', 'ckb', 'tg', 'de-AT', 'zh-Hant', 'az-Arab'])
    expect(configOf({ SITE_PRIMARY_LANGUAGE: tag }).site.languages[0]).toBe(tag)
})

test.each<[string, Variables]>([
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '-1' }],
  ['PORT', { PORT: '80.5' }],
  ['PORT', { PORT: ' ' }],
  ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: 'ten' }],
  ['SITE_PRIMARY_LANGUAGE', { SITE_PRIMARY_LANGUAGE: 'en' }],
  ['SITE_PRIMARY_LANGUAGE', { SITE_PRIMARY_LANGUAGE: 'not a language' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'INFO' }],
])('%s is checked: %j', (name, variables) => {
  expect(namesIn(problemsOf(variables))).toEqual([name])
})

test.each(['/site', '/?lang=en', '/#top'])(
  'SITE_URL with %s is refused: the website needs a host of its own',
  (rest) => {
    const [problem, ...others] = problemsOf({ SITE_URL: `https://www.example.com${rest}` })
    expect(problem).toStartWith('SITE_URL: must be scheme and host only, such as https://www.example.com')
    expect(others).toEqual([])
    expect(configOf({ SITE_URL: 'HTTPS://www.Example.com:443/' }).site.url).toBe(
      'HTTPS://www.Example.com:443',
    )
  },
)

test('values are parsed and normalised', () => {
  const config = configOf({
    PORT: '0',
    CORS_ORIGINS: ' https://a.example ,, http://localhost:5173/ ',
    SITE_URL: 'https://www.example.com/',
    MEDIA_PUBLIC_BASE: 'https://cdn.example.com/base//',
    SITE_PRIMARY_LANGUAGE: 'de-AT',
    GIT_COMMIT: 'abc',
  })
  expect(config.server).toMatchObject({
    port: 0,
    corsOrigins: ['https://a.example', 'http://localhost:5173'],
    commit: 'abc',
  })
  expect(config.site).toEqual({
    url: 'https://www.example.com',
    adminHost: null,
    adminUrl: 'https://www.example.com',
    isPanelShared: false,
    languages: ['de-AT', 'en'],
    spaIndex: null,
    spaDirectory: null,
    pages: new Set(sitePages),
    previewUrl: null,
    defaultCurrency: 'EUR',
    mediaBase: 'https://cdn.example.com/base',
  })
  expect(configOf({ PORT: '8080' }).site.url).toBe('http://localhost:8080')
  expect(configOf({ SITE_URL: 'https://x.example' }).site.mediaBase).toBe('https://x.example')
})

test.each<[string, Variables]>([
  ['JWT_SECRET', { DATABASE_URL: POSTGRES }],
  ['JWT_SECRET', { JWT_SECRET_PREVIOUS: KEY }],
  ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'long enough to do' }],
  ['ADMIN_PASSWORD', { DATABASE_URL: POSTGRES, JWT_SECRET: KEY, ADMIN_EMAIL: 'a@example.com' }],
])('%s is required when another variable needs it', (name, variables) => {
  expect(namesIn(problemsOf(variables))).toEqual([name])
})

test('a complete Postgres configuration is valid', () => {
  const config = configOf({
    DATABASE_URL: POSTGRES,
    JWT_SECRET: KEY,
    ADMIN_EMAIL: ' a@example.com ',
    ADMIN_PASSWORD: 'long enough to do',
    DATABASE_POOL_SIZE: '5',
  })
  expect(config.database).toMatchObject({ kind: 'postgres', poolSize: 5 })
  expect(config.database.kind === 'postgres' && config.database.url.reveal()).toBe(POSTGRES)
  expect(config.auth.jwtSecret?.reveal()).toBe(KEY)
  expect(config.auth.firstAdmin?.email).toBe('a@example.com')
  expect(config.auth.firstAdmin?.password?.reveal()).toBe('long enough to do')
})

test('JWT_SECRET is measured in bytes', () => {
  expect(problemsOf({ JWT_SECRET: 'é'.repeat(15) })).toHaveLength(1)
  expect(problemsOf({ JWT_SECRET: 'é'.repeat(16) })).toEqual([])
})

test('every secret may come from a file; its trailing line break is dropped', async () => {
  const values = {
    DATABASE_URL: POSTGRES,
    JWT_SECRET: KEY,
    ADMIN_PASSWORD: 'from a file, ده حرف',
    STORAGE_ACCESS_KEY: 'access',
    STORAGE_SECRET_KEY: 'secret',
    SENTRY_DSN_BACKEND: 'https://key@errors.example.com/7',
    BACKUP_S3_ACCESS_KEY: 'backup access',
    BACKUP_S3_SECRET_KEY: 'backup secret',
  }
  const files: Variables = {
    ADMIN_EMAIL: 'a@example.com',
    STORAGE_ENDPOINT: 'https://s3.example.com',
    STORAGE_BUCKET: 'media',
  }
  for (const name of Object.keys(values) as (keyof typeof values)[])
    files[`${name}_FILE`] = await file(name, `${values[name]}\n`)
  const { database, auth, storage, monitoring } = configOf(files)
  expect(database.kind === 'postgres' && database.url.reveal()).toBe(values.DATABASE_URL)
  expect(auth.jwtSecret?.reveal()).toBe(values.JWT_SECRET)
  expect(auth.firstAdmin?.password?.reveal()).toBe(values.ADMIN_PASSWORD)
  expect(monitoring.backendDsn?.reveal()).toBe(values.SENTRY_DSN_BACKEND)
  if (storage.kind !== 's3') throw new Error('not the S3 store')
  expect(storage.accessKey.reveal()).toBe(values.STORAGE_ACCESS_KEY)
  expect(storage.secretKey.reveal()).toBe(values.STORAGE_SECRET_KEY)
  const store = { BACKUP_S3_ENDPOINT: 'https://s3.example.com', BACKUP_S3_BUCKET: 'dumps' }
  const { offSite } = toBackupConfig(parseEnv({ ...files, ...store }, ['backup']).backup)
  expect(offSite?.accessKey.reveal()).toBe(values.BACKUP_S3_ACCESS_KEY)
  expect(offSite?.secretKey.reveal()).toBe(values.BACKUP_S3_SECRET_KEY)
})

test('a secret file is a problem when it is missing, empty, or set beside a value', async () => {
  const missing = problemsOf({ JWT_SECRET_FILE: join(folder, 'nowhere') })
  expect(missing).toEqual(['JWT_SECRET_FILE: cannot be read (ENOENT)'])
  expect(namesIn(problemsOf({ JWT_SECRET_FILE: await file('empty', '\n') }))).toEqual(['JWT_SECRET'])
  const both = problemsOf({ JWT_SECRET: KEY, JWT_SECRET_FILE: await file('key', KEY) })
  expect(both).toEqual(['JWT_SECRET: set either JWT_SECRET or JWT_SECRET_FILE, not both'])
})

test('a command ignores variables that it does not read', () => {
  const wrongElsewhere = { PORT: 'x', JWT_SECRET: 'short', JWT_SECRET_FILE: join(folder, 'nowhere') }
  expect(problemsOf(wrongElsewhere, ['database'])).toEqual([])
  expect(problemsOf({ DATABASE_URL: POSTGRES }, ['database'])).toEqual([])
})

test('problems never contain the value of a secret', () => {
  const wrong = {
    DATABASE_URL: 'mysql://user:hidden-password@db/site',
    JWT_SECRET: 'hidden-key',
    ADMIN_PASSWORD: 'hidden',
    ADMIN_EMAIL: 'a@example.com',
  }
  const problems = problemsOf(wrong)
  expect(namesIn(problems)).toEqual(['ADMIN_PASSWORD', 'DATABASE_URL', 'JWT_SECRET'])
  expect(problems.join('\n')).not.toContain('hidden')
})

test('OIDC_ISSUER requires OIDC_AUDIENCE, and the other OIDC variables require OIDC_ISSUER', () => {
  expect(configOf({ OIDC_ADMINS: '' }).identity).toBeNull()
  const issuer = 'https://id.example.com/'
  expect(
    configOf({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: 'a', OIDC_ADMINS: 'Root, Ada@Example.com' }).identity,
  ).toEqual({
    // The trailing slash stays: `iss` is compared exactly.
    issuer,
    audience: 'a',
    discoveryUrl: null,
    client: {
      id: 'a',
      secret: null,
      scopes: 'openid profile email',
      providerName: 'id.example.com',
      signsOutByIdToken: false,
    },
    isOnlyWay: false,
    admins: { subjects: new Set(['Root']), emails: new Set(['ada@example.com']) },
  })
  expect(namesIn(problemsOf({ OIDC_ISSUER: issuer }))).toEqual(['OIDC_AUDIENCE'])
  for (const name of ['OIDC_AUDIENCE', 'OIDC_DISCOVERY_URL', 'OIDC_ADMINS', 'OIDC_CLIENT_SECRET']) {
    expect(namesIn(problemsOf({ [name]: 'https://x.example' }))).toEqual(['OIDC_ISSUER'])
  }
})

test.each([
  'https://x.example/preview?path={path}',
  'https://x.example/{page}?token={token}',
  'https://x.example/{Slug}?t={token}',
  'https://{lang}.example.com{path}?t={token}',
  'https://x.example/{resource}/{id}',
  '/preview?path={path}&token={token}',
  'ftp://x.example{path}?token={token}',
  'https://x.example/a b?token={token}',
])('PREVIEW_URL=%s is refused', (PREVIEW_URL) => {
  expect(namesIn(problemsOf({ PREVIEW_URL }, ['site']))).toEqual(['PREVIEW_URL'])
})

test('PREVIEW_URL may have its placeholders in the path or the query', () => {
  for (const PREVIEW_URL of [
    'https://x.example{path}?p={token}',
    'https://x.example/{token}?to={path}',
    'https://x.example/{lang}/{resource}/{slug}?token={token}',
    'https://x.example/api/draft?r={resource}&id={id}&lang={lang}&token={token}',
  ])
    expect(configOf({ PREVIEW_URL }).site.previewUrl).toBe(PREVIEW_URL)
})
