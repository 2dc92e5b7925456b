// Answering a message with the mail program of the reader.
import type { Message } from '../../../client/index.ts'

/** Mail programs get the address from the operating system; longer ones than about 2,000 characters are cut off there. */
const MAX_ADDRESS = 1_900

type Reply = Pick<Message, 'email' | 'message'> & {
  subject: string
  /** The line above the quotation: "On 3 August, Sara wrote:". */
  introduction: string
}

/** A `mailto:` address with subject and quotation, which is shortened until the address is not too long. */
export function replyAddress({ email, message, subject, introduction }: Reply): string {
  // A comma or question mark in the address would add receivers or headers (RFC 6068).
  const receiver = encodeURIComponent(email).replaceAll('%40', '@')
  const address = (quotation: string) =>
    `mailto:${receiver}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(
      `\r\n\r\n${introduction}\r\n${quotation}`,
    )}`
  let text = message.trim()
  let reply = address(quote(text))
  while (reply.length > MAX_ADDRESS && text !== '') {
    text = [...text].slice(0, Math.floor([...text].length * 0.8)).join('')
    reply = address(quote(`${text} …`))
  }
  return reply
}

const quote = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\r\n')

/** "Re: …", once. */
export const replySubject = (subject: string) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)
