// Runs the benchmarks: `bun run bench [CASE …] [--json]`, all cases by default. Each case is a script that prints a line
// per measurement and exits 1 if a bound is not met.
import { join } from 'node:path'

const CASES = [
  ...['reads', 'writes', 'rebuild', 'start', 'media', 'variants'],
  ...['login', 'csv', 'bodies', 'search', 'import', 'import-generated', 'sizes'],
]

const args = process.argv.slice(2)
const flags = args.filter((arg) => arg.startsWith('--'))
const named = args.filter((arg) => !arg.startsWith('--'))
const unknown = named.find((name) => !CASES.includes(name))
if (unknown !== undefined) {
  console.error(`unknown case ${unknown}; choose from ${CASES.join(', ')}`)
  process.exit(2)
}

for (const name of named.length > 0 ? named : CASES) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, `${name}.ts`), ...flags], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await child.exited) !== 0) process.exitCode = 1
}
