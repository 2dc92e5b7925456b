// The git commands of a deploy, as argument arrays, in the checkout that the host and the receiver share.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

export type Checkout = ReturnType<typeof createCheckout>

/** Lock files that a killed git leaves behind; the next git would refuse to run. */
const LOCK_FILES = [
  'index.lock',
  'HEAD.lock',
  'FETCH_HEAD.lock',
  'packed-refs.lock',
  'shallow.lock',
  'config.lock',
]

export function createCheckout({ repository, branch }: { repository: string; branch: string }) {
  // safe.directory: the checkout belongs to a user of the host. hooksPath: its hooks must not run during a deploy.
  const git = (...args: string[]) => [
    'git',
    '-c',
    `safe.directory=${repository}`,
    '-c',
    'core.hooksPath=/dev/null',
    ...args,
  ]
  const tracking = `refs/remotes/origin/${branch}`

  /** The trimmed standard output, or null when git fails. */
  async function query(...args: string[]): Promise<string | null> {
    const child = Bun.spawn(git(...args), {
      cwd: repository,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
    })
    const text = await new Response(child.stdout).text()
    return (await child.exited) === 0 ? text.trim() : null
  }

  const isAncestor = async (commit: string, descendant: string) =>
    (await query('merge-base', '--is-ancestor', `${commit}^{commit}`, descendant)) !== null

  return {
    fetch: git(
      'fetch',
      '--force',
      '--no-tags',
      '--no-recurse-submodules',
      'origin',
      `+refs/heads/${branch}:${tracking}`,
    ),

    /** Discards changes to tracked files; keeps untracked ones such as `.env`. */
    checkOut: (commit: string) => git('checkout', '--force', '--detach', '--quiet', commit),

    head: () => query('rev-parse', '--verify', 'HEAD^{commit}'),

    /** The fetched branch's last commit. */
    tip: () => query('rev-parse', '--verify', `${tracking}^{commit}`),

    /** Whether the fetched branch contains the commit. */
    isOnBranch: (commit: string) => isAncestor(commit, tracking),

    /** Whether `commit` is known here and a proper ancestor of `head`. */
    isOlder: async (commit: string, head: string) => commit !== head && (await isAncestor(commit, head)),

    /** Throws unless the directory is a git checkout with a remote named origin. */
    async check() {
      const origin = await query('remote', 'get-url', 'origin').catch(() => null)
      if (origin === null)
        throw new Error(`DEPLOY_REPO_DIR: ${repository} is not a git checkout with a remote origin`)
    },

    /** This is only safe after this receiver's git was killed: no other git may be running in the checkout. */
    async removeLocks() {
      const directory = await query('rev-parse', '--absolute-git-dir')
      if (!directory) return
      for (const lock of [...LOCK_FILES, `${tracking}.lock`]) await rm(join(directory, lock), { force: true })
    },
  }
}
