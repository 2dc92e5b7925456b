// The committed snapshot: for each request its statements, one a line, the same on both databases.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The statements by request, as `GET /api/site, cold`. */
export type Statements = Map<string, string[]>

export const UPDATE = 'UPDATE_STATEMENTS'

const FILE = join(import.meta.dir, 'statements.txt')
const HEADING = /^(\S.*): \d+$/

export async function readStatements(): Promise<Statements> {
  const sections = (await readFile(FILE, 'utf8')).trim().split(/\n\n/)
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      return [HEADING.exec(heading)?.[1] ?? heading, lines.map((line) => line.trim())]
    }),
  )
}

export async function writeStatements(statements: Statements) {
  const sections = [...statements].map(([request, sent]) =>
    [`${request}: ${sent.length}`, ...sent.map((statement) => `  ${statement}`)].join('\n'),
  )
  await writeFile(FILE, `${sections.join('\n\n')}\n`)
}

/** The difference between the committed statements of a request and those it sent; null if there is none. */
export function describeDifference(
  request: string,
  committed: readonly string[] | undefined,
  sent: readonly string[],
): string | null {
  const known = committed ?? []
  const at = Array.from({ length: Math.max(known.length, sent.length, 1) }).findIndex(
    (_, index) => known[index] !== sent[index] || !committed,
  )
  if (at < 0) return null
  return [
    `${request}: ${sent.length} statements instead of ${known.length}; number ${at + 1} differs`,
    `- ${known[at] ?? '(none)'}`,
    `+ ${sent[at] ?? '(none)'}`,
    `If this is intended, write statements.txt anew with ${UPDATE}=1 bun test tests/http/statements and review it.`,
  ].join('\n')
}
