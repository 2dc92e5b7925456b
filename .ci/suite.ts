// `npm test`: the test files that need nothing but Node and npm, or those named; flags are those of `bun test`.
import { mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { TEST_LIMIT_SECONDS } from './lane.ts'
import { filesOfNpmTest, NPM_TEST_ENV } from './test-files.ts'

const SLOWEST = 10

const args = process.argv.slice(2)
const isWhole = !args.some((arg) => /^(?:\.\/)?tests\//.test(arg))
const files = isWhole ? filesOfNpmTest().map((file) => `./${file}`) : []
const timings = join(import.meta.dir, '../node_modules/.cache/frontage/timings.json')
mkdirSync(dirname(timings), { recursive: true })

const child = Bun.spawn(
  [
    process.execPath,
    'test',
    `--parallel=${Math.max(2, availableParallelism())}`,
    '--no-isolate',
    `--timeout=${TEST_LIMIT_SECONDS * 1_000}`,
    `--timings=${timings}`,
    '--update-timings',
    ...args,
    ...files,
  ],
  { env: { ...NPM_TEST_ENV, ...process.env }, stdio: ['ignore', 'inherit', 'inherit'] },
)
const code = await child.exited
if (isWhole) console.log(slowest())
process.exit(code)

function slowest(): string {
  const { files: ms } = JSON.parse(readFileSync(timings, 'utf8')) as { files: Record<string, number> }
  const lines = filesOfNpmTest()
    .map((file): [string, number] => [file, ms[file] ?? 0])
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SLOWEST)
    .map(([file, time]) => `${(time / 1_000).toFixed(1).padStart(7)} s  ${file}`)
  return ['\nThe slowest files:', ...lines].join('\n')
}
