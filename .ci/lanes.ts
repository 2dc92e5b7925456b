// Everything that must pass before a change lands. `.ci/run` runs these side by side, `.ci/run NAME …` some of them.
import { dockerEngine } from './docker-engine.ts'
import { check, type Lane, tests } from './lane.ts'
import { pooledPostgres, postgres, postgresPrograms, s3Store } from './servers.ts'
import { alertmanager, chromium, libreOffice, pgBouncer, prometheus, realInput, varnish } from './tools.ts'

const WHOLE_MACHINE = Number.POSITIVE_INFINITY
/** Records of three kinds: drafts and references, a check that reads other records, exactly one record. */
const THREE_RESOURCES = 'articles,redirects,site-settings'

export const lanes: Lane[] = [
  check('audit', 'advisories for the locked dependencies', '.ci/audit bun', { cores: 0.1 }),
  check('lint', 'format and lint', 'bun run lint'),
  check('types', 'types', 'bun run types'),

  tests('embedded', 'npm test', 'npm test', {
    cores: 2,
    wants: [libreOffice, prometheus, alertmanager, realInput],
  }),
  tests('panel', 'the admin panel in Chromium', 'bun run test:panel', { cores: 1.4, needs: [chromium] }),
  tests(
    'faults',
    'Postgres and the S3 store stopped, crashed, locked, cut off and silent under load',
    'bun run test:faults',
    {
      cores: 0.6,
      needs: [postgresPrograms],
      wants: [s3Store, pgBouncer, varnish],
    },
  ),
  tests('stack', 'the stack on a Docker engine, deployed by push', 'bun run test:stack', {
    cores: 0.6,
    needs: [dockerEngine],
  }),
  tests('website', 'accessibility, layout and HTML of every page of the website', 'bun run test:website', {
    cores: 1.4,
    needs: [chromium],
  }),
  tests(
    'browser',
    'pages, rich text, the API reference and the example frontend in Chromium',
    'bun run test:browser',
    {
      cores: 1.4,
      needs: [chromium],
    },
  ),
  tests('alert', 'an alert from the service to the bot', 'bun run test:monitoring', {
    cores: 0.2,
    needs: [prometheus, alertmanager],
  }),
  tests(
    'processes',
    'commands, deploys, exports, imports and restores as whole processes',
    'bun run test:processes',
    {
      needs: [postgres],
      wants: [s3Store, realInput],
    },
  ),
  tests('new-resource', 'a new resource, by docs/adding-a-resource.md', 'bun run test:new-resource'),
  tests('postgres', 'tests that use a database or store, on Postgres and S3', 'bun run test:stored', {
    cores: 2,
    needs: [postgres],
    wants: [s3Store, realInput],
    env: { TEST_RESOURCES: 'kinds' },
  }),
  tests('pooler', 'content and the database through PgBouncer in transaction mode', 'bun run test:pooler', {
    needs: [pooledPostgres],
    env: { TEST_RESOURCES: THREE_RESOURCES },
  }),
  tests('budgets', 'what the panel loads, and how long keys and lists take', 'bun run test:panel-budgets', {
    cores: WHOLE_MACHINE,
    needs: [chromium],
  }),
]
