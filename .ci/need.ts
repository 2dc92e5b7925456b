// Tools and servers that lanes need.
export type Env = Record<string, string>

export type Need = {
  name: string
  /** The Debian packages that have it. */
  packages: readonly string[]
  /** Whether it is installed; of a server, its programs. */
  isInstalled(): boolean
  /** Starts a server for one lane and returns the variables that point to it. */
  start?(lane: Start): Promise<Env>
}

export type Start = {
  /** The lane's own directory for temporary files. */
  directory: string
  /** Stops the server, when the lane has ended. */
  stops: AsyncDisposableStack
}

/** Thrown for what this machine cannot have: the lane is skipped. Any other error fails the lane. */
export class Missing extends Error {}

export const isRoot = () => process.getuid?.() === 0

const canInstall = () => isRoot() && Bun.which('apt-get') !== null

/** Throws where the need cannot be met; `Missing`, if it was impossible to install. */
export function requireInstalled({ name, packages, isInstalled }: Need) {
  if (isInstalled()) return
  if (packages.length > 0 && canInstall()) throw new Error(`${name} could not be installed`)
  throw new Missing(`no ${name}`)
}

/** Installs the Debian packages of everything that is not there; says why if that fails. */
export async function installMissing(needs: readonly Need[], say: (line: string) => void) {
  const packages = new Set(needs.filter((need) => !need.isInstalled()).flatMap((need) => need.packages))
  if (packages.size === 0 || !canInstall()) return
  say(`installing ${[...packages].join(', ')}`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['apt-get', ...words], { env: environment })
    if (exitCode !== 0) say(`apt-get ${words[0]} exited with ${exitCode}:\n${stdout}${stderr}`)
  }
}
