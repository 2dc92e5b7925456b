// Mails to newsletter subscribers: the question whether the address is theirs, and the welcome with the way out.
import { eq } from 'drizzle-orm'
import { newsletterSubscribers } from '../platform/db/schema/forms.ts'
import type { DraftContext, WriteDraft } from './mail-draft.ts'
import { fill } from './mail-words.ts'

type NewsletterKind = 'newsletter-confirm' | 'newsletter-welcome'

export const newsletterMails: { [Kind in NewsletterKind]: WriteDraft<Kind> } = {
  async 'newsletter-confirm'({ subscriber: id }, ctx) {
    const { words, site, language, links } = ctx
    const found = await findSubscriber(ctx, id)
    if (!found || !isAsked(found)) return null
    return {
      subject: fill(words.confirmSubject, { site }),
      blocks: [
        { kind: 'text', text: fill(words.confirmIntro, { site }) },
        {
          kind: 'button',
          label: words.confirmButton,
          url: links.confirmSubscription(found.link_id, language),
        },
        { kind: 'note', text: words.confirmNote },
      ],
      unsubscribeUrl: links.unsubscribe(found.link_id, language),
    }
  },

  async 'newsletter-welcome'({ subscriber: id }, ctx) {
    const { words, site, language, links } = ctx
    const found = await findSubscriber(ctx, id)
    if (found?.state !== 'subscribed') return null
    const unsubscribeUrl = links.unsubscribe(found.link_id, language)
    return {
      subject: fill(words.welcomeSubject, { site }),
      blocks: [
        { kind: 'text', text: fill(words.welcomeIntro, { site }) },
        { kind: 'link', label: words.unsubscribe, url: unsubscribeUrl },
      ],
      unsubscribeUrl,
    }
  },
}

type Subscriber = typeof newsletterSubscribers.$inferSelect

/** Whether a subscription waits for its confirmation: a new one, or that of an address that opted out before it was asked. */
export const isAsked = ({ state, asked_at, opted_out_at }: Subscriber): boolean =>
  state === 'pending' ||
  (state === 'unsubscribed' && asked_at !== null && opted_out_at !== null && asked_at > opted_out_at)

async function findSubscriber({ database }: DraftContext, id: number) {
  const [found] = await database.query((tx) =>
    tx.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id)),
  )
  return found
}
