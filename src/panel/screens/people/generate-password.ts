// Without letters and digits that look alike when they are written down.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXYZ234679'
const GROUPS = 4
const GROUP_LENGTH = 5

/** A random password of four groups, about 113 bits. */
export function generatePassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, randomLetter).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** Each letter is equally likely: bytes beyond the last whole multiple of the alphabet are drawn again. */
function randomLetter(): string {
  const limit = 256 - (256 % ALPHABET.length)
  for (;;) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1))
    if (byte! < limit) return ALPHABET[byte! % ALPHABET.length]!
  }
}
