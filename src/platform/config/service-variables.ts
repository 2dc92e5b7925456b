// Variables that `serve` reads, by the part of the service that uses them. The descriptions are the configuration table.
import { z } from 'zod'
import { isCurrency } from '../../text/currencies.ts'
import { emailAddress } from '../../text/email-address.ts'
import { sitePages } from '../../text/site-pages.ts'
import {
  addressRange,
  bucket,
  dsn,
  exactUrl,
  flag,
  hostName,
  languageTag,
  list,
  mailSender,
  namesOf,
  origin,
  port,
  postgresUrl,
  previewUrl,
  seconds,
  smtpUrl,
  url,
  wholeHost,
  wholeNumber,
} from './env-fields.ts'

const signingKey = z
  .string()
  .refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes: openssl rand -base64 48')

export const serviceGroups = {
  server: z.object({
    PORT: port.default(3000).describe('port to listen on'),
    HOST: z.string().default('0.0.0.0').describe('address to listen on'),
    CORS_ORIGINS: list(origin)
      .default([])
      .describe('origins allowed to call the admin, sign-in, form and procurement routes; comma-separated'),
    TRUSTED_PROXIES: list(addressRange)
      .default([])
      .describe('proxies whose `X-Forwarded-For` is trusted: addresses or CIDR ranges; comma-separated'),
  }),
  process: z.object({
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .describe('lowest level to log: `debug`, `info`, `warn`, `error` or `silent`'),
    LOG_FORMAT: z
      .enum(['json', 'pretty'])
      .optional()
      .describe('`json`, or `pretty` for short lines; unset: `pretty` at a terminal, else `json`'),
    GIT_COMMIT: z.string().default('unknown').describe('commit of the running build'),
  }),
  database: z.object({
    DATABASE_URL: postgresUrl.optional().describe('Postgres URL; unset: an embedded database in `DATA_DIR`'),
    DATABASE_LISTEN_URL: postgresUrl
      .optional()
      .describe(
        'direct connection to the server where `DATABASE_URL` goes through a pooler in transaction mode; see [More than one host](scale.md#a-connection-pooler)',
      ),
    DATABASE_POOL_SIZE: wholeNumber(1, 1_000).default(10).describe('database connections per process'),
    DATABASE_TIMEOUT_SECONDS: wholeNumber(1, 300)
      .default(5)
      .describe('time limit of a database call, waiting for a connection included; then the answer is 503'),
    DATABASE_REQUIRED: flag
      .default(false)
      .describe('refuse to start without `DATABASE_URL`, except for `serve --demo`; on in the image'),
    DATA_DIR: z
      .string()
      .default('./data')
      .describe('directory of the embedded database and media; one process at a time'),
  }),
  site: z.object({
    SITE_URL: wholeHost
      .optional()
      .describe('public URL of the website, scheme and host only; unset: `http://localhost:$PORT`'),
    ADMIN_HOST: hostName
      .optional()
      .describe(
        'the only host, such as `admin.example.com`, with `/admin` and the admin API, and without the website; needed where scripts of a frontend run on the host of the website: without it, sessions of the panel last as long as their tab there; unset: every host has both',
      ),
    SITE_PRIMARY_LANGUAGE: languageTag
      .default('fa')
      .describe('BCP 47 tag of the fields without a suffix; those with one are English'),
    DEFAULT_CURRENCY: z
      .string()
      .refine(isCurrency, 'must be an ISO 4217 currency code such as EUR')
      .default('EUR')
      .describe('ISO 4217 code that new quotes begin with'),
    MEDIA_PUBLIC_BASE: url.optional().describe('public URL before `/media/…`; unset: `SITE_URL`'),
    SPA_INDEX: z
      .string()
      .optional()
      .describe('built `index.html` of the frontend, template of the pages; unset: the built-in template'),
    SPA_DIR: z
      .string()
      .optional()
      .describe(
        'directory of the built frontend, served with the pages; `SPA_INDEX` is then its `index.html`',
      ),
    SITE_PAGES: namesOf(sitePages)
      .default([...sitePages])
      .describe(
        'pages of the website that exist, of `home`, `about`, `services`, `projects`, `investment`, `blog`, `gallery`, `contact`, `pages`; comma-separated',
      ),
    SNAPSHOT_MEMORY_MB: wholeNumber(1, 100_000)
      .default(256)
      .describe(
        'megabytes of memory for the texts of articles, projects and pages; those that do not fit are read from the database when they are asked for',
      ),
    PREVIEW_URL: previewUrl
      .optional()
      .describe(
        'preview address of a frontend, such as `https://example.com/preview?path={path}&token={token}`; it may have `{resource}`, `{id}`, `{slug}` and `{lang}` (the primary language) too; unset: the built-in pages',
      ),
  }),
  storage: z.object({
    STORAGE_ENDPOINT: url
      .optional()
      .describe('S3 endpoint for media; unset with the next three: the directory `DATA_DIR/media`'),
    STORAGE_ACCESS_KEY: z.string().optional().describe('S3 access key for media'),
    STORAGE_SECRET_KEY: z.string().optional().describe('S3 secret key for media'),
    STORAGE_BUCKET: bucket.optional().describe('S3 bucket for media; created when missing'),
    STORAGE_REGION: z.string().default('us-east-1').describe('S3 region for media'),
  }),
  media: z.object({
    MEDIA_MAX_UPLOAD_MB: wholeNumber(1, 500)
      .default(10)
      .describe('maximum size of an uploaded or imported image or PDF, in megabytes (1,048,576 bytes)'),
  }),
  trash: z.object({
    TRASH_KEEP_DAYS: wholeNumber(1, 3_650)
      .default(30)
      .describe('days that deleted records and files can be restored'),
  }),
  auth: z.object({
    JWT_SECRET: signingKey
      .optional()
      .describe('HS256 key of the sign-in tokens, at least 32 bytes; required with `DATABASE_URL`'),
    // Of the stack, the file is empty until a rotation.
    JWT_SECRET_PREVIOUS: z
      .literal('')
      .transform(() => undefined)
      .or(signingKey)
      .optional()
      .describe(
        'the key before: what it signed until it was replaced is accepted for up to eight hours, its links in mails as long as it is set, see [Rotate secrets](rotate-secrets.md)',
      ),
    ADMIN_EMAIL: z
      .string()
      .trim()
      .pipe(emailAddress('must be an email address'))
      .optional()
      .describe('email of the first admin, created only while no admin exists'),
    ADMIN_PASSWORD: z
      .string()
      .min(10, 'must have 10 to 200 characters')
      .max(200, 'must have 10 to 200 characters')
      .optional()
      .describe('password of the first admin, 10–200 characters'),
    REQUIRE_SECOND_FACTOR: z
      .enum(['admin', 'all'])
      .optional()
      .describe(
        '`admin` or `all`: accounts that sign in with a password need a second factor, see [Signing in](access.md#second-factor); unset: nobody must',
      ),
    REVIEW_REQUIRED: z
      .enum(['creators', 'all'])
      .optional()
      .describe(
        '`creators`: what a creator wrote needs the approval of somebody else before it is published; `all`: every change that visitors see does, see [Reviews](content-api.md#reviews); unset: nothing does',
      ),
    CREATOR_UPLOADS: flag
      .default(false)
      .describe('creators may upload images and PDFs and describe their own, and read `article-categories`'),
  }),
  mail: z.object({
    SMTP_URL: smtpUrl
      .optional()
      .describe(
        'mail server, such as `smtp://user:password@mail.example.com:587` or `smtps://…`; unset: no mail is sent',
      ),
    MAIL_FROM: mailSender
      .optional()
      .describe(
        'sender of all mails, such as `Name <no-reply@example.com>`; unset: `no-reply@` the host of `SITE_URL`',
      ),
    CONTACT_NOTIFY: list(emailAddress('must be an email address'))
      .default([])
      .describe(
        'addresses that are told of new contact messages unless the site settings name others; comma-separated',
      ),
  }),
  alerts: z.object({
    OPS_NOTIFY: list(emailAddress('must be an email address'))
      .default([])
      .describe(
        'addresses that are told of what needs an operator: [by mail](monitoring.md#by-mail); comma-separated',
      ),
    OPS_BACKUP_METRICS: url
      .optional()
      .describe('metrics of the backup process, such as `http://backup:9101/metrics`; unset: not watched'),
    OPS_DEPLOY_METRICS: url
      .optional()
      .describe('metrics of the deploy receiver, such as `http://deploy:9102/metrics`; unset: not watched'),
    OPS_CERTIFICATES: list(hostName)
      .default([])
      .describe('hosts whose certificates are watched, for `OPS_NOTIFY` and `/metrics`; comma-separated'),
    OPS_CERTIFICATES_AT: z
      .string()
      .regex(/^[\w.-]+:\d{1,5}$/, 'must be a host and a port, such as proxy:443')
      .optional()
      .describe('server that has these certificates, such as `proxy:443`; unset: port 443 of each host'),
  }),
  identity: z.object({
    OIDC_ISSUER: exactUrl
      .optional()
      .describe('identity provider of the procurement users, exactly as in `iss`; unset: the admin accounts'),
    OIDC_AUDIENCE: z
      .string()
      .optional()
      .describe('`aud` required in a token (Casdoor: the client id); required with `OIDC_ISSUER`'),
    OIDC_DISCOVERY_URL: exactUrl
      .optional()
      .describe('discovery document as reached from the service; unset: derived from `OIDC_ISSUER`'),
    OIDC_CLIENT_ID: z
      .string()
      .optional()
      .describe('client of the sign-in by browser at the identity provider; unset: `OIDC_AUDIENCE`'),
    OIDC_CLIENT_SECRET: z
      .string()
      .optional()
      .describe('secret of that client; unset: a public client, which PKCE protects alone'),
    OIDC_SCOPES: z
      .string()
      .default('openid profile email')
      .refine((scopes) => scopes.split(' ').includes('openid'), 'must contain openid')
      .describe('scopes that the sign-in asks for; separated by spaces'),
    OIDC_PROVIDER_NAME: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .optional()
      .describe('name of the identity provider on the sign-in page, such as `Example Ltd`; unset: its host'),
    OIDC_ID_TOKEN_HINT: flag
      .default(false)
      .describe(
        'signing out at the identity provider takes the ID token along: for one that asks for `id_token_hint`, such as Casdoor before 3.99',
      ),
    OIDC_ONLY: flag
      .default(false)
      .describe(
        'people sign in with the company account alone, except for a day after `create-admin --reset`; see [Access](access.md#company-account)',
      ),
    OIDC_ADMINS: list(z.string().max(255, 'must have at most 255 characters'))
      .default([])
      .describe(
        'subjects (recommended) or verified emails with the role `admin` without an assignment; an email is bound to the first subject that uses it; comma-separated',
      ),
  }),
  monitoring: z.object({
    SENTRY_DSN_BACKEND: dsn
      .optional()
      .describe('DSN for unexpected errors of the service (Sentry or GlitchTip); unset: off'),
    SENTRY_DSN_FRONTEND: dsn.optional().describe('DSN for browsers, published in `/api/client-config`'),
    GLITCHTIP_HOST: z
      .string()
      .optional()
      .describe('public host of the error tracker, published in `/api/client-config`'),
    UMAMI_HOST: url.optional().describe('URL of the Umami analytics server; unset: off'),
    UMAMI_WEBSITE_ID: z
      .uuid('must be a UUID')
      .optional()
      .describe('id of the website in Umami; required with `UMAMI_HOST`'),
  }),
  edge: z.object({
    CDN_MAX_AGE_SECONDS: wholeNumber(0, 31_536_000)
      .default(0)
      .describe(
        'seconds that caches in front of the service may keep public reads and pages; 0: they ask each time; see [A cache in front](scale.md#a-cache-in-front)',
      ),
    CDN_PURGE: z
      .enum(['varnish', 'fastly', 'cloudflare'], 'must be varnish, fastly or cloudflare')
      .optional()
      .describe(
        'cache that is asked to drop what has changed: `varnish`, `fastly` or `cloudflare`; unset: none',
      ),
    CDN_PURGE_URLS: list(url)
      .default([])
      .describe(
        'every server of Varnish; another address of the API of Fastly or Cloudflare; comma-separated',
      ),
    CDN_PURGE_ZONE: z
      .string()
      .regex(/^[\w-]{1,100}$/, 'must be an id of letters, digits, _ and -')
      .optional()
      .describe('service id of Fastly or zone id of Cloudflare'),
    CDN_PURGE_TOKEN: z
      .string()
      .optional()
      .describe('API token that may purge; for Varnish only if its configuration asks for one'),
  }),
  shutdown: z.object({
    SHUTDOWN_DELAY_SECONDS: seconds(0, 3_600)
      .default(0)
      .describe('seconds of serving after SIGTERM while not ready, so that load balancers notice'),
    SHUTDOWN_GRACE_SECONDS: seconds(0, 3_600)
      .default(8)
      .describe('seconds that open requests may then take to finish'),
  }),
} as const
