// Mentions as people write them, `@Name`, and as comments hold them, `@[12]`.
import type { Comment } from '../../../client/index.ts'
import type { Person } from '../../app/api/discussion-api.ts'

/** The word after an `@` in front of the caret, or null. */
export function mentionAt(text: string, caret: number): { start: number; word: string } | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (start < 0 || (start > 0 && !/\s/.test(text[start - 1]!))) return null
  const word = text.slice(start + 1, caret)
  return word.length > 40 || word.includes('\n') ? null : { start, word }
}

/** The people whose names have the word, at most six. */
export const matching = (people: readonly Person[], word: string): Person[] =>
  people.filter(({ name }) => name.toLocaleLowerCase().includes(word.toLocaleLowerCase())).slice(0, 6)

/** Longer names first: one may begin with another. */
export const withIds = (text: string, people: readonly Person[]): string =>
  people
    .toSorted((a, b) => b.name.length - a.name.length)
    .reduce((written, { id, name }) => written.replaceAll(`@${name}`, `@[${id}]`), text)

export const withNames = ({ body, mentions }: Pick<Comment, 'body' | 'mentions'>): string =>
  mentions.reduce((text, { id, name }) => text.replaceAll(`@[${id}]`, `@${name ?? '?'}`), body)
