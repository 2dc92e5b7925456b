// The surroundings of a deploy: a git host with a bare repository, a checkout, a service that reports its commit, and the
// receiver as a separate process.
import { createHmac } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENCE_MS } from './eventually.ts'

const MAIN = join(import.meta.dir, '../../src/main.ts')
export const SECRET = 'the secret of the git host'
export const STATUS_TOKEN = 'the-status-token'

type Files = Record<string, string>

async function git(directory: string, ...words: string[]) {
  const child = Bun.spawn(
    [
      'git',
      '-c',
      'user.name=Dev',
      '-c',
      'user.email=dev@example.com',
      '-c',
      'protocol.file.allow=always',
      ...words,
    ],
    { cwd: directory, stdout: 'pipe', stderr: 'pipe', env: { PATH: process.env.PATH!, HOME: directory } },
  )
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`git ${words.join(' ')}: ${err}`)
  return out.trim()
}

/** A bare repository with the branch `production`, a clone to push from, and the checkout on the server. */
export async function createGitHost(files: Files, directory?: string) {
  const root = directory ?? (await mkdtemp(join(tmpdir(), 'frontage-deploy-')))
  const [bare, work, checkout] = [join(root, 'bare.git'), join(root, 'work'), join(root, 'checkout')]
  await mkdir(bare, { recursive: true })
  await git(bare, 'init', '--quiet', '--bare', '--initial-branch=production')
  await git(root, 'clone', '--quiet', bare, work)
  await git(work, 'checkout', '--quiet', '-B', 'production')

  async function commit(changes: Files, branch = 'production') {
    await Promise.all(Object.entries(changes).map(([path, text]) => Bun.write(join(work, path), text)))
    await git(work, 'add', '--all')
    await git(work, 'commit', '--quiet', '--allow-empty', '--message', 'a change; $(touch /tmp/x) `id`')
    await git(work, 'push', '--quiet', '--force', 'origin', `HEAD:refs/heads/${branch}`)
    return git(work, 'rev-parse', 'HEAD')
  }

  const first = await commit(files)
  await git(root, 'clone', '--quiet', '--branch', 'production', bare, checkout)
  return {
    root,
    bare,
    work,
    checkout,
    first,
    /** Pushes a commit with these changes and returns its hash. */
    push: commit,
    git: (...words: string[]) => git(work, ...words),
    inCheckout: (...words: string[]) => git(checkout, ...words),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

export type GitHost = Awaited<ReturnType<typeof createGitHost>>

/** A readiness endpoint that returns what `up` wrote into the file: a commit and a status. */
function startFakeService(file: string) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch() {
      const [commit = '', status = '200'] = (
        await Bun.file(file)
          .text()
          .catch(() => '')
      )
        .trim()
        .split(' ')
      if (!commit) return new Response(null, { status: 502 })
      return new Response('{}', { status: Number(status), headers: { 'X-App-Commit': commit } })
    },
  })
  return { url: `http://localhost:${server.port}/health/ready`, stop: () => server.stop(true) }
}

/** A git host and its service, with the environment of a receiver that builds by the `build.sh` of the pushed commit. */
export async function createDeployedSite(files: Files) {
  const host = await createGitHost(files)
  const file = (name: string) => join(host.root, name)
  const service = startFakeService(file('running'))
  return {
    host,
    file,
    environment: (more: Record<string, string> = {}) => ({
      DEPLOY_REPO_DIR: host.checkout,
      DEPLOY_STATE_DIR: file('state'),
      DEPLOY_BUILD: '["sh","build.sh"]',
      DEPLOY_UP: '["sh","up.sh"]',
      DEPLOY_READY_URL: service.url,
      DEPLOY_READY_TIMEOUT_SECONDS: '120',
      HOME: host.root,
      ...more,
    }),
    async [Symbol.asyncDispose]() {
      await service.stop()
      await host.remove()
    },
  }
}

export const pushOf = (commit: string, more: Record<string, unknown> = {}) => ({
  ref: 'refs/heads/production',
  before: '1'.repeat(40),
  after: commit,
  repository: { full_name: 'company/site' },
  pusher: { name: 'dev' },
  ...more,
})

export const digest = (body: string | Uint8Array, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('hex')

let deliveries = 0
type Sender = (body: string, delivery?: string, secret?: string) => Record<string, string>
const json = { 'Content-Type': 'application/json' }

/** Headers as GitHub sends them. */
export const asGitHub: Sender = (body, delivery = `github-${++deliveries}`, secret = SECRET) => ({
  ...json,
  'X-GitHub-Event': 'push',
  'X-GitHub-Delivery': delivery,
  'X-Hub-Signature-256': `sha256=${digest(body, secret)}`,
})

/** Headers as Gitea sends them, without the GitHub headers that it adds for compatibility. */
export const asGitea: Sender = (body, delivery = `gitea-${++deliveries}`, secret = SECRET) => ({
  ...json,
  'X-Gitea-Event': 'push',
  'X-Gitea-Delivery': delivery,
  'X-Gitea-Signature': digest(body, secret),
})

export const asForgejo: Sender = (body, delivery = `forgejo-${++deliveries}`, secret = SECRET) => ({
  ...json,
  'X-Forgejo-Event': 'push',
  'X-Forgejo-Delivery': delivery,
  'X-Forgejo-Signature': digest(body, secret),
})

type Answer = { status: number; body: any; headers: Headers }
const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return {
    status: response.status,
    body: /json/.test(response.headers.get('Content-Type') ?? '') ? JSON.parse(text) : text,
    headers: response.headers,
  }
}

/** A client of the receiver at `url`. */
export const receiverAt = (url: string) => ({
  url,
  post: async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    answerOf(await fetch(`${url}/hooks/deploy`, { method: 'POST', body, headers })),
  push: async (commit: string, sender: Sender = asGitHub, delivery?: string) => {
    const body = JSON.stringify(pushOf(commit))
    return answerOf(
      await fetch(`${url}/hooks/deploy`, { method: 'POST', body, headers: sender(body, delivery) }),
    )
  },
  get: async (path: string, token: string | null = STATUS_TOKEN) =>
    answerOf(await fetch(url + path, { headers: token ? { Authorization: `Bearer ${token}` } : {} })),
  /** The deploy once it has reached one of these states; throws after `PATIENCE_MS`. */
  async until(id: number, goal: string[] | ((deploy: any) => boolean)) {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      const deploy = await fetch(`${url}/deploys/${id}`, {
        headers: { Authorization: `Bearer ${STATUS_TOKEN}` },
      })
        .then((response) => response.json() as Promise<any>)
        .catch(() => null)
      if (deploy && (Array.isArray(goal) ? goal.includes(deploy.state) : goal(deploy))) return deploy
      if (performance.now() > end) throw new Error(`still not so: ${JSON.stringify(deploy, null, 1)}`)
      await Bun.sleep(50)
    }
  },
})

/** The receiver as a separate process on a free port. */
export async function startReceiver(env: Record<string, string>) {
  const child = Bun.spawn([process.execPath, MAIN, 'deploy-receiver'], {
    cwd: '/',
    env: {
      PATH: process.env.PATH!,
      DEPLOY_PORT: '0',
      DEPLOY_METRICS_PORT: '0',
      DEPLOY_WEBHOOK_SECRET: SECRET,
      DEPLOY_STATUS_TOKEN: STATUS_TOKEN,
      DEPLOY_READY_INTERVAL_SECONDS: '0.05',
      ...env,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const lines: string[] = []
  const {
    promise: listening,
    resolve,
    reject,
  } = Promise.withResolvers<{ url: string; metrics_url: string }>()
  const err = new Response(child.stderr).text()
  const ended = (async () => {
    let rest = ''
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split('\n')
      rest = parts.pop()!
      for (const line of parts) {
        lines.push(line)
        if (line.includes('"listening"')) resolve(JSON.parse(line))
      }
    }
    reject(new Error(`the receiver exited: ${lines.join('\n')}${await err}`))
  })()
  listening.catch(() => {})
  const { url, metrics_url: metricsUrl } = await listening
  return {
    ...receiverAt(url.replace('localhost', '127.0.0.1')),
    metricsUrl,
    metrics: async () => (await fetch(metricsUrl)).text(),
    pid: child.pid,
    lines,
    async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
      child.kill(signal)
      const code = await child.exited
      await Promise.race([ended, Bun.sleep(500)])
      return code
    },
  }
}

export type RunningReceiver = Awaited<ReturnType<typeof startReceiver>>
