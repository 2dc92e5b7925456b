// Everything that must pass before a change lands. `.ci/run` runs these side by side, `.ci/run NAME …` some of them.
import { dockerEngine } from './docker-engine.ts'
import { check, type Lane, tests } from './lane.ts'
import { pooledPostgres, postgres, postgresPrograms, s3Store } from './servers.ts'
import { alertmanager, chromium, libreOffice, pgBouncer, prometheus, realInput, varnish } from './tools.ts'

// Processors of two. One lane that computes runs beside one that mostly waits, and one that does nearly nothing.
const COMPUTES = 1.25
const WAITS = 0.5
const IDLES = 0.25
const WHOLE_MACHINE = Number.POSITIVE_INFINITY

/** Records of three kinds: drafts and references, a check that reads other records, exactly one record. */
const THREE_RESOURCES = 'articles,redirects,site-settings'

// Tests in a browser use a real Postgres too, whose service needs half the time of one with the embedded database.
export const lanes: Lane[] = [
  check('audit', 'advisories for the locked dependencies', '.ci/audit bun', { cores: IDLES }),
  check('lint', 'format and lint', 'bun run lint', { cores: COMPUTES }),
  check('types', 'types', 'bun run types', { cores: WAITS }),
  tests('embedded', 'npm test', 'npm test', {
    cores: COMPUTES,
    wants: [libreOffice, prometheus, alertmanager, realInput],
  }),
  tests('stack', 'the stack on a Docker engine, deployed by push', 'bun run test:stack', {
    cores: WAITS,
    needs: [dockerEngine],
    // Networks and containers that come and go break what Chromium is loading: ERR_NETWORK_CHANGED.
    apartFrom: ['panel', 'website', 'browser', 'budgets'],
  }),
  tests('alert', 'an alert from the service to the bot', 'bun run test:monitoring', {
    cores: IDLES,
    needs: [prometheus, alertmanager],
  }),
  tests('panel', 'the admin panel in Chromium', 'bun run test:panel', {
    cores: COMPUTES,
    needs: [chromium],
    wants: [postgres],
  }),
  tests('faults', 'Postgres and S3 stopped, crashed, locked, cut off and silent', 'bun run test:faults', {
    cores: WAITS,
    needs: [postgresPrograms],
    wants: [s3Store, pgBouncer, varnish],
  }),
  tests('website', 'accessibility, layout and HTML of every page', 'bun run test:website', {
    cores: COMPUTES,
    needs: [chromium],
    wants: [postgres],
  }),
  tests('browser', 'rich text, the API reference and the example frontend', 'bun run test:browser', {
    cores: COMPUTES,
    needs: [chromium],
    wants: [postgres],
  }),
  tests('processes', 'commands, deploys, exports and imports as processes', 'bun run test:processes', {
    cores: WAITS,
    needs: [postgres],
    wants: [s3Store, realInput],
  }),
  tests('postgres', 'tests with a database or store, on Postgres and S3', 'bun run test:stored', {
    cores: COMPUTES,
    needs: [postgres],
    wants: [s3Store, realInput],
    env: { TEST_RESOURCES: 'kinds' },
  }),
  tests('new-resource', 'a new resource, by docs/adding-a-resource.md', 'bun run test:new-resource', {
    cores: WAITS,
  }),
  tests('pooler', 'content and the database through PgBouncer', 'bun run test:pooler', {
    cores: WAITS,
    needs: [pooledPostgres],
    env: { TEST_RESOURCES: THREE_RESOURCES },
  }),
  tests('budgets', 'what the panel loads, and how long keys and lists take', 'bun run test:panel-budgets', {
    cores: WHOLE_MACHINE,
    needs: [chromium],
  }),
]
