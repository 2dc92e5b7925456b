// Runs a command line: finds the command, reads its options, and reports why it failed.
import { parseArgs } from 'node:util'
import { EnvironmentError } from '../platform/config/env.ts'
import { type Command, commands } from './command-table.ts'
import { StartError } from './start-error.ts'
import { UsageError } from './usage-error.ts'

type Environment = Record<string, string | undefined>

/** Runs `COMMAND [OPTIONS]`; resolves with the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function runCommandLine(args: string[], environment: Environment): Promise<number> {
  try {
    return await run(args, environment)
  } catch (error) {
    return reportFailure(error, { name: args[0] ?? '', environment })
  }
}

const findCommand = (name: string) => (Object.hasOwn(commands, name) ? commands[name]! : null)

async function run([name = '', ...args]: string[], environment: Environment): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    console.log(helpText())
    return 0
  }
  const command = findCommand(name)
  if (!command)
    throw new UsageError(name ? `unknown command ${name}; see --help` : 'missing command; see --help')
  const { values, positionals } = parseArguments(command, { name, args })
  if (values.help) {
    console.log(commandHelp(command))
    return 0
  }
  return command.run({ values, positionals, environment })
}

function commandHelp({ usage, about, optionsHelp = [] }: Command): string {
  const width = Math.max(...optionsHelp.map(([option]) => option.length))
  const options = optionsHelp.map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`)
  return [`usage: bun src/main.ts ${usage}`, about, ...options].join('\n')
}

const helpText = () =>
  [
    'usage: bun src/main.ts COMMAND',
    ...Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`),
  ].join('\n')

function parseArguments(command: Command, { name, args }: { name: string; args: string[] }) {
  const options = { ...command.options, help: { type: 'boolean' as const, short: 'h' } }
  let parsed: { values: Record<string, unknown>; positionals: string[] }
  try {
    parsed = parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\n|\. /)
    throw new UsageError(`${sentence}; see ${name} --help`)
  }
  if (parsed.positionals.length > command.positionals)
    throw new UsageError(`unexpected argument ${parsed.positionals[command.positionals]}`)
  return parsed
}

/** Prints why a command failed; resolves with the exit code. */
async function reportFailure(
  error: unknown,
  { name, environment }: { name: string; environment: Environment },
): Promise<number> {
  if (error instanceof UsageError) {
    console.error(error.message)
    return 2
  }
  const { isPretty, logFormatOf } = await import('../platform/pretty-log.ts')
  const { TemplateError } = await import('../website/render/page-template.ts')
  const { FrontendFilesError } = await import('../website/frontend-files.ts')
  const isOfStart =
    error instanceof StartError || error instanceof TemplateError || error instanceof FrontendFilesError
  if (findCommand(name)?.unattended && !isPretty(logFormatOf(environment.LOG_FORMAT))) {
    const { createLog, standardOutput } = await import('../platform/log.ts')
    const log = createLog('info', standardOutput('json'))
    if (error instanceof EnvironmentError) log.fatal({ problems: error.problems }, error.message)
    else if (isOfStart) log.fatal(error.message)
    else log.fatal({ err: error }, 'the service could not start')
    return 1
  }
  const { AppError } = await import('../text/errors.ts')
  const isExplained = isOfStart || error instanceof EnvironmentError || error instanceof AppError
  console.error(isExplained ? error.message : String(error))
  return 1
}
