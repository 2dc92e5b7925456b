// The result of a run of `bun test` by its output: the numbers of its summary and the tests that failed.
export type Summary = { passed: number; failed: number; skipped: number; failures: string[] }

/** Null if the run has printed no summary. */
export function readSummary(printed: string): Summary | null {
  const number = (word: string) => [...printed.matchAll(new RegExp(`^ *(\\d+) ${word}$`, 'gm'))].at(-1)?.[1]
  const passed = number('pass')
  if (passed === undefined) return null
  return {
    passed: Number(passed),
    failed: Number(number('fail') ?? 0),
    skipped: Number(number('skip') ?? 0),
    failures: failuresIn(printed),
  }
}

/** Lines of an error that the list of failures repeats. */
const MAX_REASON = 15

/**
 * The failed tests as `file: name` and, indented, the error printed before; hooks, which stand only in the list at the end,
 * by their names.
 */
function failuresIn(printed: string) {
  const [body = '', ...lists] = printed.split(/^\d+ tests? (?:failed|skipped):$/m)
  const failures = new Map<string, string>()
  let file = ''
  let reason: string[] | null = null
  let last = ''
  for (const line of body.split('\n')) {
    file = /^(\S+\.(?:test|e2e)\.tsx?):$/.exec(line)?.[1] ?? file
    const name = failureIn(line)
    if (name !== null) failures.set(name, [`${file}: ${name}`, ...(reason ?? [])].join('\n  '))
    // Stands behind its test.
    if (/^ +\^ this test timed out/.test(line)) failures.set(last, `${failures.get(last)}\n${line}`)
    last = name ?? last
    if (/^\((?:pass|fail|skip|todo)\) /.test(line)) reason = null
    else if (/^\w*[Ee]rror: /.test(line)) reason = [line]
    else if (reason && line.trim() && reason.length < MAX_REASON) reason.push(line)
  }
  for (const name of lists.join('').split('\n').map(failureIn))
    if (name !== null && !failures.has(name)) failures.set(name, name)
  return [...failures.values()]
}

const failureIn = (line: string) => /^\(fail\) (.*?)(?: \[[\d.]+ms\])?$/.exec(line)?.[1] ?? null
