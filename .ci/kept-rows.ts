// Keeps the table of a proof for its commit, so that it can go on after an interruption.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Row } from './report.ts'
import { output } from './shell.ts'

/** Changes that are not committed belong to no commit: nothing is kept, and `read` throws. */
export async function keptRows(root: string) {
  const git = (...args: string[]) => output(['git', '-C', root, ...args])
  const isClean = (await git('status', '--porcelain')) === ''
  const commit = (await git('rev-parse', 'HEAD')).trim()
  const file = join(root, 'node_modules/.cache/frontage/proof', `${commit}.json`)
  const stored = async (): Promise<Row[]> => JSON.parse(await readFile(file, 'utf8').catch(() => '[]'))
  return {
    async read() {
      if (!isClean) throw new Error('--resume needs a work tree without changes: commit or stash them')
      return (await stored()).filter(({ state }) => state !== 'ended' && state !== 'not run')
    },
    /** Rows of other lanes stay. */
    async keep(rows: readonly Row[]) {
      if (!isClean) return
      const others = (await stored()).filter(({ name }) => !rows.some((row) => row.name === name))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, JSON.stringify([...others, ...rows]))
    },
  }
}
