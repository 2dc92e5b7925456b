// The manifests of deploy/kubernetes as kustomize renders them, with made-up secrets.
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { YAML } from 'bun'

const source = join(import.meta.dir, '../../../deploy/kubernetes')

export const OVERLAYS = ['staging', 'production'] as const
export const hasKubectl = Bun.which('kubectl') !== null

// Kubernetes objects, whose kinds have different fields.
export type Manifest = Record<string, any>

async function run(...command: string[]) {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${err}`)
  return out
}

/** The manifests by overlay. */
export async function renderOverlays(): Promise<Map<string, Manifest[]>> {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-kubernetes-'))
  await cp(source, directory, { recursive: true, filter: (path) => !path.includes('/secrets') })
  const rendered = new Map<string, Manifest[]>()
  for (const overlay of OVERLAYS) {
    await run(join(directory, 'prepare'), overlay)
    const text = await run('kubectl', 'kustomize', join(directory, 'overlays', overlay))
    rendered.set(
      overlay,
      text.split(/^---$/m).map((document) => withoutLineBreaks(YAML.parse(document) as Manifest)),
    )
  }
  await Bun.$`rm -rf ${directory}`
  return rendered
}

// Kustomize breaks long base64, which the API server accepts and the validators do not.
const withoutLineBreaks = (manifest: Manifest): Manifest =>
  manifest.kind === 'Secret'
    ? {
        ...manifest,
        data: Object.fromEntries(
          Object.entries<string>(manifest.data).map(([name, value]) => [name, value.replaceAll('\n', '')]),
        ),
      }
    : manifest

/** The pod template of a workload, or null. */
export function podOf({ kind, spec }: Manifest): Manifest | null {
  if (kind === 'CronJob') return spec.jobTemplate.spec.template
  return ['Deployment', 'Job'].includes(kind) ? spec.template : null
}
