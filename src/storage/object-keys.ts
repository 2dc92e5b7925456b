// Which keys name an object. Everything that becomes a path or an object's name passes here, whoever made it up.

const SEGMENT_BYTES = 255
const KEY_BYTES = 1_000

const RULES: readonly [(key: string) => boolean, string][] = [
  [(key) => key === '', 'is empty'],
  [(key) => Buffer.byteLength(key) > KEY_BYTES, `has more than ${KEY_BYTES} bytes (S3 takes 1024)`],
  [(key) => !key.isWellFormed(), 'has half a character'],
  // NUL ends a path for the operating system, line breaks end a header.
  [(key) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(key), 'has a control character'],
  [(key) => key.includes('\\'), 'has a backslash, which some systems read as /'],
  [(key) => key.startsWith('/') || key.endsWith('/') || key.includes('//'), 'has an empty segment'],
  // Also `..`, and the names under which the disk keeps what is not finished.
  [(key) => segments(key).some((segment) => segment.startsWith('.')), 'has a segment that begins with a dot'],
  [
    (key) => segments(key).some((segment) => Buffer.byteLength(segment) > SEGMENT_BYTES),
    `has a segment of more than ${SEGMENT_BYTES} bytes (file systems take no longer name)`,
  ],
  // Some file systems store one of the two spellings under the other.
  [(key) => key.normalize('NFC') !== key, 'is not in Unicode form NFC'],
  // Direction marks show a name that is not the one stored.
  [(key) => /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(key), 'has a direction mark'],
]

const segments = (key: string) => key.split('/')

/** Why `key` may not name an object, or null where it may. */
export const keyProblem = (key: string): string | null => RULES.find(([breaks]) => breaks(key))?.[1] ?? null

/** Throws unless `key` may name an object: a caller has made it up wrongly. */
export function assertKey(key: string) {
  const problem = keyProblem(key)
  if (problem) throw new Error(`The key ${JSON.stringify(key)} ${problem}`)
}
