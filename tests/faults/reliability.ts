// Makes every fault of the matrix and writes what was measured into docs/reliability.md: `bun run reliability [NAME …]`
// measures the rows with these names, by default all. A row that cannot be made says why.
import { join } from 'node:path'
import type { Outcome } from './invariants.ts'
import { type Fault, faults } from './matrix-faults.ts'

const PAGE = join(import.meta.dir, '../../docs/reliability.md')

const names = process.argv.slice(2)
const unknown = names.find((name) => !faults.some((fault) => fault.name === name))
if (unknown !== undefined) {
  console.error(`unknown fault "${unknown}"; choose from ${faults.map(({ name }) => `"${name}"`).join(', ')}`)
  process.exit(2)
}

for (const fault of faults) {
  if (names.length > 0 && !names.includes(fault.name)) continue
  const cells = await cellsOf(fault)
  console.log([fault.name, ...cells].join(' | '))
  await writeRow(fault, cells)
}
process.exit()

async function cellsOf(fault: Fault): Promise<string[]> {
  const missing = fault.missing?.() ?? null
  if (missing !== null) return [`not made: ${missing}`, '', '', '', '', '']
  const outcome = await fault.measure()
  for (const line of new Set(outcome.wrong)) console.log(`  wrong: ${line}`)
  console.log(`  longest time without a read: ${seconds(outcome.readPauseMs)}`)
  return describe(outcome)
}

function seconds(milliseconds: number) {
  return `${(milliseconds / 1_000).toFixed(1)} s`
}

function describe(outcome: Outcome): string[] {
  const { mails, numbers, bookings } = outcome.duplicates
  return [
    `${outcome.lost} of ${outcome.acknowledged.toLocaleString('en')}`,
    `${outcome.failedReads} of ${outcome.reads.toLocaleString('en')}`,
    String(outcome.wrong.length),
    seconds(outcome.pauseMs),
    seconds(outcome.recoveryMs),
    `${mails}, ${numbers}, ${bookings}`,
  ]
}

/** Replaces the row of the fault, which the page has. */
async function writeRow({ name, how }: Fault, cells: readonly string[]) {
  const page = await Bun.file(PAGE).text()
  const row = `| **${name}**: ${how} | ${cells.join(' | ')} |`
  const lines = page.split('\n')
  const index = lines.findIndex((line) => line.startsWith(`| **${name}**`))
  if (index === -1) throw new Error(`${PAGE} has no row for ${name}`)
  lines[index] = row
  await Bun.write(PAGE, lines.join('\n'))
}
