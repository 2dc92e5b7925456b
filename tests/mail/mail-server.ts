// A mail server for tests that takes what it is sent, or refuses it in a chosen way.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { certificate, privateKey } from './certificate.ts'

export type ReceivedMail = {
  from: string
  to: string[]
  /** The mail as it was sent: headers and body. */
  source: string
  isEncrypted: boolean
  user: string | null
}

type Stage = 'RCPT TO' | 'DATA'

type Options = {
  login?: { user: string; password: string }
  offersStartTls?: boolean
  port?: number
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

export async function startMailServer({ login, offersStartTls = true, port = 0 }: Options = {}) {
  const mails: ReceivedMail[] = []
  let refusal: { stage: Stage; status: number } | null = null
  let diesAfterData = false
  let connections = 0
  let delayMs = 0

  const failure = (status: number) =>
    Object.assign(new Error(status < 500 ? 'try again later' : 'no such mailbox'), { responseCode: status })

  const server = new SMTPServer({
    key: privateKey,
    cert: certificate,
    authOptional: !login,
    disabledCommands: [...(offersStartTls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    onConnect(_, done) {
      connections++
      done()
    },
    onAuth({ username, password }, _, done) {
      const isRight = username === login?.user && password === login?.password
      done(isRight ? null : new Error('wrong login'), isRight ? { user: username } : undefined)
    },
    onRcptTo(_, __, done) {
      done(refusal?.stage === 'RCPT TO' ? failure(refusal.status) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (refusal?.stage === 'DATA') return done(failure(refusal.status))
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('latin1'),
          isEncrypted: session.secure === true,
          user: (session.user as string | undefined) ?? null,
        })
        if (delayMs > 0) await Bun.sleep(delayMs)
        if (!diesAfterData) return done()
        // The mail is taken over, but the answer never arrives.
        for (const connection of server.connections) connection.close()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const address = server.server.address() as AddressInfo

  return {
    mails,
    port: address.port,
    /** The value of `SMTP_URL`. */
    url: `smtp://${login ? `${login.user}:${login.password}@` : ''}127.0.0.1:${address.port}`,
    get connections() {
      return connections
    },
    /** Refuses mails from now on; with null takes them again. */
    refuse(next: { stage: Stage; status: number } | null) {
      refusal = next
    },
    /** Takes mails and cuts the connection instead of saying so. */
    dieAfterData(isOn: boolean) {
      diesAfterData = isOn
    },
    /** Sets the time that each mail takes. */
    setDelay(milliseconds: number) {
      delayMs = milliseconds
    },
    forget() {
      mails.length = 0
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
