// The environment as it stands: one schema in groups, raw strings in, checked values out. Every problem of every
// group is reported at once. Empty strings count as unset; any secret may come from a file as `NAME_FILE`.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseRange } from './address-range.ts'

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'is not a port')
  .transform(Number)
  .refine((value) => value <= 65_535, 'is not a port')
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))
const origin = url.refine(
  (value) => new URL(value).origin === value,
  'is not an origin (scheme and host only)',
)
// `/robots.txt`, `/media/…` and what editors redirect are paths of a whole host.
const wholeHost = url.refine((value) => {
  const { href, origin } = new URL(value)
  return href === `${origin}/`
}, 'is more than scheme and host, such as https://www.example.com: the website must have a host of its own')
const addressRange = z
  .string()
  .refine((value) => parseRange(value) !== null, 'is not an address or CIDR range')
const dsn = z.url({ protocol: /^https?$/ }).refine(isDsn, 'is not a DSN (https://key@host/project)')
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'is not a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `is not between ${least} and ${most}`)
// Room for what a restore appends, within the 63 bytes of a name in Postgres.
const databaseName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,37}$/, 'is not a database name of at most 38 letters, digits, _ and -')
const bucket = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not a bucket name')
const timeout = z.coerce.number().min(1).max(86_400)
const filled = z.string().refine((value) => value.trim() !== '', 'is empty')
const command = z.string().transform(toCommand).pipe(z.array(z.string()))
const seconds = z.coerce.number().min(0).max(3_600)
const list = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(item))

/** Variables by the part of the service that reads them, each with its meaning for the README's table. */
export const groups = {
  server: z.object({
    PORT: port.default(3000).describe('port to listen on'),
    HOST: z.string().default('0.0.0.0').describe('address to listen on'),
    CORS_ORIGINS: list(origin)
      .default([])
      .describe('origins that may call admin, sign-in, form and procurement routes, by comma'),
    TRUSTED_PROXIES: list(addressRange)
      .default([])
      .describe('proxies whose `X-Forwarded-For` is believed: addresses or CIDR ranges, by comma'),
  }),
  process: z.object({
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('least level that is logged'),
    GIT_COMMIT: z.string().default('unknown').describe('commit of the running build'),
  }),
  database: z.object({
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// URL' })
      .optional()
      .describe('Postgres to use; unset: an embedded database in `DATA_DIR`'),
    DATABASE_POOL_SIZE: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(10)
      .describe('connections a process'),
    DATABASE_REQUIRED: z
      .stringbool()
      .default(false)
      .describe('whether only `serve --demo` may do without `DATABASE_URL`; the container image says so'),
    DATA_DIR: z.string().default('./data').describe('embedded data; one process at a time'),
  }),
  site: z.object({
    SITE_URL: wholeHost
      .optional()
      .describe('public base of the website, scheme and host; unset: `http://localhost:$PORT`'),
    SITE_PRIMARY_LANGUAGE: z
      .string()
      .default('fa')
      .refine((tag) => isLanguageTag(tag) && !/^en\b/i.test(tag), 'is not a BCP 47 tag other than English')
      .describe('BCP 47 tag of the unsuffixed fields; `_en` fields are English'),
    MEDIA_PUBLIC_BASE: url.optional().describe('public base before `/media/…`; unset: `SITE_URL`'),
    SPA_INDEX: z
      .string()
      .optional()
      .describe('the frontend’s built `index.html`, template of the pages; unset: the built-in one'),
  }),
  storage: z.object({
    STORAGE_ENDPOINT: url
      .optional()
      .describe('S3 store of the media; unset with the next three: the directory `DATA_DIR/media`'),
    STORAGE_ACCESS_KEY: z.string().optional().describe('its access key'),
    STORAGE_SECRET_KEY: z.string().optional().describe('its secret key'),
    STORAGE_BUCKET: bucket.optional().describe('its bucket, created when absent'),
    STORAGE_REGION: z.string().default('us-east-1').describe('its region'),
  }),
  media: z.object({
    MEDIA_MAX_UPLOAD_MB: z.coerce
      .number()
      .int()
      .min(1)
      .max(500)
      .default(10)
      .describe('most megabytes (1,048,576 bytes) of an uploaded or imported image'),
  }),
  auth: z.object({
    JWT_SECRET: z
      .string()
      .refine((value) => Buffer.byteLength(value) >= 32, 'is shorter than 32 bytes')
      .optional()
      .describe('HS256 key of the sign-in tokens, at least 32 bytes; required with `DATABASE_URL`'),
    ADMIN_EMAIL: z
      .string()
      .trim()
      .check(z.email())
      .optional()
      .describe('first admin, created only while there is none'),
    ADMIN_PASSWORD: z.string().min(10).max(200).optional().describe('its password, 10–200 characters'),
  }),
  identity: z.object({
    OIDC_ISSUER: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'identity provider of the procurement users, as its tokens name it; unset: the admin accounts',
      ),
    OIDC_AUDIENCE: z
      .string()
      .optional()
      .describe('`aud` that a token must have, at Casdoor the client id; required with `OIDC_ISSUER`'),
    OIDC_DISCOVERY_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('where its discovery is reached from here; unset: at the issuer'),
    OIDC_ADMINS: list(z.string().max(255))
      .default([])
      .describe('subjects or verified e-mails that are procurement `admin` without an assignment, by comma'),
  }),
  operations: z.object({
    SENTRY_DSN_BACKEND: dsn
      .optional()
      .describe('error tracker (Sentry or GlitchTip) for unexpected errors; unset: off'),
    SENTRY_DSN_FRONTEND: dsn.optional().describe('the same for browsers, given out by `/api/client-config`'),
    GLITCHTIP_HOST: z.string().optional().describe('public host of the error tracker'),
    UMAMI_HOST: url.optional().describe('product analytics; unset: off'),
    UMAMI_WEBSITE_ID: z.uuid().optional().describe('which website of it'),
    SHUTDOWN_DELAY_SECONDS: seconds
      .default(0)
      .describe('how long a stopping service still answers, not ready, so that a balancer sees it'),
    SHUTDOWN_GRACE_SECONDS: seconds
      .default(8)
      .describe('how long requests under way may take to finish after that'),
  }),
  backup: z.object({
    BACKUP_INTERVAL_SECONDS: whole(1, 31_536_000).default(86_400).describe('seconds between dumps'),
    BACKUP_DIR: z.string().default('./backups').describe('directory of the dumps'),
    BACKUP_KEEP_DAYS: whole(1, 36_500)
      .default(14)
      .describe('days that dumps are kept; the newest good one always is'),
    BACKUP_DATABASES: list(databaseName)
      .default(['procurement', 'casdoor'])
      .refine((names) => names.length > 0, 'names no database')
      .refine((names) => new Set(names).size === names.length, 'names a database twice')
      .describe('databases to dump from the server of `DATABASE_URL`, by comma'),
    BACKUP_METRICS_PORT: port
      .default(9101)
      .describe('port of `/metrics` and `/health` of the backup sidecar'),
    BACKUP_S3_ENDPOINT: url
      .optional()
      .describe('S3 store that takes a copy of each dump; unset with the next three: off'),
    BACKUP_S3_ACCESS_KEY: z.string().optional().describe('its access key'),
    BACKUP_S3_SECRET_KEY: z.string().optional().describe('its secret key'),
    BACKUP_S3_BUCKET: bucket.optional().describe('its bucket, which must exist'),
    BACKUP_S3_REGION: z.string().default('us-east-1').describe('its region'),
  }),
  stack: z.object({
    API_HOST: z
      .string()
      .regex(/^[A-Za-z0-9.-]+(:\d{1,5})?$/, 'is not a host')
      .optional()
      .describe('public host of the service; a deploy waits for `https://$API_HOST/health/ready`'),
    DEPLOY_READY_URL: url.optional().describe('what a deploy waits for instead'),
    DEPLOY_REPO_DIR: z.string().default('.').describe('checkout of the stack, with the remote `origin`'),
  }),
  deploy: z.object({
    DEPLOY_WEBHOOK_SECRET: filled
      .optional()
      .describe('key of the signatures of the git host; required by `deploy-receiver`'),
    DEPLOY_STATUS_TOKEN: filled
      .optional()
      .describe('bearer token of `GET /deploys`; unset: these routes are 404'),
    DEPLOY_PORT: port.default(9000).describe('port of the receiver'),
    DEPLOY_BRANCH: z
      .string()
      .regex(/^[A-Za-z0-9_](?!.*(?:\.\.|\/\/|\.lock$|[./]$))[A-Za-z0-9_./-]*$/, 'is not a branch')
      .default('production')
      .describe('branch that is deployed'),
    DEPLOY_STATE_DIR: z
      .string()
      .default('./data/deploy')
      .describe('where the receiver remembers its deploys; one process at a time'),
    DEPLOY_BUILD: command
      .default(['docker', 'compose', 'build'])
      .describe('what builds: a JSON array of arguments, run in the checkout with `GIT_COMMIT`'),
    DEPLOY_UP: command
      .default(['docker', 'compose', 'up', '-d'])
      .describe('what then starts the new version, likewise'),
    DEPLOY_BUILD_TIMEOUT_SECONDS: timeout
      .default(1_800)
      .describe('how long fetching, building and starting may take together'),
    DEPLOY_READY_TIMEOUT_SECONDS: timeout
      .default(300)
      .describe('how long the new version may take to be ready'),
    DEPLOY_READY_INTERVAL_SECONDS: z.coerce
      .number()
      .min(0.05)
      .max(60)
      .default(2)
      .describe('time between two questions whether it is'),
    DEPLOY_AUTO_ROLLBACK: z
      .stringbool()
      .default(false)
      .describe('whether a version that was started in vain is replaced by the one before'),
  }),
} as const

/** The groups that the service reads; a command that does less names its own. */
export const SERVICE = [
  'server',
  'process',
  'database',
  'site',
  'storage',
  'media',
  'auth',
  'identity',
  'operations',
] as const satisfies GroupName[]

/** Variables that are never shown and may come from a file. */
export const secretNames = [
  'DATABASE_URL',
  'STORAGE_ACCESS_KEY',
  'STORAGE_SECRET_KEY',
  'JWT_SECRET',
  'ADMIN_PASSWORD',
  'SENTRY_DSN_BACKEND',
  'BACKUP_S3_ACCESS_KEY',
  'BACKUP_S3_SECRET_KEY',
  'DEPLOY_WEBHOOK_SECRET',
  'DEPLOY_STATUS_TOKEN',
] as const

export type GroupName = keyof typeof groups
export type Env = { [Name in GroupName]: z.output<(typeof groups)[Name]> }
export type ServiceEnv = Pick<Env, (typeof SERVICE)[number]>

/** Thrown with every problem of an environment, one a line. */
export class EnvironmentError extends Error {
  constructor(readonly problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : 'problems'}:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    )
    this.name = 'EnvironmentError'
  }
}

/** Checks the variables of these groups; throws `EnvironmentError`. */
export function parseEnv<Name extends GroupName>(
  record: Record<string, string | undefined>,
  names: readonly Name[],
) {
  const problems: string[] = []
  const values = withSecretFiles(record, names, problems)
  const env: Partial<Env> = {}
  for (const name of names) {
    const result = groups[name].safeParse(values)
    if (result.success) Object.assign(env, { [name]: result.data })
    else for (const issue of result.error.issues) problems.push(`${issue.path.join('.')}: ${issue.message}`)
  }
  if (
    names.some((name) => name === 'database') &&
    env.database?.DATABASE_REQUIRED &&
    !env.database.DATABASE_URL
  )
    problems.push('DATABASE_URL: is required here, but for a trial with `serve --demo`')
  if (names.some((name) => name === 'auth')) problems.push(...missingTogether(values))
  if (names.some((name) => name === 'storage')) problems.push(...missingOfStore(values, 'STORAGE'))
  if (names.some((name) => name === 'backup')) problems.push(...missingOfStore(values, 'BACKUP_S3'))
  if (names.some((name) => name === 'identity')) problems.push(...missingOfProvider(values))
  if (names.some((name) => name === 'operations') && !values.UMAMI_HOST !== !values.UMAMI_WEBSITE_ID)
    problems.push('UMAMI_HOST, UMAMI_WEBSITE_ID: set both or neither')
  if (names.some((name) => name === 'deploy')) problems.push(...missingOfDeploy(values))
  if (problems.length > 0) throw new EnvironmentError(problems)
  return env as Pick<Env, Name>
}

function withSecretFiles(
  record: Record<string, string | undefined>,
  names: readonly GroupName[],
  problems: string[],
) {
  const values = Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== ''),
  )
  for (const name of secretNames) {
    const file = values[`${name}_FILE`]
    // A command may not be able to read what only others need.
    const isNeeded = names.some((group) => name in groups[group].shape)
    if (file === undefined || !isNeeded) continue
    if (values[name] !== undefined) problems.push(`${name}: set both as value and as ${name}_FILE`)
    try {
      values[name] = readFileSync(file, 'utf8').trim()
    } catch (cause) {
      problems.push(
        `${name}_FILE: cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown reason'})`,
      )
    }
  }
  return values
}

function missingTogether(values: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  if (values.DATABASE_URL && !values.JWT_SECRET) problems.push('JWT_SECRET: is required with DATABASE_URL')
  if (values.ADMIN_PASSWORD && !values.ADMIN_EMAIL)
    problems.push('ADMIN_EMAIL: is required with ADMIN_PASSWORD')
  if (values.DATABASE_URL && values.ADMIN_EMAIL && !values.ADMIN_PASSWORD) {
    problems.push('ADMIN_PASSWORD: is required with ADMIN_EMAIL')
  }
  return problems
}

function missingOfProvider(values: Record<string, string | undefined>): string[] {
  const { OIDC_ISSUER, OIDC_AUDIENCE, OIDC_DISCOVERY_URL, OIDC_ADMINS } = values
  if (OIDC_ISSUER) return OIDC_AUDIENCE ? [] : ['OIDC_AUDIENCE: is required with OIDC_ISSUER']
  // Without it these would do nothing, and content admins would be procurement admins.
  return Object.entries({ OIDC_AUDIENCE, OIDC_DISCOVERY_URL, OIDC_ADMINS })
    .filter(([, value]) => value)
    .map(([name]) => `OIDC_ISSUER: is required with ${name}`)
}

function missingOfStore(values: Record<string, string | undefined>, prefix: string): string[] {
  const names = ['ENDPOINT', 'ACCESS_KEY', 'SECRET_KEY', 'BUCKET'].map((name) => `${prefix}_${name}`)
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length === names.length) return []
  return missing.map((name) => `${name}: is required with ${names.filter((it) => values[it]).join(' and ')}`)
}

function missingOfDeploy(values: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  if (values.DEPLOY_WEBHOOK_SECRET === undefined) problems.push('DEPLOY_WEBHOOK_SECRET: is required')
  if (!values.API_HOST && !values.DEPLOY_READY_URL)
    problems.push('DEPLOY_READY_URL: is required where API_HOST is not set')
  return problems
}

function toCommand(text: string, context: z.RefinementCtx): string[] {
  const words: unknown = tryJson(text)
  const isCommand =
    Array.isArray(words) &&
    words.every((word) => typeof word === 'string' && !word.includes('\0')) &&
    words[0]
  if (isCommand) return words as string[]
  context.addIssue('is not a JSON array of arguments, such as ["docker","compose","build"]')
  return z.NEVER
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isDsn(value: string) {
  const { username, pathname } = new URL(value)
  return username !== '' && /\/\d+$/.test(pathname)
}

function isLanguageTag(tag: string) {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag
  } catch {
    return false
  }
}
