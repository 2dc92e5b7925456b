// The git side of a deploy: argument arrays over the checkout that the host and the receiver share.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

export type Checkout = ReturnType<typeof createCheckout>

/** What git leaves behind when it is killed, and then takes for another git at work. */
const LOCKS = [
  'index.lock',
  'HEAD.lock',
  'FETCH_HEAD.lock',
  'packed-refs.lock',
  'shallow.lock',
  'config.lock',
]

export function createCheckout({ repository, branch }: { repository: string; branch: string }) {
  // The checkout belongs to a user of the host; its hooks are not part of a deploy.
  const git = (...words: string[]) => [
    'git',
    '-c',
    `safe.directory=${repository}`,
    '-c',
    'core.hooksPath=/dev/null',
    ...words,
  ]
  const tracking = `refs/remotes/origin/${branch}`

  async function answer(...words: string[]): Promise<string | null> {
    const child = Bun.spawn(git(...words), {
      cwd: repository,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
    })
    const text = await new Response(child.stdout).text()
    return (await child.exited) === 0 ? text.trim() : null
  }

  return {
    fetch: git(
      'fetch',
      '--force',
      '--no-tags',
      '--no-recurse-submodules',
      'origin',
      `+refs/heads/${branch}:${tracking}`,
    ),

    /** Throws away what was changed in tracked files; leaves others, such as `.env`, alone. */
    checkOut: (commit: string) => git('checkout', '--force', '--detach', '--quiet', commit),

    head: () => answer('rev-parse', '--verify', 'HEAD^{commit}'),

    /** Whether the branch, as it was fetched, has the commit. */
    isOnBranch: async (commit: string) =>
      (await answer('merge-base', '--is-ancestor', `${commit}^{commit}`, tracking)) !== null,

    /** Throws a sentence unless this is a checkout that can be deployed. */
    async check() {
      const origin = await answer('remote', 'get-url', 'origin').catch(() => null)
      if (origin === null)
        throw new Error(`DEPLOY_REPO_DIR: ${repository} is not a git checkout with a remote origin`)
    },

    /** Only after a git that was killed: nobody else may be at work. */
    async removeLocks() {
      const directory = await answer('rev-parse', '--absolute-git-dir')
      if (!directory) return
      for (const lock of [...LOCKS, `${tracking}.lock`]) await rm(join(directory, lock), { force: true })
    },
  }
}
