// The report of `bun test` as JUnit XML, file by file.
import { expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingFiles, readResults, withoutResult } from '../../.ci/test-results.ts'

/** What Bun reports of these test files. */
async function reportOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'frontage-report-'))
  for (const [name, code] of Object.entries(files))
    await writeFile(join(folder, name), `import { describe, expect, test } from 'bun:test'\n${code}`)
  const child = Bun.spawn([process.execPath, 'test', '--reporter=junit', '--reporter-outfile=report.xml'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  await child.exited
  const xml = await Bun.file(join(folder, 'report.xml')).text()
  await rm(folder, { recursive: true })
  return xml
}

test('counts what passed, failed and was skipped in each file, with names of groups and messages', async () => {
  const xml = await reportOf({
    'a.test.ts': `test('one', () => {}); test.skip('two', () => {})
      describe('outer', () => describe('inner', () => { test('three', () => expect(1).toBe(2)) }))`,
    'b.test.ts': `test('four', () => {})`,
  })
  const message = 'expect(received).toBe(expected)\n\nExpected: 2\nReceived: 1\n'
  expect(readResults(xml)).toEqual([
    {
      file: 'a.test.ts',
      passed: 1,
      skipped: 1,
      failures: [{ test: 'outer > inner > three', message }],
    },
    { file: 'b.test.ts', passed: 1, skipped: 0, failures: [] },
  ])
})

test('names with characters that XML does not allow lose no result', async () => {
  const names = [
    String.raw`nul \0 \u0001 and \uffff`,
    String.raw`half \ud83d of a pair`,
    '<![CDATA[ ]]> & "quotes"',
  ]
  const failing = names.map((name) => `test(${'`'}${name}${'`'}, () => { throw new Error('bad \\uffff') })`)
  const [result] = readResults(
    await reportOf({ 'a.test.ts': `${failing.join('\n')}\ntest('last', () => {})` }),
  )
  expect(result).toMatchObject({ file: 'a.test.ts', passed: 1 })
  expect(result!.failures).toHaveLength(3)
})

test('files without a result are those that are not in the report, and count as one failure', () => {
  const results = [{ file: 'tests/a.test.ts', passed: 1, skipped: 0, failures: [] }]
  expect(missingFiles(results, ['tests/a.test.ts', 'tests/b.test.ts'])).toEqual(['tests/b.test.ts'])
  expect(withoutResult('tests/b.test.ts').failures).toHaveLength(1)
})
