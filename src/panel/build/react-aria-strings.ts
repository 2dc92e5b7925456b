// react-aria carries its messages in 34 languages (45 KB in the bundle) and not in Persian. This plugin keeps English and
// adds `persian-strings.ts`.
import { dirname, join } from 'node:path'
import type { BunPlugin } from 'bun'

const STRINGS =
  /(?:react-aria|react-stately|react-aria-components)\/dist\/private\/(?:\w+\/)?intlStrings\.mjs$/
const ENGLISH_IMPORT = /from "([^"]*\/intl\/(?:(\w+)\/)?en-US\.mjs)"/

/**
 * Returns, for the source of an `intlStrings.mjs` at a path, the path of the English messages, and the name of the export
 * of `persian-strings.ts` with the same keys.
 */
export function messagesOf(path: string, code: string): { english: string; persian: string } {
  const found = ENGLISH_IMPORT.exec(code)
  if (!found) throw new Error(`${path} imports no English messages: react-aria has changed`)
  const [, file, folder] = found
  const isStately = path.includes('/react-stately/')
  const persian = !folder
    ? 'components'
    : isStately
      ? `stately${folder[0]!.toUpperCase()}${folder.slice(1)}`
      : folder
  return { english: join(dirname(path), file!), persian }
}

const PERSIAN = join(import.meta.dir, 'persian-strings.ts')

export const reactAriaStrings: BunPlugin = {
  name: 'react-aria-strings',
  setup(build) {
    build.onLoad({ filter: STRINGS }, async ({ path }) => {
      const { english, persian } = messagesOf(path, await Bun.file(path).text())
      return {
        loader: 'js',
        contents: `import english from ${JSON.stringify(english)}
import { ${persian} as persian } from 'persian-strings:${persian}'
export default { 'en-US': english, 'fa-IR': persian }`,
      }
    })
    // A module for each folder: as one module, all messages would be loaded with the first of them.
    build.onResolve({ filter: /^persian-strings:/ }, ({ path }) => ({ path, namespace: 'persian-strings' }))
    build.onLoad({ filter: /./, namespace: 'persian-strings' }, async () => ({
      loader: 'ts',
      contents: await Bun.file(PERSIAN).text(),
    }))
  },
}
