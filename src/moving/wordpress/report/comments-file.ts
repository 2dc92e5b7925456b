// Writes the comments of the file as JSON. They contain names and addresses of people, so only the owner may read the file.
import { rename, unlink, writeFile } from 'node:fs/promises'
import type { Comment, Post, WordPressExport } from '../read/wordpress-export.ts'

type PostComments = {
  post: { id: number; type: string; title: string; url: string }
  comments: Comment[]
}

export function commentsOf({ posts, pages, others }: WordPressExport): PostComments[] {
  return [...posts, ...pages, ...others]
    .filter(({ comments }) => comments.length > 0)
    .map(({ id, type, title, link, comments }: Post) => ({ post: { id, type, title, url: link }, comments }))
}

/** Replaces the file; its mode is 0600 from the start. Throws the error of the file system. */
export async function writeComments(path: string, comments: readonly PostComments[]): Promise<void> {
  await writeWhole(path, `${JSON.stringify(comments, null, 2)}\n`, 0o600)
}

/** Writes a file beside it first, so that `path` is never half a file. */
export async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    await writeFile(temporary, text, { mode, flag: 'wx' })
    await rename(temporary, path)
  } catch (error) {
    await unlink(temporary).catch(() => {})
    throw error
  }
}
