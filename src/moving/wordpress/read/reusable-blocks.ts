import type { Post } from './wordpress-export.ts'

/** The content of reusable blocks by id. WordPress shows only published ones without a password. */
export const reusableBlocksIn = (posts: readonly Post[]): ReadonlyMap<number, string> =>
  new Map(
    posts
      .filter(({ type, status, password }) => type === 'wp_block' && status === 'publish' && password === '')
      .map(({ id, content }) => [id, content]),
  )
