// The command line: `bun src/main.ts COMMAND`. The only code that reads the environment and the arguments.
import { runCommandLine } from './commands/command-line.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), process.env)
