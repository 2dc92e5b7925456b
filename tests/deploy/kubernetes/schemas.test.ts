// The manifests conform to the OpenAPI schemas of Kubernetes 1.36, of the Prometheus operator and of CloudNativePG: with the validators that
// `kubernetes-models` makes of them, and with its types, because the validators let unknown fields pass.
import { beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasKubectl, type Manifest, OVERLAYS, renderOverlays } from './manifests.ts'

const root = join(import.meta.dir, '../../..')
if (!hasKubectl) console.log('skipped: the Kubernetes manifests (no kubectl)')

/** A kind of the Barman Cloud plugin, whose schema no npm package has; policies.test.ts checks its resource. */
const WITHOUT_SCHEMA = ['barmancloud.cnpg.io/v1']

let rendered: Map<string, Manifest[]>
beforeAll(async () => {
  if (hasKubectl) rendered = await renderOverlays()
})

const OPERATORS: Record<string, string> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
}

const moduleOf = ({ apiVersion, kind }: Manifest) =>
  `${OPERATORS[apiVersion.split('/')[0]!] ?? 'kubernetes-models'}/${apiVersion}/${kind}`

const withSchema = () =>
  OVERLAYS.flatMap((overlay) => rendered.get(overlay)!).filter(
    ({ apiVersion }) => !WITHOUT_SCHEMA.includes(apiVersion),
  )

test.skipIf(!hasKubectl)('every manifest is valid', async () => {
  expect(withSchema().length).toBeGreaterThan(40)
  for (const manifest of withSchema()) {
    const { [manifest.kind]: Model } = await import(moduleOf(manifest))
    expect(() => new Model(manifest).validate()).not.toThrow()
  }
  const { Deployment } = await import('kubernetes-models/apps/v1/Deployment')
  expect(() => new Deployment({ spec: { replicas: 'three' } } as never).validate()).toThrow()
})

/** Compiles the manifests as literals of their types; resolves with the compiler's messages. */
async function compile(manifests: readonly Manifest[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-manifests-'))
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'))
  const lines = manifests.map(
    (manifest, index) =>
      `const _${index}: import('${moduleOf(manifest)}').I${manifest.kind} = ${JSON.stringify(manifest, null, 2)}`,
  )
  await Bun.write(join(directory, 'manifests.ts'), `${lines.join('\n')}\nexport {}\n`)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--types', '', '--target', 'esnext']
  const child = Bun.spawn(
    [
      join(root, 'node_modules/.bin/tsc'),
      ...options,
      ...['--module', 'esnext', '--moduleResolution', 'bundler', '--ignoreConfig', 'manifests.ts'],
    ],
    { cwd: directory, stdout: 'pipe', stderr: 'pipe' },
  )
  const text = await new Response(child.stdout).text()
  await child.exited
  await rm(directory, { recursive: true })
  return text
}

test.skipIf(!hasKubectl)('no manifest has a field that does not exist', async () => {
  expect(await compile(withSchema())).toBe('')
  const misspelled = ['Deployment', 'Cluster'].map((searched) => {
    const manifest = withSchema().find(({ kind }) => kind === searched)!
    return { ...manifest, spec: { ...manifest.spec, [`misspelled${searched}`]: 1 } }
  })
  const messages = await compile(misspelled)
  expect(messages).toContain('"misspelledDeployment"')
  expect(messages).toContain('"misspelledCluster"')
})
