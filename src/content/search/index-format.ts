// The format of the entries that this process makes. Each format has an index of its own: replicas of another release, or
// with other languages of the site, never write to the same rows.

/** Raise when entries are made in another way. 6 and before had one index for all formats, under the name of the resource. */
const FORMAT = 8

export type IndexFormat = {
  /** The format and the languages, as in `8 fa en`. */
  name: string
  /** The `resource` of the rows of a resource in this format, as in `articles 8 fa en`. */
  keyOf(resource: string): string
}

/** `languages` are tags, that of the primary language first. */
export function createIndexFormat(languages: readonly string[]): IndexFormat {
  const name = [FORMAT, ...languages].join(' ')
  return { name, keyOf: (resource) => `${resource} ${name}` }
}

/** The name of the resource with the key of an index, in any format. */
export const resourceOf = (key: string): string => key.split(' ', 1)[0]!
