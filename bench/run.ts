// Measures the service as its users meet it: `bun run bench [CASE …] [--json]`, every case where none is named. A case
// is a script of its own, prints one line and exits 1 when a bound is passed.
import { join } from 'node:path'

const CASES = ['reads', 'writes', 'rebuild', 'start', 'media', 'login', 'csv']

const args = process.argv.slice(2)
const flags = args.filter((arg) => arg.startsWith('--'))
const named = args.filter((arg) => !arg.startsWith('--'))
const unknown = named.find((name) => !CASES.includes(name))
if (unknown !== undefined) {
  console.error(`there is no case ${unknown}; there are ${CASES.join(', ')}`)
  process.exit(2)
}

for (const name of named.length > 0 ? named : CASES) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, `${name}.ts`), ...flags], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await child.exited) !== 0) process.exitCode = 1
}
