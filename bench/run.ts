// Runs the benchmarks: `bun run bench [CASE …] [--json]`, by default all cases but `sizes`, which takes many minutes. Each
// case is a script that prints a line per measurement and exits 1 if a bound is not met.
import { join } from 'node:path'

const CASES = [
  ...['reads', 'pages', 'writes', 'rebuild', 'start', 'media', 'variants'],
  ...['login', 'csv', 'bodies', 'search', 'events', 'import', 'import-generated'],
]
const BY_NAME_ONLY = ['sizes']

const args = process.argv.slice(2)
const flags = args.filter((arg) => arg.startsWith('--'))
const named = args.filter((arg) => !arg.startsWith('--'))
const known = [...CASES, ...BY_NAME_ONLY]
const unknown = named.find((name) => !known.includes(name))
if (unknown !== undefined) {
  console.error(`unknown case ${unknown}; choose from ${known.join(', ')}`)
  process.exit(2)
}

for (const name of named.length > 0 ? named : CASES) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, `${name}.ts`), ...flags], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await child.exited) !== 0) process.exitCode = 1
}
