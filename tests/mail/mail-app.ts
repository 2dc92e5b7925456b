// The application with a mail server, for tests that read what it sends.
import { type Client, startApp, type TestApp } from '../support/app.ts'
import { startIdentityProvider } from '../support/identity-provider.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type Mail, readMail } from './read-mail.ts'

export type MailApp = TestApp & {
  server: MailServer
  /** Sends what is due, and returns all mails that have arrived since the last call. */
  deliver(): Promise<(Mail & { to: string })[]>
}

export async function startMailApp(
  env: Record<string, string> = {},
  overrides: Parameters<typeof startApp>[1] = {},
): Promise<MailApp> {
  const server = await startMailServer()
  const variables = { MAIL_FROM: 'no-reply@example.com', SITE_URL: 'https://www.example.com', ...env }
  const app = await startApp({ SMTP_URL: server.url, ...variables }, overrides)
  const dispose = app[Symbol.asyncDispose]
  const mailApp: MailApp = Object.assign(app, {
    server,
    async deliver() {
      await app.deps.mail.worker!.deliverDue()
      return mailApp.server.mails.splice(0).map((mail) => ({ ...readMail(mail.source), to: mail.to.join() }))
    },
    async [Symbol.asyncDispose]() {
      await dispose.call(app)
      await mailApp.server.stop()
    },
  })
  return mailApp
}

/** The same with an identity provider. */
export async function startCompanyMailApp() {
  const provider = await startIdentityProvider()
  const env = { ...provider.env, OIDC_ADMINS: 'root', SITE_URL: 'http://localhost:3000' }
  const app = await startMailApp(env)
  const stop = async () => {
    await app[Symbol.asyncDispose]()
    await provider.stop()
  }
  return { app, provider, stop }
}

export const MESSAGE = { name: 'علی رضایی', email: 'ali@example.com', message: 'سلام\nقیمت می‌خواهم.' }

export const contact = (client: Client, fields: Record<string, unknown> = {}) =>
  client('POST', '/api/contact', { body: { ...MESSAGE, ...fields } })

/** The token in a link, wherever it is. */
export const tokenIn = (link: string) => /token=([\w.-]+)/.exec(link)![1]!
