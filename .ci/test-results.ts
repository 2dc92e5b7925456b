// What became of each test file, by the report that `bun test` writes as JUnit XML.
import { SaxesParser } from 'saxes'

export type FileResult = {
  file: string
  passed: number
  skipped: number
  /** A file that ended without a result (it does not load, or its process crashed) has one failure that says so. */
  failures: Failure[]
}

export type Failure = { test: string; message: string }

/** Of each file of the report. Hooks that fail are tests without a name. */
export function readResults(xml: string): FileResult[] {
  const results = new Map<string, FileResult>()
  /** Of the file, and the groups in it. */
  const suites: string[] = []
  let test = { file: '', name: '', ending: 'passed' as 'passed' | 'skipped' | 'failed', message: '' }
  const parser = new SaxesParser()
  // Names of tests may hold characters that XML does not allow, such as U+FFFF; the parser goes on behind them.
  parser.on('error', () => {})
  parser.on('opentag', ({ name, attributes }) => {
    const { file = '', name: title = '', message = '', type = '' } = attributes
    if (name === 'testsuite') suites.push(title)
    if (name === 'testcase')
      test = { file, name: [...suites.slice(1), title].join(' > '), ending: 'passed', message: '' }
    if (name === 'skipped') test.ending = 'skipped'
    if (name === 'failure') test = { ...test, ending: 'failed', message: message || type }
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'testsuite') suites.pop()
    if (name !== 'testcase') return
    const result = results.get(test.file) ?? { file: test.file, passed: 0, skipped: 0, failures: [] }
    results.set(test.file, result)
    if (test.ending === 'failed') result.failures.push({ test: test.name, message: test.message })
    else result[test.ending]++
  })
  parser.write(xml).close()
  return [...results.values()]
}

export function missingFiles(results: readonly FileResult[], files: readonly string[]): string[] {
  const found = new Set(results.map(({ file }) => file))
  return files.filter((file) => !found.has(file))
}

const NO_RESULT = 'ended without a result: it does not load, has no tests, or its process crashed'

export const withoutResult = (file: string): FileResult => ({
  file,
  passed: 0,
  skipped: 0,
  failures: [{ test: '(the file)', message: NO_RESULT }],
})

export const hasFailed = ({ failures }: FileResult) => failures.length > 0
