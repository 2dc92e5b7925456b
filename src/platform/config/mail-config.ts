// Configuration of outgoing mail: the server, how its connection is protected, and the sender.
import type { Env } from './env.ts'
import { isLoopback, parseSender } from './env-fields.ts'
import { Secret } from './secret.ts'

export type SmtpConfig = {
  host: string
  port: number
  /**
   * `implicit`: TLS from the first byte; `required`: STARTTLS or no delivery; `offered`: STARTTLS where the server offers
   * it; `off`: plain text.
   */
  tls: 'implicit' | 'required' | 'offered' | 'off'
  verifiesCertificate: boolean
  login: { user: string; password: Secret } | null
}

export type MailConfig = {
  smtp: SmtpConfig
  /** Mails carry the name of the site if this has no name. */
  from: { name: string | null; address: string }
  /** Told of new contact messages unless the site settings name others. */
  contactNotify: string[]
}

/** Null where mail is off. */
export function toMailConfig(env: Env['mail'], siteUrl: string): MailConfig | null {
  if (!env.SMTP_URL) return null
  const host = new URL(siteUrl).hostname
  return {
    smtp: toSmtpConfig(new URL(env.SMTP_URL)),
    from: parseSender(env.MAIL_FROM ?? '') ?? { name: null, address: `no-reply@${host}` },
    contactNotify: env.CONTACT_NOTIFY,
  }
}

function toSmtpConfig({ protocol, hostname, port, username, password, searchParams }: URL): SmtpConfig {
  const isImplicit = protocol === 'smtps:'
  const isLocal = isLoopback(hostname)
  const tls = searchParams.get('tls') as 'required' | 'off' | null
  // A login is sent only over TLS, which an attacker on the way could otherwise talk the client out of.
  const starttls = tls ?? (username !== '' && !isLocal ? 'required' : 'offered')
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isImplicit ? 465 : 587) : Number(port),
    tls: isImplicit ? 'implicit' : starttls,
    // Nobody is between two processes of one machine, and local servers have made-up certificates.
    verifiesCertificate: searchParams.get('verify') !== 'off' && !isLocal,
    login:
      username === ''
        ? null
        : { user: decodeURIComponent(username), password: new Secret(decodeURIComponent(password)) },
  }
}
