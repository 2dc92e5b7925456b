// The monitoring configuration, checked by the tools that read it where they are installed.
import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { YAML } from 'bun'

const root = join(import.meta.dir, '../../..')
const file = (path: string) => Bun.file(join(root, path)).text()
const parsed = async (path: string) => YAML.parse(await file(path)) as any

const ALERTS = [
  'ApiDown',
  'BackupStale',
  'CertificateExpiring',
  'DatabaseConnectionsHigh',
  'DeployFailed',
  'DiskSpaceLow',
  'ErrorRateHigh',
  'LatencyHigh',
  'LoginFailureSurge',
  'MemoryLow',
  'ReadinessDegraded',
]

async function run(...command: string[]) {
  const child = Bun.spawn(command, { cwd: root, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, text: out + err }
}

test('there are exactly eleven alert rules, each with severity, summary and description', async () => {
  const { groups } = await parsed('deploy/monitoring/prometheus/alerts.yml')
  const rules = groups.flatMap((group: any) => group.rules)
  expect(rules.map(({ alert }: any) => alert).sort()).toEqual(ALERTS)
  for (const { labels, annotations } of rules) {
    expect(labels.severity).toBeOneOf(['critical', 'warning'])
    expect(annotations.summary && annotations.description).toBeTruthy()
  }
})

test('each rule has a test case in which it fires and one in which it does not', async () => {
  const { tests } = await parsed('deploy/monitoring/prometheus/alerts.test.yml')
  const cases = tests.flatMap((test: any) => test.alert_rule_test)
  for (const fires of [true, false]) {
    const named = cases.filter(({ exp_alerts = [] }: any) => exp_alerts.length > 0 === fires)
    expect([...new Set(named.map(({ alertname }: any) => alertname))].sort() as string[]).toEqual(ALERTS)
  }
})

test.skipIf(!Bun.which('promtool'))(
  'promtool accepts the configuration, and the rules pass their test cases',
  async () => {
    const directory = 'deploy/monitoring/prometheus'
    for (const command of [
      ['check', 'config', `${directory}/prometheus.yml`],
      ['test', 'rules', `${directory}/alerts.test.yml`],
    ]) {
      const { code, text } = await run('promtool', ...command)
      expect(text).not.toContain('FAILED')
      expect(code).toBe(0)
    }
  },
)

test.skipIf(!Bun.which('amtool'))(
  'amtool accepts Alertmanager’s configuration after start.sh has rendered it',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'frontage-am-'))
    await Bun.write(`${directory}/token`, '123:a&b/c\n')
    const child = Bun.spawn(
      [
        'deploy/monitoring/alertmanager/start.sh',
        `${directory}/am.yml`,
        'amtool',
        'check-config',
        `${directory}/am.yml`,
      ],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH!,
          BOT_API_URL: 'https://bot.example.com',
          BOT_CHAT_ID: '-100',
          BOT_TOKEN_FILE: `${directory}/token`,
        },
        stdout: 'ignore',
      },
    )
    expect(await child.exited).toBe(0)
    const rendered = await Bun.file(`${directory}/am.yml`).text()
    expect(rendered).toContain('bot_token: "123:a&b/c"')
    expect(rendered).not.toContain('@BOT_')
    await rm(directory, { recursive: true })
  },
)

test('every image of the monitoring profile is pinned, and its mounted files exist', async () => {
  const { services } = await parsed('compose.yaml')
  const monitoring = Object.values<any>(services).filter(({ profiles }) => profiles?.includes('monitoring'))
  expect(monitoring.length).toBeGreaterThan(9)
  for (const { image, volumes = [] } of monitoring) {
    expect(image).toMatch(/:[\w-]*\d+(\.\d+)*$/)
    for (const volume of volumes) {
      const [path] = volume.split(':')
      if (path.startsWith('./')) expect((await run('test', '-e', path)).code).toBe(0)
    }
  }
})

test('every metric in the dashboard and the rules exists', async () => {
  const sources = [
    'operations/observability/metrics',
    'operations/observability/metric-kinds',
    'http/http-metrics',
  ]
  const own = (await Promise.all(sources.map((path) => file(`src/${path}.ts`)))).join('')
  const text =
    (await file('deploy/monitoring/grafana/dashboards/frontage.json')) +
    (await file('deploy/monitoring/prometheus/alerts.yml'))
  const ours = [...text.matchAll(/\b([a-z_]+)\{job=\\?"api\\?"/g)].map(([, name]) => name!)
  const given = (name: string) =>
    /^(?:up$|process_|nodejs_)/.test(name) ||
    new RegExp(`\\b${name.replace(/_bucket$/, '')}\\b[':]`).test(own)
  expect(ours.length).toBeGreaterThan(20)
  expect(ours.filter((name) => !given(name))).toEqual([])
})
