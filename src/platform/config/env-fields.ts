// Field types of the environment schema: each takes the raw string, checks it and says what a right value looks like.

import { z } from 'zod'
import { isEmailAddress } from '../../text/email-address.ts'
import { withoutTrailingSlashes } from '../../text/trim-end.ts'
import { parseRange } from '../ip-address.ts'

const PORT_MESSAGE = 'must be a port number from 0 to 65535, such as 3000'

export const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_MESSAGE)
  .transform(Number)
  .refine((value) => value <= 65_535, PORT_MESSAGE)

const URL_MESSAGE = 'must be an http or https URL, such as https://example.com'

const httpUrl = (error: string) => z.url({ protocol: /^https?$/, error })

/** An http or https URL, without its trailing slashes. */
export const url = httpUrl(URL_MESSAGE).transform((value) => withoutTrailingSlashes(value))

/** A URL as it is given: issuers are compared character by character. */
export const exactUrl = httpUrl(URL_MESSAGE)

export const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL such as postgres://user:password@host:5432/database',
})

/** Parameters that `SMTP_URL` may have; see `toMailConfig`. */
const SMTP_PARAMETERS = new Set(['tls', 'verify'])
const SMTP_MESSAGE =
  'must be a URL such as smtp://user:password@mail.example.com:587 or smtps://…, with no other parameters than tls=required|off and verify=off'

export const smtpUrl = z.string().refine((value) => {
  const parsed = URL.parse(value)
  if (!parsed || !/^smtps?:$/.test(parsed.protocol) || !parsed.hostname || parsed.pathname.length > 1)
    return false
  const { searchParams } = parsed
  const tls = searchParams.get('tls')
  return (
    [...searchParams.keys()].every((name) => SMTP_PARAMETERS.has(name)) &&
    (tls === null || tls === 'off' || tls === 'required') &&
    (searchParams.get('verify') ?? 'off') === 'off' &&
    // Credentials are never sent over a connection that could be read.
    !(tls === 'off' && parsed.username !== '' && !isLoopback(parsed.hostname))
  )
}, SMTP_MESSAGE)

/** Whether a host of a URL is this machine. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

/** `address` or `Name <address>`. */
export const mailSender = z
  .string()
  .refine(
    (value) => parseSender(value) !== null,
    'must be an email address, such as no-reply@example.com or Name <no-reply@example.com>',
  )

/** A sender as name (null without one) and address; null for anything else. */
export function parseSender(value: string): { name: string | null; address: string } | null {
  const [, quoted, plain, bracketed] = /^\s*(?:"([^"<>]*)"|([^"<>]*))\s*<([^<>]+)>\s*$/.exec(value) ?? []
  const address = (bracketed ?? value).trim()
  const name = (quoted ?? plain ?? '').trim()
  if (!isEmailAddress(address) || /\p{Cc}/u.test(value)) return null
  return { name: name || null, address }
}

export const origin = url.refine(
  (value) => new URL(value).origin === value,
  'must be an origin (scheme and host only), such as https://www.example.com',
)

/** The website owns paths such as `/robots.txt` and `/media/…`, so it needs the whole host. */
export const wholeHost = url.refine((value) => {
  const { href, origin } = new URL(value)
  return href === `${origin}/`
}, 'must be scheme and host only, such as https://www.example.com; the website needs a host of its own')

/** A host with an optional port, in lower case. */
export const hostName = z
  .string()
  .refine(
    (value) => URL.parse(`http://${value}`)?.host === value.toLowerCase() && !value.includes('/'),
    'must be a host without scheme and path, such as admin.example.com',
  )
  .transform((value) => value.toLowerCase())

/** A URL with `{token}` and, as a rule, `{path}` or `{resource}`, `{id}`, `{slug}` and `{lang}`. */
export const previewUrl = z.string().refine((template) => {
  const address = template.replaceAll('{path}', '/x').replaceAll(/\{(?:token|resource|id|slug|lang)\}/g, 'x')
  const isHttp = /^https?:$/.test(URL.parse(address)?.protocol ?? '')
  // The panel frames the one origin of the template.
  const hasFixedHost = !/^\w+:\/\/[^/?#]*\{(?!path\})/.test(template)
  return isHttp && hasFixedHost && template.includes('{token}') && !/[{}\s]/.test(address)
}, 'must be an http or https URL with {token}, and with {path}, {resource}, {id}, {slug} or {lang} where the frontend needs them, such as https://example.com/preview?path={path}&token={token}')

export const addressRange = z
  .string()
  .refine((value) => parseRange(value) !== null, 'must be an IP address or a CIDR range, such as 10.0.0.0/8')

const DSN_MESSAGE = 'must be a DSN such as https://key@errors.example.com/1'
export const dsn = httpUrl(DSN_MESSAGE).refine((value) => {
  const { username, pathname } = new URL(value)
  return username !== '' && /\/\d+$/.test(pathname)
}, DSN_MESSAGE)

export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

/** Seconds, fractions allowed. */
export function seconds(min: number, max: number) {
  const error = `must be a number of seconds from ${min} to ${max}`
  return z.coerce.number({ error }).min(min, error).max(max, error)
}

/** `z.stringbool` says nothing of the values that it takes. */
export const flag = z.stringbool({ error: 'must be true or false' })

/** At most 38 characters, since Postgres allows 63 and a restore appends a purpose and a timestamp. */
export const databaseName = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_-]{0,37}$/,
    'must be a database name of at most 38 letters, digits, _ and -, such as procurement',
  )

export const bucket = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'must be a bucket name of lower-case letters, digits, . and -, such as media',
  )

export const nonBlank = z.string().refine((value) => value.trim() !== '', 'must not be blank')

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** A canonical tag of a language that exists: the syntax alone allows `persian` as well. */
export const languageTag = z.string().refine((tag) => {
  try {
    const { language } = new Intl.Locale(tag)
    return (
      Intl.getCanonicalLocales(tag)[0] === tag &&
      language !== 'en' &&
      languageNames.of(language) !== undefined
    )
  } catch {
    return false
  }
}, 'must be the code of a language other than English, such as fa for Persian or de-AT')

/** Comma-separated values; blanks are dropped. */
export const list = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(item))

/** Some of these names, separated by commas or spaces. */
export const namesOf = <Name extends string>(names: readonly Name[]) =>
  z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.enum(names as readonly [Name], `must be some of: ${names.join(', ')}`)))

/** A command line as a JSON array, since splitting at spaces would need quoting rules. */
export const command = z.string().transform(toCommand).pipe(z.array(z.string()))

function toCommand(text: string, context: z.RefinementCtx): string[] {
  const words: unknown = parseJson(text)
  const isCommand =
    Array.isArray(words) &&
    words.every((word) => typeof word === 'string' && !word.includes('\0')) &&
    words[0]
  if (isCommand) return words as string[]
  context.addIssue('must be a JSON array of arguments, such as ["docker","compose","build"]')
  return z.NEVER
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
