// What `bun run proof --resume` knows of an earlier run.
import { expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptRows } from '../../.ci/kept-rows.ts'
import type { Row } from '../../.ci/report.ts'

async function repository() {
  const root = await mkdtemp(join(tmpdir(), 'frontage-kept-'))
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
    const { exitCode, stderr } = Bun.spawnSync(['git', '-C', root, ...identity, ...args])
    if (exitCode !== 0) throw new Error(stderr.toString())
  }
  const commit = async (text: string) => {
    await writeFile(join(root, 'file'), text)
    git('add', '--all')
    git('commit', '--quiet', '--message', text)
  }
  git('init', '--quiet')
  await writeFile(join(root, '.gitignore'), 'node_modules\n')
  await commit('first')
  return { root, commit, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
}

const row = (name: string, state: Row['state']): Row => ({
  ...{ name, state, passed: 1, failed: 0, unsteady: 0, skipped: 0, seconds: 2, load: 1 },
  ...{ failures: [], unsteadyTests: [], skips: [] },
})

test('rows of lanes that have ended are kept for their commit; those of interrupted lanes are not', async () => {
  await using repo = await repository()
  const first = await keptRows(repo.root)
  await first.keep([row('lint', 'passed')])
  await first.keep([row('stack', 'failed'), row('panel', 'ended'), row('faults', 'not run')])
  const again = await keptRows(repo.root)
  expect((await again.read()).map(({ name }) => name)).toEqual(['lint', 'stack'])
  await repo.commit('second')
  expect(await (await keptRows(repo.root)).read()).toEqual([])
})

test('changes that are not committed belong to no commit: nothing is kept, and nothing resumed', async () => {
  await using repo = await repository()
  await writeFile(join(repo.root, 'file'), 'changed')
  const changed = await keptRows(repo.root)
  await changed.keep([row('lint', 'passed')])
  expect(changed.read()).rejects.toThrow('--resume needs a work tree without changes: commit or stash them')
  await repo.commit('changed')
  expect(await (await keptRows(repo.root)).read()).toEqual([])
})
