// Tells of new contact messages: one with all its fields, or several in one mail.
import { and, asc, eq, inArray } from 'drizzle-orm'
import { contactMessages } from '../platform/db/schema/forms.ts'
import type { DraftContext, WriteDraft } from './mail-draft.ts'
import type { Block } from './mail-layout.ts'
import { fill, toDigits } from './mail-words.ts'

type Message = typeof contactMessages.$inferSelect

const MAX_TEXT_LENGTH = 4_000

export const contactNotice: WriteDraft<'contact-notice'> = async ({ messages: ids, more }, ctx) => {
  const { words, language, adminUrl } = ctx
  // A message that was deleted or marked as spam in the meantime is told to nobody.
  const messages = await ctx.database.query((tx) =>
    tx
      .select()
      .from(contactMessages)
      .where(and(inArray(contactMessages.id, ids), eq(contactMessages.spam, false)))
      .orderBy(asc(contactMessages.id)),
  )
  const [first] = messages
  if (!first) return null
  const count = toDigits(messages.length + more, language)
  if (messages.length + more === 1) {
    return {
      subject: first.subject
        ? fill(words.noticeSubjectAbout, { name: first.name, subject: first.subject })
        : fill(words.noticeSubject, { name: first.name }),
      replyTo: { name: first.name, address: first.email },
      blocks: [
        { kind: 'text', text: words.noticeIntro },
        ...messageBlocks(first, ctx),
        { kind: 'note', text: words.replyHint },
        { kind: 'button', label: words.openMessage, url: `${adminUrl}/admin/messages/${first.id}` },
      ],
    }
  }
  return {
    subject: fill(words.digestSubject, { count }),
    blocks: [
      { kind: 'text', text: fill(words.digestIntro, { count }) },
      ...messages.flatMap((message, index) => [
        {
          kind: 'text' as const,
          text: fill(words.messageHeading, { number: toDigits(index + 1, language) }),
        },
        ...messageBlocks(message, ctx),
      ]),
      ...(more > 0
        ? [{ kind: 'text' as const, text: fill(words.digestMore, { count: toDigits(more, language) }) }]
        : []),
      { kind: 'button', label: words.openMessage, url: `${adminUrl}/admin/messages` },
    ],
  }
}

function messageBlocks(
  { name, email, phone, subject, message }: Message,
  { words, language }: DraftContext,
): Block[] {
  const rest = message.length - MAX_TEXT_LENGTH
  const text = rest > 0 ? `${message.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…` : message
  return [
    {
      kind: 'facts',
      rows: [
        { label: words.name, value: name },
        { label: words.email, value: email, isLatin: true },
        ...(phone ? [{ label: words.phone, value: phone, isLatin: true }] : []),
        ...(subject ? [{ label: words.subject, value: subject }] : []),
      ],
    },
    { kind: 'quote', text },
    ...(rest > 0
      ? [{ kind: 'note' as const, text: fill(words.messageCut, { count: toDigits(rest, language) }) }]
      : []),
  ]
}
