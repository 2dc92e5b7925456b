// Rules for object keys. Every value that becomes a file path or an object key is checked here.

const MAX_SEGMENT_BYTES = 255
const MAX_KEY_BYTES = 1_000

const RULES: readonly [(key: string) => boolean, string][] = [
  [(key) => key === '', 'is empty'],
  [
    (key) => Buffer.byteLength(key) > MAX_KEY_BYTES,
    `has more than ${MAX_KEY_BYTES} bytes (the limit of S3 is 1,024)`,
  ],
  [(key) => !key.isWellFormed(), 'contains an unpaired surrogate'],
  // NUL terminates paths in the operating system; line breaks terminate headers.
  [(key) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(key), 'contains a control character'],
  [(key) => key.includes('\\'), 'contains a backslash, which some systems treat as /'],
  [(key) => key.startsWith('/') || key.endsWith('/') || key.includes('//'), 'contains an empty segment'],
  // Includes `..` and the directory for unfinished files.
  [
    (key) => segments(key).some((segment) => segment.startsWith('.')),
    'contains a segment that starts with a dot',
  ],
  [
    (key) => segments(key).some((segment) => Buffer.byteLength(segment) > MAX_SEGMENT_BYTES),
    `contains a segment of more than ${MAX_SEGMENT_BYTES} bytes (the limit of most file systems)`,
  ],
  // Some file systems treat the composed and decomposed forms as the same name.
  [(key) => key.normalize('NFC') !== key, 'is not in Unicode normalization form NFC'],
  // Direction marks make a name look like another one.
  [(key) => /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(key), 'contains a direction mark'],
]

const segments = (key: string) => key.split('/')

/** Why the key is invalid, or null when it is valid. */
export const keyProblem = (key: string): string | null =>
  RULES.find(([isViolated]) => isViolated(key))?.[1] ?? null

/** Throws when the key is invalid, which is a bug in the caller. */
export function assertKey(key: string) {
  const problem = keyProblem(key)
  if (problem) throw new Error(`Invalid object key ${JSON.stringify(key)}: it ${problem}`)
}
