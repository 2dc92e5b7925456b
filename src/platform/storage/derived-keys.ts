// Keys of objects that were made from another one and can be made again: `2026/05/a.jpg` has `2026/05/derived/a.jpg/…`.

const DERIVED = /^(\d{4}\/\d{2})\/derived\/([^/]+)\/([^/]+)$/

/** The directory of the objects derived from `key`. */
export const derivedDirectory = (key: string) => key.replace(/[^/]+$/, (name) => `derived/${name}`)

/** The key that an object was derived from, and its own name; null for an original. */
export function parseDerivedKey(key: string): { original: string; name: string } | null {
  const [, month, original, name] = DERIVED.exec(key) ?? []
  return month && original && name ? { original: `${month}/${original}`, name } : null
}
