import type { MailTransport } from '../../platform/smtp/smtp-transport.ts'
import type { Check } from './doctor-check.ts'

/** Connects to the mail server and logs in, without sending; null: none is configured where the check runs. */
export async function checkMail(transport: MailTransport | null): Promise<Check> {
  const name = 'mail'
  if (!transport)
    return {
      name,
      status: 'needs',
      detail: 'SMTP_URL is not set here: nothing is sent, unless the api container has it',
    }
  try {
    await transport.verify()
    return { name, status: 'ok', detail: 'the mail server takes the login' }
  } catch (error) {
    return { name, status: 'failed', detail: (error as Error).message }
  }
}
