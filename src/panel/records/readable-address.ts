/** An address without percent-encoding, which is hard to read in Persian; unchanged if it is malformed. */
export function readable(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
