// Email addresses whose domain may have any letters (IDN): stored with the letters, since people read them, and sent in ASCII,
// since mail servers take nothing else (RFC 5891).
import { domainToASCII, domainToUnicode } from 'node:url'
import { z } from 'zod'
import { line } from './text-fields.ts'

const MAX_LENGTH = 254

/**
 * The schema of every address that the service takes. Output: as entered, without spaces around it, but a domain in Punycode
 * with its letters: browsers send `info@مثال.ایران` as `info@xn--mgbh0fb.xn--mgba3a4f16a`, and both must be one address.
 */
export const emailAddress = (message?: string) =>
  line(MAX_LENGTH).check(z.stringFormat('email', isEmailAddress, message), z.overwrite(toReadableAddress))

/** The address with the letters of its domain; a text that is no address stays as it is. */
export function toReadableAddress(address: string): string {
  const { local, domain } = split(address)
  if (!isInternational(domain)) return address
  const ascii = toAsciiDomain(domain)
  return ascii === '' ? address : `${local}@${domainToUnicode(ascii)}`
}

/** The address as mail servers take it: `info@مثال.ایران` → `info@xn--mgbh0fb.xn--mgba3a4f16a`. */
export function toAsciiAddress(address: string): string {
  const { local, domain } = split(address)
  return isInternational(domain) ? `${local}@${toAsciiDomain(domain)}` : address
}

const asciiAddress = z.email()
// zod knows top-level domains of letters only.
const ENCODED_TOP_LEVEL = /\.xn--[a-z0-9-]*[a-z0-9]$/

export function isEmailAddress(address: string): boolean {
  const ascii = toAsciiAddress(address)
  return ascii.length <= MAX_LENGTH && asciiAddress.safeParse(ascii.replace(ENCODED_TOP_LEVEL, '.xn')).success
}

function split(address: string) {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1) }
}

const isInternational = (domain: string) => /[^\0-\x7f]|(?:^|\.)xn--/i.test(domain)

// Node decodes %41 and reads 1.2 as an IPv4 address.
const LABELS = /^(?:[\p{L}\p{M}\p{N}.\u3002-]|\u200c|\u200d){1,254}$/u

/** Empty for what is no domain. */
const toAsciiDomain = (domain: string) => (LABELS.test(domain) ? domainToASCII(domain) : '')
