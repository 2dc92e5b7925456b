// Every command with its usage, options and a lazy import of its implementation, so that each loads only its own code.
import { constants, setPriority } from 'node:os'
import type { parseArgs } from 'node:util'
import { ROLES } from '../accounts/actor.ts'
import { UsageError } from './usage-error.ts'

type Values = Record<string, unknown>

export type Command = {
  usage: string
  about: string
  /** The effect of each option, where `about` does not say it. */
  optionsHelp?: readonly (readonly [option: string, meaning: string])[]
  options: NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>
  positionals: number
  /** Runs as a service: a failed start is reported as a JSON log line rather than on standard error. */
  unattended?: true
  /** Resolves with the exit code; throws `UsageError` for wrong arguments. */
  run(input: {
    values: Values
    positionals: string[]
    environment: Record<string, string | undefined>
  }): Promise<number>
}

const transferOptions = {
  url: { type: 'string' },
  email: { type: 'string' },
  'with-forms': { type: 'boolean' },
} as const

export const commands: Record<string, Command> = {
  serve: {
    usage: 'serve [--demo]',
    about: 'start the service; --demo fills an empty database with a bilingual demo site',
    options: { demo: { type: 'boolean' } },
    positionals: 0,
    unattended: true,
    run: async ({ values, environment }) =>
      (await import('./serve-command.ts')).serve(environment, { demo: values.demo === true }),
  },
  migrate: {
    usage: 'migrate',
    about: 'apply pending database migrations (serve does this at every start)',
    options: {},
    positionals: 0,
    run: async ({ environment }) => (await import('./migrate-command.ts')).migrate(environment),
  },
  'create-admin': {
    usage:
      'create-admin --email E [--name N] [--role admin|editor|creator] | create-admin --reset [--email E] [--revoke-tokens] [--disconnect]',
    about:
      'create an account, with the password from standard input; or set a new password, from standard input or else a generated one, and remove second factors: --revoke-tokens also revokes the API tokens of the account, --disconnect also ends its connection with a company account',
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string', default: 'admin' },
      reset: { type: 'boolean' },
      'revoke-tokens': { type: 'boolean' },
      disconnect: { type: 'boolean' },
    },
    positionals: 0,
    run: async ({ values, environment }) => {
      if (values.reset) {
        const piped = process.stdin.isTTY ? '' : await readPassword()
        const { resetPassword } = await import('./create-admin-command.ts')
        const endings = {
          revoke_tokens: values['revoke-tokens'] === true,
          disconnect: values.disconnect === true,
        }
        return resetPassword(environment, {
          email: optional(values.email),
          password: piped || null,
          endings,
        })
      }
      if (values['revoke-tokens'] || values.disconnect)
        throw new UsageError('--revoke-tokens and --disconnect can only be used with --reset')
      const email = required(values.email, '--email')
      const role = ROLES.find((known) => known === values.role)
      if (!role) throw new UsageError(`--role must be one of ${ROLES.join(', ')}`)
      if (process.stdin.isTTY) console.error('Type the password, then press Enter and Ctrl-D.')
      const password = await readPassword()
      const { createAdmin } = await import('./create-admin-command.ts')
      return createAdmin(environment, { email, name: optional(values.name), role, password })
    },
  },
  're-encrypt': {
    usage: 're-encrypt',
    about:
      'encrypt stored secrets again, with JWT_SECRET in place of JWT_SECRET_PREVIOUS, before that key is removed; exits 1 while it is still needed',
    options: {},
    positionals: 0,
    run: async ({ environment }) => (await import('./re-encrypt-command.ts')).reEncrypt(environment),
  },
  media: {
    usage: 'media sweep [--delete] | media placeholders',
    about:
      'sweep: list stored objects without an image and images without an object, --delete removes both; placeholders: make the blurred previews of images from before there were any',
    options: { delete: { type: 'boolean' } },
    positionals: 1,
    run: async ({ values, positionals, environment }) => {
      if (positionals[0] === 'placeholders') {
        if (values.delete === true) throw new UsageError('--delete can only be used with media sweep')
        const { mediaPlaceholders } = await import('./media-placeholders-command.ts')
        return mediaPlaceholders({ environment, out: process.stdout, isTTY: process.stdout.isTTY === true })
      }
      if (positionals[0] !== 'sweep')
        throw new UsageError('media has two subcommands: media sweep and media placeholders')
      const { mediaSweep } = await import('./media-sweep-command.ts')
      return mediaSweep(environment, { remove: values.delete === true })
    },
  },
  backup: {
    usage: 'backup [--once] [--media]',
    about: 'dump the databases every BACKUP_INTERVAL_SECONDS, or once; --media also copies the media store',
    options: { once: { type: 'boolean' }, media: { type: 'boolean' } },
    positionals: 0,
    unattended: true,
    run: async ({ values, environment }) =>
      (await import('./backup-command.ts')).backup(environment, {
        once: values.once === true,
        media: values.media === true,
      }),
  },
  restore: {
    usage:
      'restore [--stamp S] [--database D] [--access current|dump|none] [--allow-superuser] | --list | --drill [--to URL] [--allow-superuser] | --drop-old | --media',
    about:
      'restore databases from the latest or the given backup; --access says who gets in afterwards: everybody as now, as in the dump, or nobody; --list shows the backups, --drill tests one in a scratch database, --drop-old drops the replaced databases, --media restores media; --allow-superuser permits a superuser login, with which the dump can run code on the server',
    options: {
      stamp: { type: 'string' },
      database: { type: 'string' },
      access: { type: 'string' },
      to: { type: 'string' },
      list: { type: 'boolean' },
      drill: { type: 'boolean' },
      'drop-old': { type: 'boolean' },
      media: { type: 'boolean' },
      'allow-superuser': { type: 'boolean' },
    },
    positionals: 0,
    run: async ({ values, environment }) => {
      const options = await restoreOptions(values)
      const { restore } = await import('./restore-command.ts')
      return restore(environment, { ...options, terminal: terminalOf(process) })
    },
  },
  doctor: {
    usage: 'doctor [--json]',
    about:
      'run the routine checks (containers, log, dumps, readiness, disk, object store, mail); exits 1 when one fails',
    options: { json: { type: 'boolean' } },
    positionals: 0,
    run: async ({ values, environment }) =>
      (await import('./doctor-command.ts')).doctor(environment, { json: values.json === true }),
  },
  smoke: {
    usage: 'smoke URL [--email E] [--timeout SECONDS]',
    about:
      'check a running service from outside, within 9 s or the given time; authenticated checks need --email with FRONTAGE_PASSWORD, or FRONTAGE_TOKEN',
    options: { email: { type: 'string' }, timeout: { type: 'string', default: '9' } },
    positionals: 1,
    run: async ({ values, positionals, environment }) => {
      const url = required(positionals[0], 'URL')
      const timeoutSeconds = wholeNumber(values.timeout, '--timeout')
      const credentials = {
        email: optional(values.email),
        password: environment.FRONTAGE_PASSWORD || null,
        token: environment.FRONTAGE_TOKEN || null,
      }
      return (await import('./smoke-command.ts')).smoke(url, { credentials, timeoutSeconds })
    },
  },
  'deploy-receiver': {
    usage: 'deploy-receiver',
    about: 'deploy on push: receive signed webhooks of the git host, build, start, and wait for readiness',
    options: {},
    positionals: 0,
    unattended: true,
    run: async ({ environment }) =>
      (await import('./deploy-receiver-command.ts')).deployReceiver(environment),
  },
  audit: {
    usage: 'audit [--limit N]',
    about: 'print the audit log, newest first; 50 rows by default',
    options: { limit: { type: 'string', default: '50' } },
    positionals: 0,
    run: async ({ values, environment }) => {
      const limit = wholeNumber(values.limit, '--limit')
      return (await import('./audit-command.ts')).audit(environment, limit)
    },
  },
  'import-wordpress': {
    usage:
      'import-wordpress FILE|ADDRESS --url U --email E [--wordpress-user NAME] [--allow-private] [--dry-run] [--report FILE] [--media] [--uploads DIR] [--menu NAME[=header|footer]]... [--language TAG] [--map TYPE=RESOURCE]... [--authors] [--comments FILE] [--keep-links] [--category-base NAME] [--tag-base NAME] [--posts-per-page N]',
    about:
      'import a WordPress export, or a live site such as https://example.com by its REST API, into the running service at --url; needs FRONTAGE_PASSWORD, or FRONTAGE_TOKEN instead of --email. Running it again changes nothing',
    optionsHelp: [
      ['--dry-run', 'write nothing; print what an import would create'],
      ['--report FILE', 'write a page (HTML) with what came, what changed and what was left out'],
      ['--media', 'import images and PDFs too; the service downloads them'],
      ['--uploads DIR', 'import them from a copy of wp-content/uploads'],
      ['--language TAG', 'the language of texts without one, such as fa or pt-BR'],
      ['--menu NAME[=header|footer]', 'a menu and its place; repeatable. By default the largest menu'],
      ['--map TYPE=RESOURCE', 'import another post type, such as portfolio=projects; repeatable'],
      ['--authors', 'make a disabled account for each author'],
      ['--comments FILE', 'write the comments to a JSON file'],
      ['--keep-links', 'leave links to the old site in texts'],
      ['--category-base NAME', 'the first part of addresses of categories (category)'],
      ['--tag-base NAME', 'the first part of addresses of tags (tag)'],
      ['--posts-per-page N', 'the posts on a page of the old lists (10)'],
      ['--wordpress-user NAME', 'of a live site, with WORDPRESS_APPLICATION_PASSWORD: for drafts and menus'],
      ['--allow-private', 'allow a live site whose address is not public'],
    ],
    options: {
      url: { type: 'string' },
      email: { type: 'string' },
      'dry-run': { type: 'boolean' },
      report: { type: 'string' },
      media: { type: 'boolean' },
      uploads: { type: 'string' },
      'wordpress-user': { type: 'string' },
      'allow-private': { type: 'boolean' },
      menu: { type: 'string', multiple: true },
      language: { type: 'string' },
      map: { type: 'string', multiple: true },
      authors: { type: 'boolean' },
      comments: { type: 'string' },
      'keep-links': { type: 'boolean' },
      'category-base': { type: 'string' },
      'tag-base': { type: 'string' },
      'posts-per-page': { type: 'string' },
    },
    positionals: 1,
    run: async ({ values, positionals, environment }) => {
      // Visitors go first when the service is on the same machine.
      setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
      return (await import('./import-wordpress-command.ts')).importWordpress({
        file: required(positionals[0], 'FILE or ADDRESS'),
        site: {
          login: await (await import('./read-wordpress-source.ts')).loginOf(
            optional(values['wordpress-user']),
            environment,
          ),
          allowPrivate: values['allow-private'] === true,
        },
        url: required(values.url, '--url'),
        email: optional(values.email),
        dryRun: values['dry-run'] === true,
        report: optional(values.report),
        media: values.media === true,
        uploads: optional(values.uploads),
        menus: several(values.menu),
        language: optional(values.language),
        maps: several(values.map),
        authors: values.authors === true,
        comments: optional(values.comments),
        keepLinks: values['keep-links'] === true,
        categoryBase: optional(values['category-base']),
        tagBase: optional(values['tag-base']),
        postsPerPage: optional(values['posts-per-page']),
        password: environment.FRONTAGE_PASSWORD ?? null,
        token: environment.FRONTAGE_TOKEN ?? null,
        out: process.stdout,
        isTTY: process.stdout.isTTY === true,
      })
    },
  },
  export: {
    usage: 'export DIR|FILE.tar.gz [--with-forms] [--url U --email E]',
    about:
      'write all content and media to an archive; --with-forms adds messages and newsletter subscribers; --url reads a running service instead of the configured database and needs FRONTAGE_PASSWORD, or FRONTAGE_TOKEN instead of --email',
    options: transferOptions,
    positionals: 1,
    run: async ({ values, positionals, environment }) =>
      (await import('./export-command.ts')).exportSite(transferInput(values, positionals, environment)),
  },
  import: {
    usage: 'import DIR|FILE.tar.gz [--dry-run] [--with-forms] [--max-gb N] [--url U --email E]',
    about:
      'import an archive of export after verifying it; --dry-run only prints what would be created, changed and left; --max-gb: what a FILE may unpack to, 20 by default; --url imports into a running service instead of the configured database',
    options: {
      ...transferOptions,
      'dry-run': { type: 'boolean' },
      'max-gb': { type: 'string', default: '20' },
    },
    positionals: 1,
    run: async ({ values, positionals, environment }) =>
      (await import('./import-command.ts')).importSite({
        ...transferInput(values, positionals, environment),
        dryRun: values['dry-run'] === true,
        maxGb: wholeNumber(values['max-gb'], '--max-gb'),
      }),
  },
  'generate-static': {
    usage: 'generate-static DIR [--frontend DIR]',
    about:
      "write the public site as static files; --frontend first copies a frontend's built files; exits 1 and lists dead links if there are any",
    options: { frontend: { type: 'string' } },
    positionals: 1,
    run: async ({ values, positionals, environment }) =>
      (await import('./generate-static-command.ts')).generateStaticSite({
        directory: required(positionals[0], 'DIR'),
        frontend: optional(values.frontend),
        environment,
        out: process.stdout,
        isTTY: process.stdout.isTTY === true,
      }),
  },
}

const RESTORE_TASKS = ['list', 'drill', 'drop-old', 'media'] as const

/** Null where nobody can be asked. */
const terminalOf = ({ stdin, stdout }: NodeJS.Process) =>
  stdin.isTTY && stdout.isTTY ? { input: stdin, output: stdout } : null

async function restoreOptions(values: Values) {
  const task = exclusive(values, RESTORE_TASKS) ?? ('restore' as const)
  // An option that the task would ignore is refused: it may have been meant to limit what is changed.
  const valueFor = (tasks: readonly string[], option: string) => {
    if (values[option] === undefined || tasks.includes(task)) return values[option]
    const names = tasks.map((name) => (name === 'restore' ? 'restore' : `--${name}`))
    throw new UsageError(`--${option} can only be used with ${names.join(', ')}`)
  }
  const stamp = optional(valueFor(['restore', 'drill', 'media'], 'stamp'))
  const database = optional(valueFor(['restore', 'drill', 'drop-old'], 'database'))
  const to = optional(valueFor(['drill'], 'to'))
  const given = optional(valueFor(['restore'], 'access'))
  const { ACCESS } = await import('../accounts/restored-access.ts')
  const access = ACCESS.find((known) => known === given) ?? null
  if (given !== null && !access) throw new UsageError(`--access must be one of ${ACCESS.join(', ')}`)
  const allowSuperuser = valueFor(['restore', 'drill'], 'allow-superuser') === true
  const { parseStamp } = await import('../operations/backup/dump-names.ts')
  if (stamp !== null && !parseStamp(stamp))
    throw new UsageError(`invalid stamp ${stamp}; stamps look like 20260803T101500Z`)
  return { task, stamp, database, to, access, allowSuperuser }
}

function transferInput(
  values: Values,
  positionals: string[],
  environment: Parameters<Command['run']>[0]['environment'],
) {
  const url = optional(values.url)
  const email = optional(values.email)
  if (email !== null && url === null) throw new UsageError('--email can only be used with --url')
  return {
    path: required(positionals[0], 'DIR or FILE.tar.gz'),
    environment,
    service: url === null ? null : { url, email },
    withForms: values['with-forms'] === true,
    out: process.stdout,
    isTTY: process.stdout.isTTY === true,
  }
}

const optional = (value: unknown) => (typeof value === 'string' ? value : null)
/** All values of an option that can be given several times. */
const several = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

function required(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new UsageError(`${name} is required`)
}

function exclusive<Name extends string>(values: Values, names: readonly Name[]): Name | null {
  const given = names.filter((name) => values[name] === true)
  if (given.length > 1) throw new UsageError(`--${given[0]} and --${given[1]} cannot be combined`)
  return given[0] ?? null
}

function wholeNumber(value: unknown, name: string): number {
  if (typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value)) return Number(value)
  throw new UsageError(`${name} must be a whole number from 1 to 999999`)
}

const readPassword = async () => (await Bun.stdin.text()).replace(/\r?\n$/, '')
