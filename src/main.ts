// The command line: `bun src/main.ts COMMAND`. The only reader of the environment and of the arguments.
import { parseArgs } from 'node:util'
import { EnvironmentError } from './config/env.ts'
import { AppError } from './errors.ts'

type Command = {
  usage: string
  about: string
  options: NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>
  positionals: number
  /** Runs unattended: why it ended is a JSON line on standard output like all its others. */
  unattended?: true
  /** Resolves with the exit code. */
  run(input: { values: Record<string, unknown>; positionals: string[] }): Promise<number>
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)

const commands: Record<string, Command> = {
  serve: {
    usage: 'serve [--demo]',
    about: 'start the service; --demo fills an empty database with the bilingual demo site',
    options: { demo: { type: 'boolean' } },
    positionals: 0,
    unattended: true,
    run: async ({ values }) =>
      (await import('./commands/serve-command.ts')).serve(process.env, { demo: values.demo === true }),
  },
  migrate: {
    usage: 'migrate',
    about: 'bring the database to the current schema',
    options: {},
    positionals: 0,
    run: async () => (await import('./commands/migrate-command.ts')).migrate(process.env),
  },
  'create-admin': {
    usage: 'create-admin --email E [--name N] [--role admin|creator]',
    about: 'make an account; its password is read from standard input',
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string', default: 'admin' },
    },
    positionals: 0,
    run: async ({ values }) => {
      const email = required(values.email, '--email')
      const { role } = values
      if (role !== 'admin' && role !== 'creator') {
        throw new UsageError('--role is neither admin nor creator')
      }
      if (process.stdin.isTTY) console.error('Type the password, then Enter and Ctrl-D.')
      const password = (await Bun.stdin.text()).replace(/\r?\n$/, '')
      const { createAdmin } = await import('./commands/create-admin-command.ts')
      return createAdmin(process.env, { email, name: text(values.name), role, password })
    },
  },
  media: {
    usage: 'media sweep [--delete]',
    about: 'list objects without an image and images without an object; --delete removes them',
    options: { delete: { type: 'boolean' } },
    positionals: 1,
    run: async ({ values, positionals }) => {
      if (positionals[0] !== 'sweep') throw new UsageError('media has one task: media sweep')
      return (await import('./commands/media-sweep-command.ts')).mediaSweep(process.env, {
        remove: values.delete === true,
      })
    },
  },
  backup: {
    usage: 'backup [--once] [--media]',
    about:
      'dump the databases every BACKUP_INTERVAL_SECONDS, or once; --media copies the media store as well',
    options: { once: { type: 'boolean' }, media: { type: 'boolean' } },
    positionals: 0,
    unattended: true,
    run: async ({ values }) =>
      (await import('./commands/backup-command.ts')).backup(process.env, {
        once: values.once === true,
        media: values.media === true,
      }),
  },
  restore: {
    usage: 'restore [--stamp S] [--database D] | --list | --drill [--to URL] | --drop-old | --media',
    about:
      'put the newest dumps, or those of a stamp, in the place of the databases; --list shows what there is, --drill tests it in a scratch database, --drop-old removes the databases that were replaced, --media brings the media back',
    options: {
      stamp: { type: 'string' },
      database: { type: 'string' },
      to: { type: 'string' },
      list: { type: 'boolean' },
      drill: { type: 'boolean' },
      'drop-old': { type: 'boolean' },
      media: { type: 'boolean' },
    },
    positionals: 0,
    run: async ({ values }) => {
      const task = oneOf(values, ['list', 'drill', 'drop-old', 'media']) ?? 'restore'
      // What a task would pass over is refused: it may have been meant to spare something.
      const only = (option: string, tasks: readonly string[]) => {
        if (tasks.includes(task)) return text(values[option])
        const named = tasks.map((name) => (name === 'restore' ? 'a restore' : `--${name}`))
        return unwanted(values[option], `--${option} goes with ${named.join(', ')}`)
      }
      const stamp = only('stamp', ['restore', 'drill', 'media'])
      const database = only('database', ['restore', 'drill', 'drop-old'])
      const to = only('to', ['drill'])
      const { momentOf } = await import('./backup/dump-names.ts')
      if (stamp !== null && !momentOf(stamp))
        throw new UsageError(`${stamp} is not a stamp, which looks like 20260803T101500Z`)
      return (await import('./commands/restore-command.ts')).restore(process.env, {
        task,
        stamp,
        database,
        to,
      })
    },
  },
  doctor: {
    usage: 'doctor [--json]',
    about: 'the routine checks: containers, log, dumps, readiness, disk; exits 1 when one fails',
    options: { json: { type: 'boolean' } },
    positionals: 0,
    run: async ({ values }) =>
      (await import('./commands/doctor-command.ts')).doctor(process.env, { json: values.json === true }),
  },
  smoke: {
    usage: 'smoke URL [--email E]',
    about:
      'try a running service, a line a check; with the password in FRONTAGE_PASSWORD or a token in FRONTAGE_TOKEN also what needs credentials',
    options: { email: { type: 'string' } },
    positionals: 1,
    run: async ({ values, positionals }) =>
      (await import('./commands/smoke-command.ts')).smoke(required(positionals[0], 'URL'), {
        email: text(values.email),
        password: process.env.FRONTAGE_PASSWORD || null,
        token: process.env.FRONTAGE_TOKEN || null,
      }),
  },
  'deploy-receiver': {
    usage: 'deploy-receiver',
    about: 'deploy what is pushed: take signed deliveries of the git host, build, start, wait for readiness',
    options: {},
    positionals: 0,
    unattended: true,
    run: async () => (await import('./commands/deploy-receiver-command.ts')).deployReceiver(process.env),
  },
  audit: {
    usage: 'audit [--limit N]',
    about: 'print who changed what, newest first; 50 rows unless told',
    options: { limit: { type: 'string', default: '50' } },
    positionals: 0,
    run: async ({ values }) =>
      (await import('./commands/audit-command.ts')).audit(process.env, wholeNumber(values.limit, '--limit')),
  },
  'import-wordpress': {
    usage: 'import-wordpress FILE --url U --email E [--menu NAME] [--media]',
    about:
      'move a WordPress export into a running service, with --media also the images that it shows; the password comes from FRONTAGE_PASSWORD, or a token from FRONTAGE_TOKEN',
    options: {
      url: { type: 'string' },
      email: { type: 'string' },
      menu: { type: 'string' },
      media: { type: 'boolean' },
    },
    positionals: 1,
    run: async ({ values, positionals }) =>
      (await import('./commands/import-wordpress-command.ts')).importWordpress({
        file: required(positionals[0], 'FILE'),
        url: required(values.url, '--url'),
        email: text(values.email),
        menu: text(values.menu),
        media: values.media === true,
        password: process.env.FRONTAGE_PASSWORD ?? null,
        token: process.env.FRONTAGE_TOKEN ?? null,
        out: process.stdout,
        isTTY: process.stdout.isTTY === true,
      }),
  },
}

class UsageError extends Error {}

function required(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new UsageError(`${name} is missing`)
}

function oneOf<Name extends string>(values: Record<string, unknown>, names: readonly Name[]): Name | null {
  const given = names.filter((name) => values[name] === true)
  if (given.length > 1) throw new UsageError(`--${given[0]} and --${given[1]} are two tasks: name one`)
  return given[0] ?? null
}

function unwanted(value: unknown, message: string): null {
  if (value !== undefined) throw new UsageError(message)
  return null
}

function wholeNumber(value: unknown, name: string): number {
  if (typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value)) return Number(value)
  throw new UsageError(`${name} is not a whole number from 1 to 999999`)
}

const manual = () =>
  [
    'usage: bun src/main.ts COMMAND',
    ...Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`),
  ].join('\n')

async function main(args: string[]): Promise<number> {
  const [name = '', ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') {
    console.log(manual())
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command)
    throw new UsageError(name ? `there is no command ${name}; see --help` : 'name a command; see --help')
  const { values, positionals } = readArguments(command, rest)
  if (values.help) {
    console.log(`usage: bun src/main.ts ${command.usage}\n${command.about}`)
    return 0
  }
  return command.run({ values, positionals })
}

function readArguments(command: Command, args: string[]) {
  try {
    const options = { ...command.options, help: { type: 'boolean' as const, short: 'h' } }
    const read = parseArgs({ args, options, allowPositionals: true, strict: true })
    if (read.positionals.length > command.positionals) {
      throw new UsageError(`unexpected ${read.positionals[command.positionals]}`)
    }
    return read as { values: Record<string, unknown>; positionals: string[] }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message.split('\n')[0])
  }
}

/** The exit code for what a command threw, after saying it. */
async function report(error: unknown, name: string | undefined): Promise<number> {
  if (error instanceof UsageError) {
    console.error(error.message)
    return 2
  }
  const unattended = name !== undefined && Object.hasOwn(commands, name) && commands[name]!.unattended
  if (unattended) {
    const { createLog } = await import('./log.ts')
    if (error instanceof EnvironmentError)
      createLog('info').fatal({ problems: error.problems }, error.message)
    else createLog('info').fatal({ err: error }, 'the service could not start')
    return 1
  }
  if (error instanceof EnvironmentError) console.error(error.message)
  else if (error instanceof AppError) console.error(error.message)
  else console.error(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  return 1
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.exitCode = await report(error, process.argv[2])
}
