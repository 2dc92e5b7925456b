// The Docker engine of the machine, else the one of $FRONTAGE_SHARED/tools/docker-engine.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Env, isRoot, type Need } from './need.ts'
import { output, readExports } from './shell.ts'
import { sharedFolder } from './tools.ts'

const program = () => resolve(sharedFolder(), 'tools/docker-engine/engine')
const canStart = () => existsSync(program()) && isRoot()

const isRunning = (env: Env = {}) =>
  Bun.which('docker') !== null &&
  Bun.spawnSync(['docker', 'info'], { env: { ...process.env, ...env } }).exitCode === 0

export const dockerEngine: Need = {
  name: 'Docker engine',
  packages: [],
  isInstalled: () => canStart() || isRunning(),
  // It installs its packages itself.
  async start({ directory, stops }) {
    if (isRunning()) {
      stops.defer(() => removeProjects(directory))
      return {}
    }
    const env = readExports(await output([program(), 'env']))
    // One that already runs is left running.
    if (!isRunning(env)) stops.defer(async () => void (await output([program(), 'down'])))
    await output([program(), 'up'])
    stops.defer(() => removeProjects(directory, env))
    return env
  },
}

/** Removes what a lane that was interrupted has left of its projects, which began below `directory`. */
async function removeProjects(directory: string, env: Env = {}) {
  const label = (name: string) => `{{.Label "com.docker.compose.${name}"}}`
  const format = `${label('project')} ${label('project.working_dir')}`
  const lines = (await output(['docker', 'ps', '--all', '--format', format], env)).split('\n')
  const mine = lines
    .map((line) => line.split(' '))
    .filter(([, from = '']) => from.startsWith(`${directory}/`))
  for (const project of new Set(mine.map(([name]) => name!)))
    await output(['docker', 'compose', '--project-name', project, 'down', '--volumes', '--timeout', '2'], env)
}
