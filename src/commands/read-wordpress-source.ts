// Reads the site to import: a file of Tools → Export, or a live site by its REST API.

import { readExport } from '../moving/wordpress/read/read-export.ts'
import { readRestSite } from '../moving/wordpress/read/read-rest-site.ts'
import {
  openRestApi,
  SiteAwayError,
  SiteError,
  type SiteGet,
  type WordPressLogin,
} from '../moving/wordpress/read/rest-client.ts'
import type { WordPressExport } from '../moving/wordpress/read/wordpress-export.ts'
import type { Outbound } from '../platform/security/pinned-request.ts'
import { internet, safeFetch } from '../platform/security/safe-fetch.ts'
import { AppError } from '../text/errors.ts'
import { withoutQuery } from '../text/trim-end.ts'
import { UsageError } from './usage-error.ts'

const MAX_BYTES = 64_000_000
const TIMEOUT_MS = 60_000

export type SiteOptions = {
  /** The user of an application password, which shows drafts, menus and the texts as they are stored. */
  login: WordPressLogin | null
  /** Whether the site may have an address that is not public. */
  allowPrivate: boolean
  outbound?: Outbound
  sleep?: (milliseconds: number) => Promise<void>
}

const isSiteAddress = (source: string) => /^https?:\/\//i.test(source)

/** The user and the password of an application password; the password is never an argument. Throws UsageError. */
export async function loginOf(
  user: string | null,
  environment: Record<string, string | undefined>,
): Promise<WordPressLogin | null> {
  if (user === null) return null
  const file = environment.WORDPRESS_APPLICATION_PASSWORD_FILE
  const password = file ? await readSecret(file) : (environment.WORDPRESS_APPLICATION_PASSWORD ?? '')
  if (password !== '') return { user, password }
  throw new UsageError(
    '--wordpress-user needs its application password in WORDPRESS_APPLICATION_PASSWORD, or in the file that WORDPRESS_APPLICATION_PASSWORD_FILE names',
  )
}

async function readSecret(path: string): Promise<string> {
  const file = Bun.file(path)
  if (!(await file.exists()))
    throw new UsageError(`WORDPRESS_APPLICATION_PASSWORD_FILE: ${path} is not a file`)
  return (await file.text()).trim()
}

/**
 * Reads a file or, for an address, a live site; `note` is told what the site does not show. Null if there is no such file.
 * Throws ExportError and SiteError.
 */
export async function readSource(
  fileOrAddress: string,
  options: SiteOptions,
  note: (sentence: string) => void,
): Promise<WordPressExport | null> {
  if (!isSiteAddress(fileOrAddress)) {
    const file = Bun.file(fileOrAddress)
    return (await file.exists()) ? readExport(file.stream()) : null
  }
  const { source, hidden } = await readSite(fileOrAddress, options)
  if (!options.login) {
    note(
      'Read as a visitor: only what is public, with texts as WordPress shows them. For drafts, menus and the texts as they are stored, add --wordpress-user.',
    )
  }
  if (hidden.length > 0) note(`The site does not show: ${hidden.join(', ')}.`)
  return source
}

/** The file in which the import lists the files it has stored. */
export const journalPath = (fileOrAddress: string) =>
  `${isSiteAddress(fileOrAddress) ? new URL(fileOrAddress).host.replace(':', '-') : fileOrAddress}.media.jsonl`

/** Reads a live site, and what it does not show. Throws SiteError. */
export async function readSite(
  address: string,
  { login, allowPrivate, outbound = internet, sleep = Bun.sleep }: SiteOptions,
): Promise<{ source: WordPressExport; hidden: string[] }> {
  const get: SiteGet = async (url, authorization) => {
    try {
      const response = await safeFetch(outbound, url, {
        allowPrivate,
        anyStatus: true,
        deadlineMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        tooLarge: () =>
          new AppError('payload_too_large', `The response is larger than ${MAX_BYTES / 1_000_000} MB.`),
        headers: { Accept: 'application/json, text/html', 'User-Agent': 'Frontage (WordPress import)' },
        ...(authorization !== null && { authorization }),
      })
      return { ...response, text: new TextDecoder().decode(response.bytes) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const Kind = error.code === 'upstream_failed' ? SiteAwayError : SiteError
      throw new Kind(describe(error, url, allowPrivate))
    }
  }
  if (login && !allowPrivate && address.startsWith('http:')) {
    throw new SiteError(
      `The application password is only sent over https; give the address as ${address.replace(/^http:/, 'https:')}`,
    )
  }
  return readRestSite(await openRestApi({ address, login, get, sleep }))
}

function describe({ code, message }: AppError, url: string, allowPrivate: boolean): string {
  const address = withoutQuery(url)
  if (code !== 'url_not_allowed') return `${address} cannot be read: ${message}`
  return allowPrivate
    ? `${address} is not a valid address; give one such as https://example.com`
    : `${address} is not a public address; add --allow-private if it is your own site on a private network or another port.`
}
