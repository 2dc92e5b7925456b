// Which test files run where. `npm test` runs all `*.test.*` files but those named here, by the lane of the proof that does.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')

/** Paths in the repository, in the order of their names; throws for a pattern that matches nothing. */
export const filesOf = (...patterns: string[]): string[] => [
  ...new Set(
    patterns.flatMap((pattern) => {
      const files = [...new Bun.Glob(pattern).scanSync(root)].sort()
      if (files.length === 0) throw new Error(`no test file matches ${pattern}`)
      return files
    }),
  ),
]

export const testFiles = () => filesOf('tests/**/*.test.{ts,tsx}')

export const LEFT_OUT = {
  /** Limits and ratios of time, which other work on the machine breaks. */
  time: ['tests/**/*.time.test.ts'],
  wordpress: ['tests/moving/wordpress/**/*.test.ts'],
  /** Take long, or need programs that few machines have. */
  thorough: [
    'tests/ci/{audit,kept-rows,run-lanes}.test.ts',
    'tests/client/types.test.ts',
    'tests/commands/read-wordpress-source.test.ts',
    'tests/commands/usage.test.ts',
    'tests/deploy/**/*.test.ts',
    'tests/http/openapi/fuzz.test.ts',
    'tests/http/path-bytes.test.ts',
    'tests/media/demo-images.test.ts',
    'tests/operations/{backup,restore,smoke,doctor}/**/*.test.ts',
    'tests/platform/db/{directory-lock,durability,private-directory}.test.ts',
    'tests/platform/text-workers.test.ts',
    'tests/website/links.test.ts',
  ],
  /** Race or hold many services; they run on Postgres, also in the gate. */
  races: [
    'tests/accounts/factors/{passkeys,second-factor}.test.ts',
    'tests/accounts/oidc/{acting-person,browser-sign-in}.test.ts',
    'tests/content/{list-query,reference-usage}.test.ts',
    'tests/content/working-copies/two-editors.test.ts',
    'tests/mail/replicas.test.ts',
    'tests/media/variants.test.ts',
    'tests/messages/replicas.test.ts',
    'tests/procurement/races.test.ts',
    'tests/procurement/offers/offer-races.test.ts',
  ],
}

/** Race, lock or lose connections: an embedded database has one session, and cannot. */
export const RACES = [
  ...LEFT_OUT.races,
  'tests/accounts/{admin-users,api-tokens,failed-logins,first-admin}.test.ts',
  'tests/accounts/audit/audit-chain.test.ts',
  'tests/content/{batch,concurrency,contract,creator,publishing,reorder,revisions,slugs}.test.ts',
  'tests/content/releases/*.test.ts',
  'tests/content/search/{index-builds,index-passes,search}.test.ts',
  'tests/content/snapshot/derived-columns.test.ts',
  'tests/http/statements/statements.test.ts',
  'tests/operations/restore/backup-and-restore.test.ts',
  'tests/platform/db/{admin-connection,blackhole,deadline,event-loop,lost-connection}.test.ts',
  'tests/platform/db/{migrations,prepared-statements,rate-limits}.test.ts',
  'tests/platform/storage/storage-drivers.test.ts',
  'tests/procurement/people.test.ts',
]

/** One resource of each kind instead of all 24; the proof has them all. */
export const NPM_TEST_ENV = { TEST_RESOURCES: 'kinds' }

export const filesOfNpmTest = (): string[] => {
  const leftOut = new Set(filesOf(...Object.values(LEFT_OUT).flat()))
  return testFiles().filter((file) => !leftOut.has(file))
}

/** Whether the file, or one of the tests' files that it imports, chooses a database or store by its environment. */
export function isStored(path: string): boolean {
  return [...withImports(join(root, path)).values()].some((code) => /TEST_(?:DATABASE|STORAGE)/.test(code))
}

/** The code of the file and, recursively, of the files under tests/ that it imports, by path. */
function withImports(path: string, found = new Map<string, string>()) {
  if (found.has(path) || !path.startsWith(join(root, 'tests/')) || !existsSync(path)) return found
  const code = readFileSync(path, 'utf8')
  found.set(path, code)
  for (const [, name] of code.matchAll(/(?:from |import ?\(?)'(\.[^']+)'/g))
    withImports(join(path, '..', name!), found)
  return found
}
