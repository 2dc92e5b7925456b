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

/** The failed tests as `file: name`; hooks, which stand only in the list at the end, by their names. */
function failuresIn(printed: string) {
  const [body = '', ...lists] = printed.split(/^\d+ tests? (?:failed|skipped):$/m)
  const failures = new Map<string, string>()
  let file = ''
  for (const line of body.split('\n')) {
    file = /^(\S+\.(?:test|e2e)\.tsx?):$/.exec(line)?.[1] ?? file
    const name = failureIn(line)
    if (name !== null) failures.set(name, `${file}: ${name}`)
  }
  for (const name of lists.join('').split('\n').map(failureIn))
    if (name !== null && !failures.has(name)) failures.set(name, name)
  return [...failures.values()]
}

const failureIn = (line: string) => /^\(fail\) (.*?)(?: \[[\d.]+ms\])?$/.exec(line)?.[1] ?? null
