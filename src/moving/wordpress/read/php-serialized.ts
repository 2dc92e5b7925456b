// Reads values that PHP's `serialize` wrote: WordPress and its plugins store lists that way.
// https://www.php.net/manual/en/function.serialize.php

export type PhpValue = null | boolean | number | string | Map<string, PhpValue>

const MAX_DEPTH = 20

/** The value, with arrays as maps whose keys are text; null for text in another format, and for objects. */
export function parsePhp(text: string): PhpValue {
  // The lengths of texts are in bytes.
  const bytes = Buffer.from(text)
  const result = readValue(bytes, 0, 0)
  return result?.end === bytes.length ? result.value : null
}

/** The values of an array; empty for anything else. */
export const phpEntries = (text: string): [string, PhpValue][] => {
  const value = parsePhp(text)
  return value instanceof Map ? [...value] : []
}

type Read = { value: PhpValue; end: number } | null

function readValue(bytes: Buffer, from: number, depth: number): Read {
  const type = String.fromCharCode(bytes[from] ?? 0)
  if (type === 'N') return bytes[from + 1] === SEMICOLON ? { value: null, end: from + 2 } : null
  if (bytes[from + 1] !== COLON) return null
  if (type === 's') return readText(bytes, from + 2)
  if (type === 'a') return readArray(bytes, from + 2, depth)
  const end = bytes.indexOf(SEMICOLON, from)
  if (end < 0 || !'ibd'.includes(type)) return null
  const number = Number(bytes.toString('latin1', from + 2, end))
  if (Number.isNaN(number)) return null
  return { value: type === 'b' ? number === 1 : number, end: end + 1 }
}

const COLON = 0x3a
const SEMICOLON = 0x3b
const QUOTE = 0x22

/** `5:"Hello";` */
function readText(bytes: Buffer, from: number): Read {
  const length = readLength(bytes, from)
  if (!length) return null
  const start = length.end + 1
  const end = start + length.value
  const isQuoted = bytes[length.end] === QUOTE && bytes[end] === QUOTE && bytes[end + 1] === SEMICOLON
  return isQuoted ? { value: bytes.toString('utf8', start, end), end: end + 2 } : null
}

/** `2:{key;value;key;value;}` */
function readArray(bytes: Buffer, from: number, depth: number): Read {
  const length = readLength(bytes, from)
  if (!length || depth === MAX_DEPTH || bytes[length.end] !== 0x7b) return null
  const entries = new Map<string, PhpValue>()
  let position = length.end + 1
  for (let index = 0; index < length.value; index++) {
    const key = readValue(bytes, position, depth + 1)
    const value = key && readValue(bytes, key.end, depth + 1)
    if (!key || !value) return null
    entries.set(String(key.value), value.value)
    position = value.end
  }
  return bytes[position] === 0x7d ? { value: entries, end: position + 1 } : null
}

/** A number that ends with a colon; `end` is behind it. */
function readLength(bytes: Buffer, from: number): { value: number; end: number } | null {
  const end = bytes.indexOf(COLON, from)
  const digits = end < 0 ? '' : bytes.toString('latin1', from, end)
  return /^\d{1,9}$/.test(digits) ? { value: Number(digits), end: end + 1 } : null
}
