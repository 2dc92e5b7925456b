// API tokens as text: `fr_`, 40 random characters, and a checksum by which a scanner for secrets tells them from other text.
const PREFIX = 'fr_'
const RANDOM_LENGTH = 40
const CHECKSUM_LENGTH = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Of the beginning that stays readable. */
const HINT_LENGTH = PREFIX.length + 4

export const isApiToken = (bearer: string) => bearer.startsWith(PREFIX)

/** A new token, with 238 bits of randomness. */
export function generateApiToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, randomCharacter).join('')
  return PREFIX + random + checksumOf(random)
}

/** Whether the text has the form and the checksum of a token. */
export function isWellFormed(token: string): boolean {
  const random = token.slice(PREFIX.length, -CHECKSUM_LENGTH)
  return (
    isApiToken(token) &&
    random.length === RANDOM_LENGTH &&
    token.slice(-CHECKSUM_LENGTH) === checksumOf(random)
  )
}

export const hintOf = (token: string) => token.slice(0, HINT_LENGTH)

/** Bytes beyond the last whole multiple are left out, which would make some characters more likely. */
const LIMIT = 256 - (256 % ALPHABET.length)

function randomCharacter(): string {
  for (;;) {
    const [byte = LIMIT] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < LIMIT) return ALPHABET[byte % ALPHABET.length]!
  }
}

/** CRC-32 of the random characters in base 62. */
function checksumOf(random: string): string {
  let rest = Bun.hash.crc32(random)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
