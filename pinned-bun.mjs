// Runs Bun in the version of `packageManager` in package.json. Takes the one on the PATH if it has that version, or the one
// that npx fetched before, so that only the first start needs the network.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const version = packageManager.split('@')[1]
const remembered = join(root, 'node_modules', '.cache', 'frontage', `bun-${version}`)

// By default npm waits for more than a minute before it says that the registry is away.
const RETRIES = ['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=8000']

function isPinned(bun) {
  return spawnSync(bun, ['--version'], { encoding: 'utf8' }).stdout?.trim() === version
}

function recall() {
  try {
    return readFileSync(remembered, 'utf8')
  } catch {
    return null
  }
}

function isRecorded(bun) {
  const hash = createHash('sha256').update(readFileSync(bun)).digest('hex')
  return readFileSync(join(root, 'bun.sha256'), 'utf8').includes(`${hash}  `)
}

function download() {
  console.error(`Fetching Bun ${version}, which takes a moment the first time …`)
  // Without --prefer-offline npx asks the registry each time, and waits more than a minute for one that is away.
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  const options = {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  }
  const { status, stdout } = spawnSync(
    npx,
    ['--yes', '--prefer-offline', ...RETRIES, packageManager, '-p', 'Bun.which("bun")'],
    options,
  )
  const bun = stdout?.trim().split('\n').at(-1)
  if (status !== 0 || !bun) {
    console.error(
      `Bun ${version} could not be fetched. Check the connection to the npm registry (npm ping), or install Bun ${version} from https://bun.sh.`,
    )
    process.exit(1)
  }
  if (!isRecorded(bun)) {
    console.error(`${bun} is not the Bun ${version} that bun.sha256 names. Do not run it.`)
    process.exit(1)
  }
  mkdirSync(dirname(remembered), { recursive: true })
  writeFileSync(remembered, bun)
  return bun
}

const known = ['bun', recall()].find((bun) => bun && isPinned(bun))
const bun = known ?? download()
// Scripts install the packages without a word, which takes a minute the first time.
if (process.argv[2] === 'run' && !existsSync(join(root, 'node_modules', '.bin')))
  console.error('Installing the packages …')
// Scripts that it runs call `bun` as well.
const PATH = [...(dirname(bun) === '.' ? [] : [dirname(bun)]), process.env.PATH].join(delimiter)
const child = spawn(bun, process.argv.slice(2), { stdio: 'inherit', env: { ...process.env, PATH } })
// At a terminal the child gets Ctrl+C itself; this process stays until it has ended.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
