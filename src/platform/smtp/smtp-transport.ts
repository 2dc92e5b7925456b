// Hands mails over to the configured mail server. The only user of nodemailer.

import { toAsciiAddress } from '../../text/email-address.ts'
import type { SmtpConfig } from '../config/mail-config.ts'

export type OutgoingMail = {
  /** The id without angle brackets. */
  messageId: string
  from: { name: string; address: string }
  to: string
  replyTo: { name: string; address: string } | null
  subject: string
  text: string
  html: string
  /** A URL that ends the subscription of the recipient by one POST (RFC 8058). */
  unsubscribeUrl: string | null
}

export type MailTransport = {
  /** Resolves when the server has taken the mail over. Throws `MailRefused`; after any other error it may have it. */
  send(mail: OutgoingMail): Promise<void>
  /** Connects and logs in, without sending. Throws `MailRefused`. */
  verify(): Promise<void>
}

/** `isPermanent`: the server will never take this mail, for example because the address does not exist. */
export class MailRefused extends Error {
  override name = 'MailRefused'

  constructor(
    message: string,
    readonly isPermanent: boolean,
    /** nodemailer's code, such as `ECONNECTION`, or the server's, such as `550`. */
    readonly code: string,
  ) {
    super(message)
  }
}

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
/** The time limit for a whole mail, since a server could stay alive by a byte now and then. */
export const MAX_SEND_MS = 60_000

export function createSmtpTransport({
  host,
  port,
  tls,
  verifiesCertificate,
  login,
}: SmtpConfig): MailTransport {
  const settings = {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    tls: { rejectUnauthorized: verifiesCertificate },
    ...(login && { auth: { user: login.user, pass: login.password.reveal() } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Attachments by path or URL are never used; texts that look like them must not become files.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // nodemailer is loaded with the first mail, because it takes 19 MB of memory and 50 ms of the start.
  const connect = async () => (await import('nodemailer')).createTransport(settings)
  return {
    async send(mail) {
      const transport = await connect()
      await refusing(() => transport.sendMail(toMessage(mail)))
    },
    async verify() {
      const transport = await connect()
      await refusing(() => transport.verify())
    },
  }
}

const toMessage = ({ messageId, from, to, replyTo, subject, text, html, unsubscribeUrl }: OutgoingMail) => ({
  messageId: `<${messageId}>`,
  from: inAscii(from),
  to: inAscii({ name: '', address: to }),
  envelope: { from: toAsciiAddress(from.address), to: toAsciiAddress(to) },
  ...(replyTo && { replyTo: inAscii(replyTo) }),
  subject,
  text,
  html,
  headers: {
    // RFC 3834: no out-of-office replies.
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(unsubscribeUrl && {
      'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  signal: AbortSignal.timeout(MAX_SEND_MS),
})

const inAscii = ({ name, address }: OutgoingMail['from']) => ({ name, address: toAsciiAddress(address) })

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

async function refusing(run: () => Promise<unknown>) {
  try {
    await run()
  } catch (error) {
    const { message, code = 'EUNKNOWN', command = '', responseCode = 0 } = error as SmtpError
    // Refusals of the login or the sender are errors of the configuration, which may be corrected in time.
    const isAboutMail = command === 'RCPT TO' || command === 'DATA'
    throw new MailRefused(
      message,
      isAboutMail && responseCode >= 500,
      responseCode ? String(responseCode) : code,
    )
  }
}
