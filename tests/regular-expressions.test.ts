// Texts of people never meet a regular expression that takes more than linear time: two repeats that can match the same, or one
// that is tried anew from each of its own characters. `scslre` proves it for each pattern in `src`.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'

const root = join(import.meta.dir, '..')

/** Why a pattern that is not linear is harmless, by its file and its beginning. */
const PROVEN: [file: string, pattern: string, proof: string][] = [
  ['src/accounts/display-name.ts', '[\\w-]{16,}', 'the text is cut at 2,000 characters first'],
  ['src/panel/editor/paste/transform-pasted-html.ts', '^(?:label|', 'it is a name of an element'],
  [
    'src/panel/editor/paste/transform-pasted-html.ts',
    '^data:',
    'quadratic in the text before the first comma only',
  ],
  [
    'src/panel/records/tidy-link.ts',
    '^[^\\s@/:]+@',
    'a link of at most 2,048 characters, typed in the browser',
  ],
  ['src/platform/config/env-fields.ts', '^\\s*(?:"', 'a setting of the operator'],
  ['src/platform/storage/derived-keys.ts', '[^/]+$', 'a key that the service made, at most 1,024 bytes'],
  ['src/text/slugify.ts', '^[-\\u200c]+|', 'the text is cut at 180 characters first'],
  ['src/website/frontend-files.ts', '[.-](?=', 'a name of a file, at most 255 bytes'],
]

/** The expressions that take more than linear time. They may match any part of a text, as in `replace` and `split`. */
async function superlinear(path: string): Promise<string[]> {
  const found: string[] = []
  const { program } = parseSync(path, await Bun.file(join(root, path)).text())
  new Visitor({
    Literal(node) {
      if (!('regex' in node) || node.regex === null) return
      const { pattern, flags } = node.regex
      if (analyse({ source: pattern, flags }).reports.length > 0) found.push(pattern)
    },
  }).visit(program)
  return found
}

test('every regular expression takes time linear in its text, or is named with the proof that its text is short', async () => {
  const found: [file: string, pattern: string][] = []
  for (const path of new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root))
    for (const pattern of await superlinear(path)) found.push([path, pattern])
  const isNamed = ([file, pattern]: [string, string]) =>
    PROVEN.some((proven) => proven[0] === file && pattern.startsWith(proven[1]))
  expect(found.filter((each) => !isNamed(each))).toEqual([])
  expect(found).toHaveLength(PROVEN.length)
})

test.each([['(a+)+b'], ['\\s+$'], ['\\s*,\\s*x'], ['[^"]*"[^"]*$']])('%s is found', (pattern) => {
  expect(analyse({ source: pattern, flags: '' }).reports).not.toEqual([])
})
