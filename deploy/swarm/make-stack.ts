// Writes stack.yaml, the compose file as a stack for Docker Swarm: `bun deploy/swarm/make-stack.ts`. What a stack does not
// know is left out, the receiver too; what it does itself is added: updates one replica at a time, new ones first.
import { join } from 'node:path'
import { YAML } from 'bun'

const root = join(import.meta.dir, '../..')
export const stackFile = join(import.meta.dir, 'stack.yaml')

type Lists = { [Name in 'networks' | 'ports' | 'profiles' | 'secrets' | 'tmpfs' | 'volumes']?: string[] }
type Service = Lists & { deploy?: object; [key: string]: unknown }
type Network = { ipam?: { config: { subnet: string }[] } } | null
type Compose = {
  services: Record<string, Service>
  networks: Record<string, Network>
  volumes: Record<string, object | null>
  secrets: Record<string, { file: string }>
}

/** Their images are on every node, or in a registry that all nodes reach. */
const OWN = ['api', 'backup']
const OWN_IMAGE = '$' + '{FRONTAGE_IMAGE:-frontage}'
/** On the node with the volumes. */
const WITH_STATE = ['db', 'storage', 'backup', 'proxy']
const UNKNOWN_TO_STACKS = [
  ...['build', 'cpu_shares', 'depends_on', 'profiles', 'pull_policy', 'restart', 'security_opt', 'shm_size'],
  ...['tmpfs', 'x-exceptions'],
]

const HEAD = `# Made of compose.yaml by \`bun deploy/swarm/make-stack.ts\`; see docs/scale.md. The .env and secrets/ of
# \`deploy/compose/prepare\` are read here too, and \`docker stack deploy\` needs them in its environment:
# set -a; . ./.env; set +a; docker stack deploy --compose-file deploy/swarm/stack.yaml frontage
`

export async function makeStack(): Promise<string> {
  const { services, networks, volumes, secrets } = YAML.parse(
    await Bun.file(join(root, 'compose.yaml')).text(),
  ) as unknown as Compose
  const kept = Object.entries(services).filter(([name, { profiles }]) => !profiles && name !== 'deploy')
  const converted = Object.fromEntries(kept.map(([name, service]) => [name, toStackService(name, service)]))
  const used = (kind: keyof Lists) => new Set(kept.flatMap(([, service]) => service[kind] ?? []))
  const mounted = new Set(
    kept.flatMap(([, service]) => (service.volumes ?? []).map((one) => one.split(':')[0]!)),
  )
  const stack = {
    version: '3.13',
    services: converted,
    networks: Object.fromEntries(
      Object.entries(networks)
        .filter(([name]) => used('networks').has(name))
        .map(([name, network]) => [name, toOverlay(network)]),
    ),
    volumes: pick(volumes, mounted),
    secrets: Object.fromEntries(
      Object.entries(pick(secrets, used('secrets'))).map(([name, secret]) => [
        name,
        { file: secret.file.replace('./', '../../') },
      ]),
    ),
  }
  return `${HEAD}${flatten(YAML.stringify(withoutAnchors(stack), null, 2))}\n`
}

function toStackService(name: string, service: Service): Record<string, unknown> {
  const known = Object.fromEntries(
    Object.entries(service).filter(([key]) => !UNKNOWN_TO_STACKS.includes(key)),
  )
  const { ports, volumes, networks, tmpfs } = service
  return {
    ...known,
    ...(OWN.includes(name) && { image: OWN_IMAGE }),
    volumes: [...(volumes ?? []).map(toBind), ...(tmpfs ?? []).map((target) => ({ type: 'tmpfs', target }))],
    // Only there is a network `default`.
    ...(networks && { networks: networks.filter((network) => network !== 'default') }),
    // Published by the node itself: through Swarm's routing mesh the proxy would not see the clients' addresses.
    ...(ports && { ports: ports.map(toHostPort) }),
    deploy: {
      ...service.deploy,
      // Names resolve to the replicas themselves, so that the proxy notices at once which of them are there.
      endpoint_mode: 'dnsrr',
      ...(WITH_STATE.includes(name) && { placement: { constraints: ['node.labels.frontage == state'] } }),
      restart_policy: { condition: 'any', delay: '2s' },
      update_config: updates(name),
      rollback_config: updates(name),
    },
  }
}

// Two databases must not open one directory, and two proxies not one port.
const updates = (name: string) => ({
  parallelism: 1,
  order: name === 'api' ? 'start-first' : 'stop-first',
  monitor: '10s',
  ...(name === 'api' && { failure_action: 'rollback' }),
})

const withoutAnchors = (value: object) => JSON.parse(JSON.stringify(value))

// A stack does not know defaults within defaults: of `${A:-https://${B:?…}}` the default `https://${B}` is left.
const flatten = (text: string) =>
  text.replace(/\$\{\w+:-([^{}]*\$\{(\w+)[^{}]*\})\}/g, (_, inner: string, name: string) =>
    inner.replace(/\$\{[^{}]*\}/, `$\{${name}}`),
  )

// Swarm chooses the gateway of an overlay network.
const toOverlay = (network: Network) => ({
  ...network,
  driver: 'overlay',
  ...(network?.ipam && {
    ipam: { config: network.ipam.config.map(({ subnet }) => ({ subnet })) },
  }),
})

const toBind = (volume: string) => volume.replace(/^\.\//, '../../').replace(/:-\.\//, ':-../../')

function toHostPort(port: string) {
  const [, published, target, protocol] = /^(.*):(\d+)(?:\/(\w+))?$/.exec(port)!
  return { mode: 'host', target: Number(target), published, protocol: protocol ?? 'tcp' }
}

const pick = <Value>(all: Record<string, Value>, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))

if (import.meta.main) await Bun.write(stackFile, await makeStack())
