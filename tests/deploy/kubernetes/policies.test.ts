// The promises of the manifests in deploy/kubernetes: unprivileged pods, probes, drains, budgets, closed networks, the same
// alerts and the same settings as everywhere.
import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { YAML } from 'bun'
import { secretNames } from '../../../src/platform/config/secret-files.ts'
import { groups } from '../../../src/platform/config/variable-groups.ts'
import { hasKubectl, type Manifest, OVERLAYS, podOf, renderOverlays } from './manifests.ts'

const root = join(import.meta.dir, '../../..')
const read = async (path: string) => YAML.parse(await Bun.file(join(root, path)).text()) as any

let rendered: Map<string, Manifest[]>
beforeAll(async () => {
  if (hasKubectl) rendered = await renderOverlays()
})

describe.skipIf(!hasKubectl).each([...OVERLAYS])('%s', (overlay) => {
  const all = () => rendered.get(overlay)!
  const of = (kind: string) => all().filter((manifest) => manifest.kind === kind)
  const one = (kind: string, name: string) => of(kind).find(({ metadata }) => metadata.name === name)!
  const workloads = () => all().flatMap((manifest) => (podOf(manifest) ? [manifest] : []))
  const containersOf = (manifest: Manifest): Manifest[] => podOf(manifest)!.spec.containers
  const api = () => containersOf(one('Deployment', 'api'))[0]!
  /** A ConfigMap, whose name has a hash, as environment. */
  const settings = (name: string): Record<string, string> =>
    of('ConfigMap').find(({ metadata }) => metadata.name.replace(/-[a-z0-9]{10}$/, '') === name)!.data

  test('every pod is unprivileged, with a read-only file system, bounded memory and no token of the cluster', () => {
    expect(
      workloads()
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(['api', 'backup', 'migrate', 'restore-drill'])
    for (const workload of workloads()) {
      const { securityContext, automountServiceAccountToken } = podOf(workload)!.spec
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(automountServiceAccountToken).toBe(false)
      for (const { securityContext: own, resources, image } of containersOf(workload)) {
        expect(own).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(resources.requests).toContainKeys(['cpu', 'memory'])
        expect(resources.limits.memory).toMatch(/^\d+[MG]i$/)
        expect(image).toMatch(/:(?!latest$)[\w.-]+$/)
      }
    }
    expect(one('Namespace', 'frontage').metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    })
  })

  test('trusts the proxies of one small network, not every pod', () => {
    const { TRUSTED_PROXIES } = settings('frontage')
    const ranges = TRUSTED_PROXIES!.split(',').map((range) => Number(range.split('/')[1]))
    expect(ranges.filter((bits) => !(bits >= 28))).toEqual([])
  })

  test('liveness asks for nothing but the process; readiness holds a rollout, not the reads', () => {
    const { livenessProbe, readinessProbe, startupProbe } = api()
    expect(livenessProbe.httpGet.path).toBe('/health')
    expect(startupProbe.httpGet.path).toBe('/health')
    expect(readinessProbe.httpGet.path).toBe('/health/ready')
    // The service's own probes take up to two seconds.
    expect(readinessProbe.timeoutSeconds).toBeGreaterThan(2)
    expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold).toBeGreaterThanOrEqual(3_600)
  })

  test('a pod may take as long to end as it needs for its delay and its open requests', () => {
    const { SHUTDOWN_DELAY_SECONDS: delay, SHUTDOWN_GRACE_SECONDS: grace } = settings('frontage')
    const { terminationGracePeriodSeconds } = podOf(one('Deployment', 'api'))!.spec
    const needed = api().lifecycle.preStop.sleep.seconds + Number(delay) + Number(grace)
    expect(terminationGracePeriodSeconds).toBeGreaterThan(needed)
    expect(one('Deployment', 'api').spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
  })

  test('replicas are spread over hosts and zones, and fewer may be away than there are', () => {
    const { topologySpreadConstraints } = podOf(one('Deployment', 'api'))!.spec
    expect(topologySpreadConstraints.map(({ topologyKey }: Manifest) => topologyKey)).toEqual([
      'kubernetes.io/hostname',
      'topology.kubernetes.io/zone',
    ])
    const { minReplicas, maxReplicas } = one('HorizontalPodAutoscaler', 'api').spec
    expect(one('PodDisruptionBudget', 'api').spec.maxUnavailable).toBeLessThan(minReplicas)
    expect(minReplicas).toBeLessThan(maxReplicas)
    expect(one('Deployment', 'api').spec.replicas).toBeUndefined()
  })

  test('the autoscaler’s metric is made by the adapter of the service’s own', async () => {
    const [metric] = one('HorizontalPodAutoscaler', 'api').spec.metrics
    const [rule] = (await read('deploy/kubernetes/prometheus-adapter.yaml')).rules.custom
    expect(metric.pods.metric.name).toBe(rule.name.as)
    const series = /^\^?(\w+)\$?$/.exec(rule.name.matches)![1]!
    expect(rule.seriesQuery).toStartWith(`${series}{`)
    expect(await Bun.file(join(root, 'src/http/http-metrics.ts')).text()).toContain(`'${series}'`)
  })

  test('the network is closed but for what is listed, and every pod is under a rule of its own', () => {
    const policies = of('NetworkPolicy')
    const closed = policies.find(({ metadata }) => metadata.name === 'default-deny')!
    expect(closed.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
    const selected = (labels: Record<string, string>) =>
      policies.filter(({ spec: { podSelector } }) => {
        const { matchLabels = {}, matchExpressions = [] } = podSelector
        const names = Object.entries(matchLabels)
        return (
          names.length + matchExpressions.length > 0 &&
          names.every(([name, value]) => labels[name] === value) &&
          matchExpressions.every(({ key, values }: Manifest) => values.includes(labels[key]))
        )
      })
    for (const workload of workloads()) expect(selected(podOf(workload)!.metadata.labels)).toHaveLength(1)
    expect(selected({ 'cnpg.io/cluster': 'database' })).toHaveLength(1)
    const [challenges] = selected({ 'acme.cert-manager.io/http01-solver': 'true' })
    expect(challenges?.spec.ingress[0].ports).toEqual([{ protocol: 'TCP', port: 8089 }])
    // Nothing is open to every source.
    for (const { spec } of policies)
      for (const { from } of spec.ingress ?? []) expect(from.length).toBeGreaterThan(0)
  })

  test('metrics are closed to the public', () => {
    for (const { http } of one('Ingress', 'frontage').spec.rules)
      expect(http.paths[0]).toMatchObject({ path: '/metrics', backend: { service: { name: 'closed' } } })
    const pods = workloads().map(
      (workload) => podOf(workload)!.metadata.labels['app.kubernetes.io/component'],
    )
    expect(pods).not.toContain(one('Service', 'closed').spec.selector['app.kubernetes.io/component'])
  })

  test('the settings exist, and secrets are files that are mounted', () => {
    const known = new Set(Object.values(groups).flatMap(({ shape }) => Object.keys(shape)))
    for (const [name, workload] of [
      ['frontage', one('Deployment', 'api')],
      ['frontage-backup', one('CronJob', 'backup')],
    ] as const) {
      const mounts: Manifest[] = containersOf(workload)[0]!.volumeMounts
      const volumes: Manifest[] = podOf(workload)!.spec.volumes
      for (const [variable, value] of Object.entries(settings(name))) {
        const setting = variable.replace(/_FILE$/, '')
        expect([variable, known.has(setting)]).toEqual([variable, true])
        const isSecret = (secretNames as readonly string[]).includes(setting)
        expect([variable, isSecret]).toEqual([variable, variable.endsWith('_FILE')])
        if (!isSecret) continue
        const mount = mounts.find(({ mountPath }) => value.startsWith(`${mountPath}/`))!
        const { secret } = volumes.find((volume) => volume.name === mount.name)!
        const file = value.slice(mount.mountPath.length + 1)
        const generated = of('Secret').find(({ metadata }) => metadata.name === secret.secretName)
        // The login of the owner is made by CloudNativePG.
        const keys = generated ? Object.keys(generated.data) : secret.items.map(({ key }: Manifest) => key)
        expect([variable, keys.includes(file)]).toEqual([variable, true])
      }
    }
  })

  test('the database has two standbys, of which one has every acknowledged write, and leaves the cluster daily', () => {
    const { spec } = one('Cluster', 'database')
    expect(spec.instances).toBe(3)
    expect(spec.postgresql.synchronous).toEqual({ method: 'any', number: 1, dataDurability: 'required' })
    const names = of('ObjectStore').map(({ metadata }) => metadata.name)
    expect(names).toContain(spec.plugins[0].parameters.barmanObjectName)
    expect(one('ScheduledBackup', 'database').spec.pluginConfiguration.name).toBe(spec.plugins[0].name)
    // No npm package has the schema of this resource.
    const { configuration, ...rest } = one('ObjectStore', 'database').spec
    expect(rest).toEqual({ retentionPolicy: expect.stringMatching(/^[1-9]\d*[dwm]$/) })
    expect(configuration).toEqual({
      destinationPath: expect.stringMatching(/^s3:\/\/[\w.-]+\/\w+$/),
      endpointURL: expect.stringMatching(/^https:\/\//),
      s3Credentials: { accessKeyId: expect.any(Object), secretAccessKey: expect.any(Object) },
      wal: { compression: 'gzip' },
      data: { compression: 'gzip' },
    })
    const credentials = configuration.s3Credentials
    for (const { name, key } of Object.values<Manifest>(credentials))
      expect(one('Secret', name).data).toContainKey(key)
    expect(one('Secret', spec.managed.roles[0].passwordSecret.name).type).toBe('kubernetes.io/basic-auth')
  })

  test('the migration is a Job that is applied before the Deployment', () => {
    const job = one('Job', 'migrate')
    expect(containersOf(job)[0]!.command).toEqual(['bun', 'src/main.ts', 'migrate'])
    expect(containersOf(job)[0]!.image).toBe(api().image)
    // `-l 'app.kubernetes.io/component!=api'` leaves out what belongs to the Deployment.
    const later = all().filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/component'] === 'api')
    expect(later.map(({ kind }) => kind)).toContain('Deployment')
    expect(later.map(({ kind }) => kind)).not.toContainAnyValues(['Job', 'ConfigMap', 'Secret', 'Cluster'])
  })
})

test('the rules are the same eleven alerts; only what a cluster measures differently is asked differently', async () => {
  const { groups: plain } = await read('deploy/monitoring/prometheus/alerts.yml')
  const text = await Bun.file(join(root, 'deploy/kubernetes/base/monitoring.yaml')).text()
  const documents = text.split(/^---$/m).map((document) => YAML.parse(document) as Manifest)
  const rules: Manifest[] = documents.find(({ kind }) => kind === 'PrometheusRule')!.spec.groups[0].rules
  const expected: Manifest[] = plain[0].rules
  expect(rules.map(({ alert }) => alert)).toEqual(expected.map(({ alert }) => alert))
  const differing = expected.flatMap((rule, index) => {
    expect([rule.for, rule.labels]).toEqual([rules[index]!.for, rules[index]!.labels])
    return rule.expr.trim() === rules[index]!.expr.trim() ? [] : [rule.alert]
  })
  expect(differing).toEqual([
    'DiskSpaceLow',
    'MemoryLow',
    'DatabaseConnectionsHigh',
    'BackupStale',
    'DeployFailed',
  ])
})

test.skipIf(!Bun.which('promtool'))('promtool accepts the rules', async () => {
  const text = await Bun.file(join(root, 'deploy/kubernetes/base/monitoring.yaml')).text()
  const documents = text.split(/^---$/m).map((document) => YAML.parse(document) as Manifest)
  const { spec } = documents.find(({ kind }) => kind === 'PrometheusRule')!
  const child = Bun.spawn(['promtool', 'check', 'rules', '/dev/stdin'], {
    stdin: new Blob([JSON.stringify(spec)]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const out = (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
  expect([await child.exited, out]).toEqual([0, expect.stringContaining('11 rules found')])
})
