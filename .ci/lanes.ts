// The lanes of the gate (`.ci/run`: may this change land?) and of the proof (`bun run proof`: does everything hold?).
import { dockerEngine } from './docker-engine.ts'
import { check, type Lane, tests } from './lane.ts'
import { pooledPostgres, postgres, postgresPrograms, s3Store } from './servers.ts'
import { filesOf, filesOfNpmTest, isStored, LEFT_OUT, NPM_TEST_ENV, RACES, testFiles } from './test-files.ts'
import { alertmanager, chromium, libreOffice, pgBouncer, prometheus, realInput, varnish } from './tools.ts'

/** Records of three kinds: drafts and references, a check that reads other records, exactly one record. */
const THREE_RESOURCES = 'articles,redirects,site-settings'

/** Minutes on a usual machine, at most thirty on one that is four times busier; nothing in it depends on time. */
export const gate: Lane[] = [
  check('audit', 'advisories for the locked dependencies', '.ci/audit bun', { limitSeconds: 300 }),
  check('lint', 'format and lint', 'bun run lint', { limitSeconds: 300 }),
  check('types', 'types', 'bun run types', { limitSeconds: 900 }),
  tests('test', 'npm test', filesOfNpmTest(), {
    command: ['npm', 'test', '--'],
    env: NPM_TEST_ENV,
    limitSeconds: 2_100,
    wants: [realInput],
  }),
  tests('races', 'what races, locks or loses connections, on Postgres and S3', filesOf(...RACES), {
    workers: 2,
    env: { ...NPM_TEST_ENV, TEST_ROUNDS: '0.2' },
    limitSeconds: 900,
    needs: [postgres],
    wants: [s3Store, realInput],
  }),
]

/** Seconds, for tests that build images, or drive a browser or processes for minutes. */
const LONG_TESTS = 1_200

const stored = testFiles().filter((file) => isStored(file) && !file.endsWith('.time.test.ts'))

// Tests in a browser use a real Postgres too, whose service needs half the time of one with the embedded database.
export const proof: Lane[] = [
  ...gate,
  tests('thorough', 'what npm test leaves out', filesOf(...LEFT_OUT.thorough, ...LEFT_OUT.races), {
    workers: 2,
    wants: [postgresPrograms, libreOffice, prometheus, alertmanager, realInput],
  }),
  tests('wordpress', 'the WordPress import', filesOf(...LEFT_OUT.wordpress), {
    workers: 2,
    wants: [realInput],
  }),
  tests('postgres', 'tests with a database or store, on Postgres and S3', stored, {
    workers: 3,
    needs: [postgres],
    wants: [s3Store, realInput],
  }),
  tests(
    'pooler',
    'content and the database through PgBouncer',
    [...filesOf('tests/content/contract.test.ts', 'tests/platform/db/*.test.ts')].filter(
      (file) => !file.endsWith('.time.test.ts'),
    ),
    {
      workers: 3,
      needs: [pooledPostgres],
      env: { TEST_RESOURCES: THREE_RESOURCES },
    },
  ),
  tests('panel', 'the admin panel in Chromium', filesOf('tests/panel/*.e2e.ts'), {
    before: 'bun run --silent panel',
    workers: 3,
    testLimitSeconds: LONG_TESTS,
    needs: [chromium],
    wants: [postgres],
  }),
  tests(
    'website',
    'accessibility, layout and HTML of every page',
    filesOf('tests/website/{fallback-fonts,layout-shift,website}.e2e.ts'),
    { workers: 2, needs: [chromium], wants: [postgres] },
  ),
  tests(
    'browser',
    'rich text, the API reference and the example frontend',
    filesOf(
      'tests/client/spa.e2e.ts',
      'tests/http/public/api-docs.e2e.ts',
      'tests/platform/security/sanitize-rich-text.e2e.ts',
      'tests/website/pages.e2e.ts',
    ),
    { workers: 2, needs: [chromium], wants: [postgres] },
  ),
  tests(
    'processes',
    'commands, deploys, exports and imports as processes',
    filesOf(
      'tests/{commands,content,media}/*.e2e.ts',
      'tests/moving/{transfer,wordpress}/*.e2e.ts',
      'tests/operations/{deploy,restore}/*.e2e.ts',
    ),
    {
      workers: 3,
      isolated: true,
      testLimitSeconds: LONG_TESTS,
      needs: [postgres],
      wants: [s3Store, realInput],
    },
  ),
  tests(
    'faults',
    'Postgres and S3 stopped, crashed, locked, cut off and silent',
    filesOf('tests/faults/*.e2e.ts'),
    { testLimitSeconds: LONG_TESTS, needs: [postgresPrograms], wants: [s3Store, pgBouncer, varnish] },
  ),
  tests('alert', 'an alert from the service to the bot', filesOf('tests/deploy/monitoring/delivery.e2e.ts'), {
    needs: [prometheus, alertmanager],
  }),
  tests(
    'stack',
    'the stack on a Docker engine, deployed by push',
    filesOf('tests/deploy/stack/stack.e2e.ts', 'tests/deploy/stack/compose.test.ts'),
    { testLimitSeconds: LONG_TESTS, needs: [dockerEngine] },
  ),
  tests('new-resource', 'a new resource, by docs/adding-a-resource.md', filesOf('tests/new-resource.e2e.ts')),
  tests('fuzz', 'many requests made from the API document', filesOf('tests/http/openapi/fuzz.test.ts'), {
    env: { FUZZ_RUNS: '25' },
  }),
  tests('time', 'limits and ratios of processor time', filesOf(...LEFT_OUT.time)),
  tests(
    'budgets',
    'what the panel loads, and how long keys and lists take',
    filesOf('tests/panel/budgets/*.e2e.ts'),
    { needs: [chromium] },
  ),
]

/** Lanes that the proof runs only by name, because they take an engine or a quiet machine for themselves. */
export const byName: Lane[] = [
  tests(
    'swarm',
    'the Swarm stack on a Docker engine, updated under load',
    filesOf('tests/deploy/stack/swarm.e2e.ts'),
    { testLimitSeconds: LONG_TESTS, needs: [dockerEngine] },
  ),
  tests('lighthouse', 'Lighthouse’s mobile profile', filesOf('tests/website/lighthouse.e2e.ts'), {
    needs: [chromium],
  }),
]
